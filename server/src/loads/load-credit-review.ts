import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work, WriteTransaction } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import {
  insertStrayRows,
  listStrayRows,
  readKnownRowIds,
  writeForeign,
  type KnownRow,
} from './credit-history.sql.ts'
import { writeBound, type IssuerTransfer, type ReviewReason } from './issuer-transfers.sql.ts'
import {
  endDecision,
  readDecision,
  writeResumed,
  writeReview,
  type CreditDecision,
} from './credit-reviews.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import { verdictOf } from './load-credit-proof.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { readLoadById } from './loads.sql.ts'

/** How often an operation in review looks for a decision, and for a row that settles it after all. */
const lookMs = 5 * 60_000

type Again = { readonly againAt: Date } | void

export type CreditReviews = {
  /** Stops the operation and tells people, with the rows that nobody explains. */
  readonly open: (
    work: Work,
    transfer: IssuerTransfer,
    of: { reason: ReviewReason; rows?: readonly BalanceHistoryRow[] },
  ) => Promise<Again>
  /** Carries out what two people have decided; until then a row that shows late settles it by itself. */
  readonly goOn: (work: Work, transfer: IssuerTransfer) => Promise<Again>
}

const openRow = (row: KnownRow): BalanceHistoryRow => ({
  rowId: row.row_id,
  type: row.type,
  status: 'completed',
  amountMills: row.amount_mills,
  isAllocation: true,
})

/** What the issuer cannot prove is decided by two people: the card stands still meanwhile (providers §4). */
export const createCreditReviews = (deps: {
  ids: Ids
  clock: Clock
  log: Log
  needs: LoadsNeeds
  endings: CreditEndings
}): CreditReviews => {
  const { ids, clock, log, needs, endings } = deps
  const later = () => ({ againAt: after(clock.now(), lookMs) })

  const tell = async ({ sql, emit }: WriteTransaction, transfer: IssuerTransfer, reason: ReviewReason) => {
    const load = await readLoadById(sql, transfer.load_id)
    if (!load) return
    const { id: entityId, companyId, userId, ref } = load
    emit({
      type: 'load.credit_review_opened',
      entityId,
      companyId,
      userId,
      payload: { ref, reason },
    })
    log.error('A credit cannot be decided: two people have to', null, { entityId, reason })
  }

  const open: CreditReviews['open'] = async (work, transfer, { reason, rows = [] }) => {
    const at = clock.now()
    await work.write(async (tx) => {
      await insertStrayRows(tx.sql, { ids, transfer, at }, rows)
      if (await writeReview(tx.sql, transfer, { reason, at })) await tell(tx, transfer, reason)
    })
    return later()
  }

  /** Null: done. Otherwise why it cannot be. */
  const bind = async (work: Work, transfer: IssuerTransfer, rowId: string): Promise<string | null> => {
    const row = await findRow(work, transfer, rowId)
    if (!row) return 'row_not_found'
    if (verdictOf([row], transfer.amount_cents).says !== 'applied') return 'row_differs'
    await endings.bind(work, transfer, row)
    return null
  }

  const findRow = async (
    work: Work,
    transfer: IssuerTransfer,
    rowId: string,
  ): Promise<BalanceHistoryRow | null> => {
    const strays = await work.read((sql) => listStrayRows(sql, transfer.issuer_card_id))
    const stray = strays.find((row) => row.row_id === rowId)
    if (stray) return openRow(stray)
    const known = await work.read((sql) => readKnownRowIds(sql, transfer.issuer_card_id))
    const history = known.has(rowId) ? null : await needs.issuer.balanceHistory(transfer.issuer_card_id)
    return history?.outcome === 'ok' ? (history.value.find((row) => row.rowId === rowId) ?? null) : null
  }

  const setAside = (work: Work, transfer: IssuerTransfer, rowId: string): Promise<string | null> =>
    work.write(async ({ sql }) => {
      const { issuer_card_id: issuerCardId } = transfer
      if (!(await writeForeign(sql, { issuerCardId, rowId }))) return 'row_not_found'
      if ((await listStrayRows(sql, issuerCardId)).length === 0) await writeResumed(sql, transfer.id)
      return null
    })

  const carryOut = async (
    work: Work,
    transfer: IssuerTransfer,
    of: CreditDecision,
  ): Promise<string | null> => {
    const isOnCard = transfer.review_from === 'applied'
    switch (of.choice) {
      case 'bind':
        return transfer.review_from === 'checking' ? 'never_sent' : bind(work, transfer, of.row_id ?? '')
      case 'foreign':
        return setAside(work, transfer, of.row_id ?? '')
      case 'accept':
        if (!isOnCard) return 'not_applied'
        await work.write(({ sql }) => writeBound(sql, transfer.id))
        return null
      default:
        if (isOnCard) return 'applied_already'
        await endings.refuse(work, transfer, {
          code: `decided_${of.choice}`,
          to: of.choice === 'retry' ? 'held' : 'credit_failed',
        })
        return null
    }
  }

  /** A row that settles it after all; people need not decide then. */
  const settleByRow = async (work: Work, transfer: IssuerTransfer): Promise<boolean> => {
    if (transfer.review_from === 'checking' || transfer.review_reason === 'foreign_row') return false
    const known = await work.read((sql) => readKnownRowIds(sql, transfer.issuer_card_id))
    const history = await needs.issuer.balanceHistory(transfer.issuer_card_id)
    if (history.outcome !== 'ok') return false
    const fresh = history.value.filter(({ rowId }) => !known.has(rowId))
    const verdict = verdictOf(fresh, transfer.amount_cents)
    if (verdict.says !== 'applied') return false
    await endings.bind(work, transfer, verdict.row)
    return true
  }

  const goOn: CreditReviews['goOn'] = async (work, transfer) => {
    const decision = await work.read((sql) => readDecision(sql, transfer.id))
    if (!decision) return (await settleByRow(work, transfer)) ? undefined : later()
    const refusal = await carryOut(work, transfer, decision)
    await work.write(({ sql }) => endDecision(sql, { id: decision.id, at: clock.now(), refusal }))
    if (refusal)
      log.error('A decision about a credit cannot be carried out', null, {
        entityId: transfer.load_id,
        refusal,
      })
    return { againAt: clock.now() }
  }
  return { open, goOn }
}
