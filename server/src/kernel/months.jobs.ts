import { after } from './clock.ts'
import type { Jobs } from './jobs.ts'

const dayMs = 24 * 3_600_000
/** One month at a time: its lock is held for a moment. */
const turn = 'select turn_months() as turned'

/** Keeps the months of the tables that grow without end: those to come are made, those that are over are dropped. */
export const scheduleMonths = (jobs: Jobs): void =>
  jobs.keep('kernel.months', async (_job, { write, clock }) => {
    const { turned } = await write(({ sql }) => sql.one<{ turned: number }>(turn))
    return { againAt: turned > 0 ? clock.now() : after(clock.now(), dayMs) }
  })
