import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { creditRefusalOf } from '../providers/issuer/credit-refusal.ts'
import { endTakeBack, readTries, type CreditMove } from './credit-moves.sql.ts'
import { creditedPlan, refusedPlan } from './load-credit-plans.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { readLoadById } from './loads.sql.ts'

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
/** Refusals of one load that may pass; a day of hourly releases. After them a person has to look. */
const mostRefusals = 24
/** Cards that will never take money again. */
const endedStates: ReadonlySet<string> = new Set(['closed', 'replaced', 'expired'])

export type CreditEndings = {
  readonly succeed: (work: Work, move: CreditMove) => Promise<void>
  readonly refuse: (work: Work, move: CreditMove, code: string) => Promise<void>
}

/** Posted now or earlier under the same key: either way it stands. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

/** What follows from an answer of the issuer, whether it came or was read back. */
export const createCreditEndings = (deps: {
  ids: Ids
  clock: Clock
  log: Log
  needs: LoadsNeeds
}): CreditEndings => {
  const { ids, clock, log, needs } = deps

  const bookCredit = async (work: Work, move: CreditMove) => {
    const { load, shareIds, tries } = await work.read(async (sql) => ({
      load: await readLoadById(sql, move.load_id),
      shareIds: await sql.rows<{ id: string }>(
        'select id from share where load_id = $1 and due_at is null and undone_at is null',
        [move.load_id],
      ),
      tries: await readTries(sql, move.reference),
    }))
    if (load?.status !== 'crediting') return
    const plan = creditedPlan({
      ids,
      load,
      now: clock.now(),
      move,
      isWatched: tries.calls > 1,
      shareIds: shareIds.map(({ id }) => id),
    })
    const outcome = await work.apply(plan)
    if (!stands(outcome)) throw new Error(`A credit could not be booked: ${outcome.outcome}`)
  }

  /** By the meaning of the code, never by its name: what may pass is tried again (providers). */
  const nextState = async (move: CreditMove, of: { code: string; refused: number }) => {
    const meaning = creditRefusalOf(of.code)
    if (meaning === 'float') return 'held'
    if (meaning === 'no_card') return 'credit_failed'
    if (meaning === 'card') {
      const card = await needs.issuer.readCard(move.issuer_card_id)
      if (card.outcome === 'ok' && endedStates.has(card.value.status)) return 'credit_failed'
    }
    return of.refused + 1 < mostRefusals ? 'held' : 'credit_failed'
  }

  const bookRefusal = async (work: Work, move: CreditMove, code: string) => {
    const { load, tries } = await work.read(async (sql) => ({
      load: await readLoadById(sql, move.load_id),
      tries: await readTries(sql, move.reference),
    }))
    if (load?.status !== 'crediting') return
    const to = await nextState(move, { code, refused: tries.refused })
    const pauseMs = Math.min(minuteMs * 2 ** Math.min(tries.refused, 6), longestPauseMs)
    const outcome = await work.apply(
      refusedPlan({
        ids,
        load,
        now: clock.now(),
        move,
        to,
        refusal: code,
        waitsForFloat: creditRefusalOf(code) === 'float',
        isWatched: tries.calls > 1,
        retryAt: after(clock.now(), pauseMs),
      }),
    )
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (to === 'credit_failed') {
      log.error('A load could not be credited and waits for a person', null, { entityId: load.id, code })
    }
  }

  return {
    succeed: async (work, move) => {
      if (move.purpose === 'credit') return bookCredit(work, move)
      await work.write(({ sql }) => endTakeBack(sql, { id: move.id, status: 'done', refusal: null }))
    },
    refuse: async (work, move, code) => {
      if (move.purpose === 'credit') return bookRefusal(work, move, code)
      await work.write(({ sql }) => endTakeBack(sql, { id: move.id, status: 'refused', refusal: code }))
      log.error('A double credit could not be taken back', null, { entityId: move.load_id, code })
    },
  }
}
