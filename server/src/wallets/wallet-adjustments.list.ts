import { listOwnAdjustments, listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { readBrandNames } from '../companies/companies.sql.ts'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import { adjustmentRows } from './wallet-adjustments.sql.ts'
import { readHolderNames } from './wallet-holders.sql.ts'

/** The last digits of cards, by their ids. */
const readDigits = async (sql: Queries, ids: readonly string[]) =>
  new Map((await listCardsByIds(sql, [...new Set(ids)])).map(({ id, lastDigits }) => [id, lastDigits]))

/** The reference of an adjustment that people see. */
export const adjustmentRef = (id: string): string => publicRef('A', id)

/** An adjustment that undoes another one, or is undone by it. */
export const namedAdjustment = (id: string | null) => (id === null ? null : { id, ref: adjustmentRef(id) })

/** Manual credits and debits of the wallets and cards in scope, the last first. */
export const walletAdjustmentsList = list(listWalletAdjustments, {
  table: 'walletAdjustment',
  from: adjustmentRows,
  scope: 'companies',
  filters: { holderKind: 'ownerKind' },
  items: async (rows, { sql }) => {
    const holders = await readHolderNames(
      sql,
      rows.map(({ ownerId, ownerKind, cardHolderId }) =>
        ownerKind === 'card'
          ? { id: cardHolderId ?? '', kind: 'person' as const }
          : { id: ownerId, kind: ownerKind },
      ),
    )
    const cards = await readDigits(
      sql,
      rows.flatMap(({ ownerId, ownerKind }) => (ownerKind === 'card' ? [ownerId] : [])),
    )
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const people = await readNames(sql, [
      ...new Set(rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy ?? []].flat())),
    ])
    return rows.map((row) => ({
      id: row.id,
      ref: adjustmentRef(row.id),
      holderId: row.ownerId,
      holderKind: row.ownerKind,
      holderName: holders.get(row.cardHolderId ?? row.ownerId) ?? '',
      lastDigits: cards.get(row.ownerId) ?? null,
      companyId: row.companyId,
      companyName: companies.get(row.companyId) ?? '',
      wallet: row.wallet,
      type: row.type,
      status: row.status,
      amount: row.amountCents,
      reason: row.reason,
      requestedByName: people.get(row.requestedBy) ?? '',
      approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
      adjustedAt: row.adjustedAt,
      endedAt: row.endedAt,
      refusal: row.refusal,
      reversalOf: namedAdjustment(row.reversalOf),
      reversedBy: namedAdjustment(row.reversedBy),
    }))
  },
  csv: {
    texts: 'walletAdjustments',
    columns: [
      'ref',
      'holderName',
      'lastDigits',
      'companyName',
      'wallet',
      'type',
      'status',
      'amount',
      'reason',
      'requestedByName',
      'approvedByName',
      'adjustedAt',
    ],
  },
})

/** Adjustments of the reader's own wallets. */
export const ownAdjustmentsList = list(listOwnAdjustments, {
  table: 'walletAdjustment',
  from: adjustmentRows,
  scope: { owner: 'walletAdjustment.ownerId' },
  items: (rows) =>
    rows.map(({ id, wallet, type, amountCents, reason, adjustedAt }) => ({
      id,
      ref: adjustmentRef(id),
      wallet,
      type,
      amount: amountCents,
      reason,
      adjustedAt,
    })),
  csv: {
    texts: 'ownAdjustments',
    columns: ['ref', 'adjustedAt', 'type', 'wallet', 'amount', 'reason'],
  },
})
