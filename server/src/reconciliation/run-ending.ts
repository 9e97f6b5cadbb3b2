import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import { applyTransition } from '../kernel/states.ts'
import { runTransitions } from './break-status.ts'
import { countFound, endUnseen, recordBreaks, writeAges } from './breaks.sql.ts'
import { countCompared } from './compared-events.sql.ts'
import { breakSources } from './found-breaks.ts'
import { deleteRecords, type RunRecord } from './runs.sql.ts'

const breaksAtOnce = 500
type Facts = { readonly ids: Ids; readonly now: Date }
type Position = string | null

/** Records what both sides differ in, ends what is gone, and writes the ages. Only differences leave the database. */
const recordDifferences = async (work: Work, run: RunRecord, { ids, now }: Facts): Promise<void> => {
  for (const source of breakSources(run, now)) {
    for (let position: Position = ''; position !== null;) {
      const page = { after: position, limit: breaksAtOnce }
      position = await work.write(async ({ sql }): Promise<Position> => {
        const { breaks, next } = await source(sql, page)
        await recordBreaks(sql, breaks, { ids, at: now, runId: run.id })
        return next
      })
    }
  }
  const ending = { at: now, limit: breaksAtOnce }
  let ended = breaksAtOnce
  while (ended === breaksAtOnce) ended = await work.write(({ sql }) => endUnseen(sql, run, ending))
  for (let position: Position = ''; position !== null;) {
    const page = { after: position, limit: breaksAtOnce }
    position = await work.write(async ({ sql }): Promise<Position> =>
      writeAges(sql, page, { calendar: await readBusinessCalendar(sql), now }),
    )
  }
}

/** The last step of a run. It may be repeated: the same differences are the same breaks. */
export const endRun = async (work: Work, run: RunRecord, facts: Facts): Promise<void> => {
  await recordDifferences(work, run, facts)
  await work.write(async ({ sql, emit }) => {
    const { compared, matched } = await countCompared(sql, run)
    const counts = {
      comparedCount: compared,
      matchedCount: matched,
      foundCount: await countFound(sql, run.id),
    }
    const row = { id: run.id, status: 'comparing' } as const
    const set = { ...counts, endedAt: facts.now }
    await applyTransition(sql, runTransitions, row, 'run.compared', { set })
    await deleteRecords(sql, run.id)
    emit({ type: 'reconciliation.run_ended', entityId: run.id, companyId: null, userId: null })
  })
}
