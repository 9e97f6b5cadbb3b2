import type { FoundEffect, PreparedAttempt } from '../kernel/call-declaration.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Work } from '../kernel/jobs.ts'
import type { BalanceHistoryRow, CreditChange } from '../providers/issuer/port.ts'
import { readFreshRows, readStanding } from './card-standing.ts'
import { listStrayRows } from './credit-history.sql.ts'
import type { IssuerTransfer } from './issuer-transfers.sql.ts'
import { findCredit, gainedMills } from './load-credit-proof.ts'
import type { LoadsNeeds } from './load-needs.ts'

const dayMs = 86_400_000
/** Payments of this many days are read: an open hold lapses after 30. */
const paymentDays = 35

/** The evidence of a credit: the issuer's answer, or a row of the card's history. */
export type CreditEffect = CreditChange | BalanceHistoryRow
export const isRow = (seen: CreditEffect): seen is BalanceHistoryRow => 'rowId' in seen

/** Reads for a credit's job at the issuer: before an attempt, and to find its outcome. */
export const createCreditReads = ({
  clock,
  needs: { issuer },
}: {
  clock: Clock
  needs: Pick<LoadsNeeds, 'issuer'>
}) => {
  /** Reads the card's balance and the payments from it; both are stored with the attempt. */
  const prepare = async (
    _work: Work,
    { issuerCardId }: IssuerTransfer,
  ): Promise<PreparedAttempt<IssuerTransfer, null>> => {
    const from = after(clock.now(), -paymentDays * dayMs)
    const standing = await readStanding(issuer, { issuerCardId, from })
    if (!standing) return { outcome: 'unavailable' }
    const { availableMills: creditBeforeMills, spentMills: spentBeforeMills } = standing
    return { outcome: 'ready', facts: null, set: { creditBeforeMills, spentBeforeMills, spentFrom: from } }
  }

  /**
   * Increase of the card's balance since the attempt, apart from payments; null: the issuer does not answer.
   */
  const gained = async (transfer: IssuerTransfer): Promise<bigint | null> => {
    const { issuerCardId, creditBeforeMills, spentBeforeMills, spentFrom } = transfer
    const before = { availableMills: creditBeforeMills ?? 0n, spentMills: spentBeforeMills ?? 0n }
    const now = await readStanding(issuer, { issuerCardId, from: spentFrom ?? new Date(0) })
    return now && gainedMills(before, now)
  }

  /**
   * A row of the right amount proves a credit, except where the answer had an unexpected previous credit.
   * Then the card's balance must also show it.
   */
  const findEffect = async (work: Work, transfer: IssuerTransfer): Promise<FoundEffect<CreditEffect>> => {
    const { status, issuerCardId, amountCents } = transfer
    const fresh = await readFreshRows(issuer, work, issuerCardId)
    // A history that the issuer refuses to show proves nothing about a sent credit.
    if (fresh.outcome === 'rejected' && status !== 'checking') return { outcome: 'unavailable' }
    if (fresh.outcome !== 'ok') return fresh
    if (status === 'checking') {
      const strays = await work.read((sql) => listStrayRows(sql, issuerCardId))
      const isClear = fresh.value.length + strays.length === 0
      return isClear ? { outcome: 'absent' } : { outcome: 'foreign', values: fresh.value }
    }
    const found = findCredit(fresh.value, amountCents)
    if (found.outcome !== 'ok' || status !== 'applied' || transfer.isExplained) return found
    return (await gained(transfer)) === amountCents * 10n ? found : { outcome: 'pending' }
  }

  const confirmAbsence = async (transfer: IssuerTransfer) => {
    const gain = await gained(transfer)
    if (gain === null) return 'unavailable'
    return gain === 0n ? 'absent' : 'pending'
  }
  return { prepare, findEffect, confirmAbsence }
}
export type CreditReads = ReturnType<typeof createCreditReads>
