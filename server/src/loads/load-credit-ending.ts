import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { creditRefusalOf } from '../providers/issuer/credit-refusal.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { readSharesWithoutDate } from '../shares/shares.sql.ts'
import { bindStrayRow, insertBoundRow, listStrayRows } from './credit-history.sql.ts'
import { countAttempts, countRefusals, writeBound, type IssuerTransfer } from './issuer-transfers.sql.ts'
import { creditedPlan, refusedPlan, type BoundRow } from './load-credit-plans.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { LoadRecord } from './load-record.ts'
import { readLoadById } from './loads.sql.ts'

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
/** Refusals of one load that may pass; a day of hourly releases. After them a person has to look. */
const mostRefusals = 24
/** Cards that will never take money again. */
const endedStates: ReadonlySet<string> = new Set(['closed', 'expired'])

export type CreditEndings = {
  /** The issuer has said that the credit is done; its row is bound when it shows. */
  readonly apply: (work: Work, transfer: IssuerTransfer) => Promise<void>
  /** The row of the credit was found: booked, unless it is already, and bound to it. */
  readonly bind: (work: Work, transfer: IssuerTransfer, row: BalanceHistoryRow) => Promise<void>
  /** The credit did not happen. `to`: what two people decided; else it follows from the code. */
  readonly refuse: (
    work: Work,
    transfer: IssuerTransfer,
    of: { code: string; to?: 'held' | 'credit_failed' },
  ) => Promise<void>
}

/** Posted now or earlier under the same key: either way it stands. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

/** What follows from the end of a credit at the issuer. */
export const createCreditEndings = (deps: {
  ids: Ids
  clock: Clock
  log: Log
  needs: LoadsNeeds
}): CreditEndings => {
  const { ids, clock, log, needs } = deps

  const readAll = (work: Work, transfer: IssuerTransfer) =>
    work.read(async (sql) => ({
      load: await readLoadById(sql, transfer.load_id),
      shareIds: await readSharesWithoutDate(sql, transfer.load_id),
      attempts: await countAttempts(sql, transfer.load_id),
      refused: await countRefusals(sql, transfer.load_id),
      strays: await listStrayRows(sql, transfer.issuer_card_id),
    }))

  const book = async (work: Work, transfer: IssuerTransfer, bound: BoundRow | null, load: LoadRecord) => {
    const { shareIds, attempts } = await readAll(work, transfer)
    const outcome = await work.apply(
      creditedPlan({
        ids,
        load,
        now: clock.now(),
        transfer,
        bound,
        isWatched: attempts > 1,
        shareIds,
      }),
    )
    if (!stands(outcome)) throw new Error(`A credit could not be booked: ${outcome.outcome}`)
  }

  const apply: CreditEndings['apply'] = async (work, transfer) => {
    const { load } = await readAll(work, transfer)
    if (load?.status === 'crediting') await book(work, transfer, null, load)
  }

  const bind: CreditEndings['bind'] = async (work, transfer, row) => {
    const { load, strays } = await readAll(work, transfer)
    const strayId = strays.find((each) => each.row_id === row.rowId)?.id ?? null
    if (load?.status === 'crediting') return book(work, transfer, { row, strayId }, load)
    await work.write(async ({ sql }) => {
      if (strayId !== null) {
        await bindStrayRow(sql, strayId, transfer.id)
      } else if (!(await insertBoundRow(sql, { ids, transfer, at: clock.now() }, row))) return
      await writeBound(sql, transfer.id)
    })
  }

  /** By the meaning of the code, never by its name: what may pass is tried again (providers §1). */
  const nextState = async (transfer: IssuerTransfer, of: { code: string; refused: number }) => {
    const meaning = creditRefusalOf(of.code)
    if (meaning === 'float') return 'held'
    if (meaning === 'card') {
      const card = await needs.issuer.readCard(transfer.issuer_card_id)
      if (card.outcome === 'rejected') return 'credit_failed'
      if (card.outcome === 'ok' && endedStates.has(card.value.status)) return 'credit_failed'
    }
    return of.refused + 1 < mostRefusals ? 'held' : 'credit_failed'
  }

  const refuse: CreditEndings['refuse'] = async (work, transfer, { code, to }) => {
    const { load, refused, attempts } = await readAll(work, transfer)
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
        isWatched: attempts > 0,
        retryAt: after(clock.now(), pauseMs),
      }),
    )
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (next === 'credit_failed') {
      log.error('A load could not be credited and waits for a person', null, { entityId: load.id, code })
    }
  }
  return { apply, bind, refuse }
}
