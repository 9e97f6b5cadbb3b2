import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { hasJournal } from '../ledger/operator-balances.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { creditRefusalOf } from '../providers/issuer/credit-refusal.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { readSharesWithoutDate } from '../shares/shares.sql.ts'
import { bindLater, listStrayRows } from './credit-history.sql.ts'
import { countAttempts, originOf, type IssuerTransfer } from './issuer-transfers.sql.ts'
import { creditedPlan, refusedPlan } from './load-credit-plans.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { creditKeys } from './load-postings.ts'
import { readLoadById } from './loads.sql.ts'

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
/** Number of temporary refusals of one load: a day of hourly releases. After them a person has to decide. */
const mostRefusals = 24
/** Cards that can never be credited again. */
const endedStates: ReadonlySet<string> = new Set(['closed', 'expired'])

/** Posted now or earlier with the same key. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

/** The results of the end of a credit at the issuer. */
export const createCreditEndings = (deps: { ids: Ids; clock: Clock; log: Log; needs: LoadsNeeds }) => {
  const { ids, clock, log, needs } = deps

  const readFacts = (work: Work, transfer: IssuerTransfer) =>
    work.read(async (sql) => {
      const load = await readLoadById(sql, originOf(transfer))
      return {
        load,
        shareIds: await readSharesWithoutDate(sql, originOf(transfer)),
        attempts: await countAttempts(sql, transfer, load?.acceptedAt),
        strays: await listStrayRows(sql, transfer.issuerCardId),
      }
    })

  /** Books the finished credit, if it is not booked. `row`: its history row; null: no row is visible yet. */
  const finish = async (
    work: Work,
    transfer: IssuerTransfer,
    row: BalanceHistoryRow | null,
  ): Promise<void> => {
    const { load, shareIds, attempts, strays } = await readFacts(work, transfer)
    const strayId = strays.find(({ rowId }) => rowId === row?.rowId)?.id ?? null
    if (load?.status === 'crediting') {
      if (await work.read((sql) => hasJournal(sql, creditKeys(load))))
        throw new Error('The credit of a load that waits for it is booked already')
      const bound = row && { row, strayId }
      const step = { ids, load, now: clock.now(), transfer, bound, shareIds, isWatched: attempts.sent > 1 }
      const outcome = await work.apply(creditedPlan(step))
      if (!stands(outcome)) throw new Error(`A credit could not be booked: ${outcome.outcome}`)
      return
    }
    if (row) await bindLater(work, { ids, transfer, at: clock.now() }, { row, strayId })
  }

  /** Decides by the meaning of the code, never by its name: temporary refusals are retried (providers §1). */
  const nextState = async (transfer: IssuerTransfer, of: { code: string; refused: number }) => {
    const meaning = creditRefusalOf(of.code)
    if (meaning === 'float') return 'held'
    if (meaning === 'card') {
      const card = await needs.issuer.readCard(transfer.issuerCardId)
      if (card.outcome === 'rejected') return 'credit_failed'
      if (card.outcome === 'ok' && endedStates.has(card.value.status)) return 'credit_failed'
    }
    return of.refused + 1 < mostRefusals ? 'held' : 'credit_failed'
  }

  /**
   * Records that the credit did not happen. `to`: the decision of two people; without it the code decides.
   */
  const refuse = async (
    work: Work,
    transfer: IssuerTransfer,
    { code, to }: { code: string; to?: 'held' | 'credit_failed' },
  ): Promise<void> => {
    const { load, attempts } = await readFacts(work, transfer)
    const { sent, refused } = attempts
    if (load?.status !== 'crediting') return
    const next = to ?? (await nextState(transfer, { code, refused }))
    const pauseMs = to ? 0 : Math.min(minuteMs * 2 ** Math.min(refused, 6), longestPauseMs)
    const outcome = await work.apply(
      refusedPlan({
        ids,
        load,
        now: clock.now(),
        transfer,
        to: next,
        refusal: code,
        waitsForFloat: creditRefusalOf(code) === 'float',
        isWatched: sent > 0,
        retryAt: after(clock.now(), pauseMs),
      }),
    )
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (next === 'credit_failed') {
      log.error('A load could not be credited and waits for a person', null, { entityId: load.id, code })
    }
  }
  return { finish, refuse }
}

/** How a credit ends: booked with its history row, if there is one yet, or recorded as not done. */
export type CreditEndings = ReturnType<typeof createCreditEndings>
