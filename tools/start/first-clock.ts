import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { demoDays } from '../../server/src/sandbox/demo-life/demo-script.ts'

const dayMs = 86_400_000
const fileName = 'first-offset'

/**
 * Where business time starts on new data, in milliseconds from real time: four months back when the demo's
 * people need a history (`DEMO_DAYS` shortens it for tests), else 0. The value is stored, so that an
 * interrupted first start has the same time again.
 */
export const firstOffsetMs = (of: {
  dataDir: string
  isFirstRun: boolean
  hasAllServices: boolean
}): number => {
  const file = join(of.dataDir, fileName)
  const isWanted = of.hasAllServices && (process.env['DEMO'] || 'on') === 'on'
  const days = Number(process.env['DEMO_DAYS'] || demoDays)
  if (of.isFirstRun) writeFileSync(file, String(isWanted ? -days * dayMs : 0))
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

// A trigger on updates lets the clock only grow. Before the first use, the owner deletes and inserts its row
// instead.
const setBack = `with gone as (delete from clock where offset_ms = 0 and not exists (select 1 from app_user) returning 1)
  select count(*) from gone`

// Otherwise the database accepts no journal that was recorded before now.
const allowPast = `update posting_bound set recorded_behind_minutes = 1 + ceil($1::numeric / 60000)`

/** Sets the clock of an unused database back to where business time starts. */
export const startInThePast = async (ownerUrl: string, offsetMs: number): Promise<void> => {
  if (offsetMs >= 0) return
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ count: string }>(setBack)
    if (rows[0]?.count === '1') {
      await client.query('insert into clock (offset_ms) values ($1)', [offsetMs])
      await client.query(allowPast, [-offsetMs])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}
