import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

const asOwner = async (statement: string, values: readonly unknown[]): Promise<void> => {
  const file = join(dirname(process.env['CARDAMOM_SERVICES'] ?? ''), 'database.json')
  const { ownerUrl } = JSON.parse(readFileSync(file, 'utf8')) as { ownerUrl: string }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(statement, [...values])
    if (!rowCount) throw new Error(`Nothing was changed for ${values.join(', ')}`)
  } finally {
    await client.end()
  }
}

/** Makes the links mailed to an address 25 hours old. Their times are real times, not the sandbox's. */
export const ageLinks = (email: string): Promise<void> =>
  asOwner(
    `update one_time_link set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
     where email = $1`,
    [email],
  )

/** Makes a person an administrator with all permissions; no screen does it yet. */
export const makeAdministrator = (email: string): Promise<void> =>
  asOwner('update app_user set role_id = 6 where email = $1', [email])

/** Sets whether a company requires a passkey; no screen does it yet. */
export const demandPasskeys = (slug: string, isDemanded: boolean): Promise<void> =>
  asOwner('update company set passkey_mandatory = $2 where slug = $1', [slug, isDemanded])

/** Sets how a company opens the identity check; no screen does it yet. */
export const useKycFlow = (slug: string, flow: 'redirect' | 'frame'): Promise<void> =>
  asOwner('update company set kyc_flow = $2 where slug = $1', [slug, flow])
