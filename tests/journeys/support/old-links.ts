import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** Makes the links that were mailed to an address a day and an hour old: their times are real, not the sandbox's. */
export const ageLinks = async (email: string): Promise<void> => {
  const file = join(dirname(process.env['CARDAMOM_SERVICES'] ?? ''), 'database.json')
  const { ownerUrl } = JSON.parse(readFileSync(file, 'utf8')) as { ownerUrl: string }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update one_time_link set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       where email = $1`,
      [email],
    )
    if (!rowCount) throw new Error(`No link was mailed to ${email}`)
  } finally {
    await client.end()
  }
}
