import pg from 'pg'

const widen = `update posting_bound set recorded_behind_minutes = 1e8, recorded_ahead_minutes = 1e8`

/**
 * Lets a database accept journals of any time. Its own clock is the machine's; the time of a simulation, or
 * of a test that waits for days, is not.
 */
export const acceptAnyTime = async (ownerUrl: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(widen)
  await owner.end()
}
