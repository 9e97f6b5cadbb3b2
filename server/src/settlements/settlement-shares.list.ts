import { listOwnSettlementShares, listSettlementShares } from '@cardamom/contract/settlements'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import { settledShareRows } from '../shares/share-settlements.sql.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { readSourceTrails } from './source-trails.ts'
import { basisView, readShareBases, type FoundBasis } from './share-basis.ts'

type ShareRow = Awaited<ReturnType<ReturnType<typeof settledShareRows>['execute']>>[number]

const viewOf = (row: ShareRow, found: FoundBasis | undefined) => ({
  id: row.id,
  source: row.sourceKind,
  loadId: row.sourceKind === 'load' ? row.sourceId : null,
  loadRef: found?.ref ?? null,
  topUpRef: row.sourceKind === 'topup' ? topUpRef(row.sourceId) : null,
  basis: found?.basis ? basisView(found.basis) : null,
  earned: row.amountCents,
  acceptedAt: row.acceptedAt,
  dueAt: row.dueAt,
  amount: row.cents,
  reversed: row.reversedCents,
})

/** A load is not in the scope of each of its beneficiaries; the bases of their own shares are. */
const readBases = (sql: Queries, rows: readonly ShareRow[]) =>
  readShareBases(
    sql,
    rows.map(({ id }) => id),
  )

const ofSettlement = (sql: Queries, settlementId: string) =>
  settledShareRows(sql).where('share.draftId', '=', settlementId)

const common = {
  table: 'share' as const,
  sorts: { line: 'share.id' },
  filters: { settlementId: 'share.draftId' },
} as const

/** Shares of a settlement in scope with what they come from. They are found by the settlement; the policy has the companies. */
export const settlementSharesList = list(listSettlementShares, {
  ...common,
  scope: 'shared',
  from: (sql, { settlementId }, { me }) => {
    const ownerId = onlyOwnerOf(me)
    const rows = ofSettlement(sql, settlementId)
    return ownerId === null ? rows : rows.where('share.ownerId', '=', ownerId)
  },
  items: async (rows: readonly ShareRow[], { sql }) => {
    const bases = await readBases(sql, rows)
    const trailOf = await readSourceTrails(sql, rows)
    return rows.map((row) => ({ ...viewOf(row, bases.get(row.id)), ...trailOf(row) }))
  },
})

/** Shares of a settlement of the reader. Who paid, and how, is not theirs to know (domain §8). */
export const ownSettlementSharesList = list(listOwnSettlementShares, {
  ...common,
  scope: { owner: 'share.ownerId' },
  from: (sql, { settlementId }) => ofSettlement(sql, settlementId),
  items: async (rows: readonly ShareRow[], { sql }) => {
    const bases = await readBases(sql, rows)
    return rows.map((row) => viewOf(row, bases.get(row.id)))
  },
})
