import type { Ids } from '../kernel/ids.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { applyTransition } from '../kernel/states.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import {
  countDueShares,
  drawUpShares,
  returnShares,
  settleShares,
  sumDueShares,
} from '../shares/share-settlements.sql.ts'
import { feeLevelOf, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { netOf } from './settlement.ts'
import { isEligible, isStopped } from '../shares/share-state.ts'
import { settlementTransitions } from './settlement-status.ts'
import {
  findSettlement,
  insertLines,
  insertSettlement,
  setShares,
  type SettlementRecord,
} from './settlements.sql.ts'

export type ManualLine = { readonly amount: bigint; readonly note: string }

/** Sums of lines by hand: those above zero, and those below it as a positive sum. */
export const manualSums = (lines: readonly ManualLine[]) => {
  const of = (isAdded: boolean) =>
    lines.filter(({ amount }) => amount > 0n === isAdded).reduce((sum, { amount }) => sum + amount, 0n)
  return { addedCents: of(true), deductedCents: -of(false) }
}

export type DraftRequest = {
  readonly holder: WalletHolder
  readonly wallet: WalletType
  readonly periodEnd: Date
  readonly lines: readonly ManualLine[]
  readonly now: Date
  /** Null: the daily run. */
  readonly by: string | null
  readonly reason: string | null
}

const auditOf = (row: Pick<SettlementRecord, 'id' | 'companyId' | 'ownerId' | 'ownerKind'>) => ({
  entity: 'settlement',
  entityId: row.id,
  companyId: row.companyId,
  userId: row.ownerKind === 'person' ? row.ownerId : null,
})
const eventOf = (row: Pick<SettlementRecord, 'id' | 'companyId' | 'ownerId' | 'ownerKind' | 'wallet'>) => ({
  entityId: row.id,
  companyId: row.companyId,
  userId: row.ownerKind === 'person' ? row.ownerId : null,
  payload: { wallet: row.wallet, ownerId: row.ownerId },
})

/** Draws up a settlement with all shares of the wallet that are due and in no other one (domain §8). */
export const drawUp = async (
  tx: WriteTransaction,
  ids: Ids,
  { holder, wallet, periodEnd, lines, now, by, reason }: DraftRequest,
): Promise<Answer<SettlementRecord, 'settlement_exists' | 'nothing_changes'>> => {
  const { sql } = tx
  const [id, ownerId, companyId] = [ids.next(), holder.id, holder.company.id]
  const shares = { ownerId, wallet, until: periodEnd }
  const sums = manualSums(lines)
  const exists = async () => {
    const found = await findSettlement(sql, { ownerId, wallet, periodEnd })
    return found && refused('settlement_exists', { data: { settlementId: found.id } })
  }
  const before = await exists()
  if (before) return before
  const due = await sumDueShares(sql, { ...shares, isEligible })
  if (due.count === 0 && sums.addedCents === sums.deductedCents) return refused('nothing_changes')
  const row = {
    id,
    companyId,
    ownerId,
    ownerKind: holder.kind,
    tier: feeLevelOf(holder),
    wallet,
    periodEnd,
    status: 'draft' as const,
    shareCount: due.count,
    stoppedCount: await countDueShares(sql, { ...shares, rule: isStopped }),
    maturedCents: due.cents,
    ...sums,
    drawnUpAt: now,
    drawnUpBy: by,
    reason,
  }
  // Another one was faster, and its row is seen now.
  if (!(await insertSettlement(sql, row))) return (await exists()) ?? refused('settlement_exists')
  const drawn = await drawUpShares(sql, { ...shares, draftId: id, isEligible })
  await setShares(sql, id, drawn)
  await insertLines(
    sql,
    lines.map(({ amount, note }) => ({
      id: ids.next(),
      settlementId: id,
      companyId,
      ownerId,
      kind: 'manual' as const,
      amountCents: amount,
      note,
    })),
  )
  const made = { ...emptySettlement, ...row, shareCount: drawn.count, maturedCents: drawn.cents }
  tx.recordChange({
    ...auditOf(made),
    before: null,
    after: {
      status: 'draft',
      wallet,
      periodEnd,
      shares: drawn.count,
      net: netOf(made),
      ...(reason === null ? {} : { reason }),
    },
  })
  tx.emit({ type: 'settlement.drafted', ...eventOf(made) })
  return accepted(made)
}

const emptySettlement = {
  waitsFor: null,
  owedBeforeCents: null,
  owedAfterCents: null,
  allowanceCents: null,
  paidCents: null,
  approvedAt: null,
  approvedBy: null,
  paidAt: null,
  paidBy: null,
  voidedAt: null,
  voidedBy: null,
  voidReason: null,
} as const

/**
 * Approves a draft: its shares are settled, so what is reversed of them from now on is owed. Shares that were reversed, or
 * may not be settled any more, leave it. `seenNet`: the sum that the approving person saw.
 */
export const approve = async (
  { sql, recordChange, emit }: WriteTransaction,
  row: SettlementRecord,
  { by, now, seenNet = null }: { by: string | null; now: Date; seenNet?: bigint | null },
): Promise<Answer<SettlementRecord, 'record_changed' | 'nothing_changes'>> => {
  if (row.status !== 'draft') return refused('record_changed')
  const settled = await settleShares(sql, { draftId: row.id, isEligible })
  const changed = { ...row, shareCount: settled.count, maturedCents: settled.cents }
  if (seenNet !== null && netOf(changed) !== seenNet) return refused('record_changed')
  if (settled.count === 0 && row.addedCents === row.deductedCents) return refused('nothing_changes')
  const set = {
    approvedAt: now,
    approvedBy: by,
    shareCount: settled.count,
    maturedCents: settled.cents,
  }
  const isDone = await applyTransition(
    sql,
    settlementTransitions,
    { ...row, status: row.status },
    'settlement.approved',
    { set },
  )
  if (!isDone) return refused('record_changed')
  const { status: before } = row
  recordChange({
    ...auditOf(row),
    before: { status: before },
    after: { status: 'approved', net: netOf(changed) },
  })
  emit({ type: 'settlement.approved', ...eventOf(row) })
  return accepted({ ...changed, ...set, status: 'approved' })
}

/** Voids a settlement that is not paid. Its shares are due again. */
export const makeVoid = async (
  { sql, recordChange, emit }: WriteTransaction,
  row: SettlementRecord,
  { by, now, reason }: { by: string; now: Date; reason: string },
): Promise<boolean> => {
  const { id, status } = row
  if (status !== 'draft' && status !== 'approved') return false
  const set = { voidedAt: now, voidedBy: by, voidReason: reason }
  if (!(await applyTransition(sql, settlementTransitions, { id, status }, 'settlement.voided', { set })))
    return false
  await returnShares(sql, id)
  recordChange({ ...auditOf(row), before: { status }, after: { status: 'void', reason } })
  emit({ type: 'settlement.voided', ...eventOf(row) })
  return true
}
