import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { countTakeBacks, insertTakeBack, readMove, readTries } from './credit-moves.sql.ts'
import { beginCreditJob, creditCallJob, watchJob } from './load-credit-plans.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { readLoadById } from './loads.sql.ts'

const minuteMs = 60_000
/** Looks after the end of a load that was sent more than once; then the hourly identities go on (postings §5, R1). */
const looksAfterMs = [0, minuteMs, 10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs, 24 * 60 * minuteMs]

/**
 * A load that was sent to the issuer more than once is looked at until a late effect cannot come any more. An effect that
 * nothing was booked for is booked by the next try, which finds it; one too many is an alarm and is taken back at the
 * issuer, so that the card has what the book says (postings §5, R6).
 */
export const createCreditWatch =
  (deps: { ids: Ids; clock: Clock; log: Log; needs: LoadsNeeds }): JobHandler =>
  async ({ payload }, work) => {
    const { ids, clock, log, needs } = deps
    const look = Number(payload['look'])
    const known = await work.read(async (sql) => {
      const move = await readMove(sql, String(payload['moveId']))
      return (
        move && {
          move,
          load: await readLoadById(sql, move.load_id),
          tries: await readTries(sql, move.reference),
          takenBack: await countTakeBacks(sql, move.load_id),
        }
      )
    })
    if (!known?.load) return
    const { move, load, tries, takenBack } = known
    if (tries.open > 0) return { againAt: after(clock.now(), minuteMs) }
    const { issuer_card_id: issuerCardId, amount_cents: amountCents, reference } = move
    const seen = await needs.issuer.countCredits({ issuerCardId, amountCents, reference })
    if (seen.outcome !== 'ok') return { againAt: after(clock.now(), minuteMs) }
    const excess = seen.value - tries.done - takenBack
    const isWaiting = load.status === 'held' || load.status === 'credit_failed'
    const nextMs = looksAfterMs[look + 1]
    await work.write(async ({ sql, emit, enqueue }) => {
      if (excess > 0 && isWaiting) enqueue(beginCreditJob(load, clock.now()))
      if (excess > 0 && !isWaiting) {
        const id = ids.next()
        const isNew = await insertTakeBack(sql, { id, of: move, number: takenBack + 1, at: clock.now() })
        if (isNew) {
          enqueue(creditCallJob(id))
          const { companyId, id: entityId } = load
          emit({ type: 'load.credited_twice', entity: 'load', entityId, companyId, userId: null })
          log.error('A load was credited twice and is taken back once', null, { entityId })
        }
      }
      if (nextMs !== undefined) {
        const dueAt = after(clock.now(), nextMs - (looksAfterMs[look] ?? 0))
        enqueue(watchJob(move.id, { look: look + 1, dueAt }))
      }
    })
  }
