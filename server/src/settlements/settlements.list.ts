import { listOwnSettlements, listSettlements } from '@cardamom/contract/settlements'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { findCompanyIds, readBrandNames } from '../companies/companies.sql.ts'
import { findPersonIds, ownerContains } from '../identity/people.sql.ts'
import { idEndsOf, isInRange } from '../kernel/code-search.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { findPaidBy } from '../loads/load-trails.sql.ts'
import { settlementsOfSources } from '../shares/share-sources.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { settlementRows, type SettlementRecord } from './settlements.sql.ts'

const where = expressionBuilder<DB, 'settlement'>()

/** The reference of a settlement that people see. */
export const settlementRef = (id: string): string => publicRef('S', id)

/** Settlements as people see them. The name of a person out of the scope is empty. */
export const settlementViews = async (sql: Queries, rows: readonly SettlementRecord[]) => {
  const holders = await readHolderNames(
    sql,
    rows.map(({ ownerId, ownerKind }) => ({ id: ownerId, kind: ownerKind })),
  )
  const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  return rows.map((row) => ({
    id: row.id,
    ref: settlementRef(row.id),
    status: row.status,
    ownerId: row.ownerId,
    ownerKind: row.ownerKind,
    ownerName: holders.get(row.ownerId) ?? '',
    companyId: row.companyId,
    companyName: companies.get(row.companyId) ?? '',
    tier: row.tier,
    wallet: row.wallet,
    periodEnd: row.periodEnd,
    shares: row.shareCount,
    matured: row.maturedCents,
    manual: row.addedCents - row.deductedCents,
    recovered:
      row.owedBeforeCents === null || row.owedAfterCents === null
        ? null
        : row.owedBeforeCents - row.owedAfterCents,
    allowance: row.allowanceCents,
    paid: row.paidCents,
    isAutomatic: row.drawnUpBy === null,
    waitsFor: row.status === 'draft' ? row.waitsFor : null,
    paidAt: row.paidAt,
  }))
}

/**
 * Settlements with this reference or its beginning, with a share of what a transaction paid, and those whose company or person
 * has a name with the phrase.
 */
const settlementsNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = await findCompanyIds(sql, phrase, me.scope)
  const people = await findPersonIds(sql, phrase)
  const ids = [...companyIds, ...(people ?? [])]
  const paid = await findPaidBy(sql, phrase.toLowerCase())
  const found = fragment`settlement.id in (
    select s.id from settlement s where ${isInRange('s.refEnd', idEndsOf('S', phrase))}
    union all ${settlementsOfSources(paid)}
    union all select s.id from settlement s where s.owner_id = any(array(select unnest(${ids}::uuid[]))))`
  const where =
    people === null
      ? fragment<SqlBool>`(${found} or coalesce(${ownerContains('settlement.ownerId', phrase)}, false))`
      : fragment<SqlBool>`${found}`
  return { where, count: null }
}

/** Settlements of the companies in scope, the last period first. */
export const settlementsList = list(listSettlements, {
  table: 'settlement',
  from: (sql, _input, { me }) => {
    const ownerId = onlyOwnerOf(me)
    const rows = settlementRows(sql)
    return ownerId === null ? rows : rows.where('settlement.ownerId', '=', ownerId)
  },
  scope: 'companies',
  filters: { tier: (tier: string) => where('settlement.tier', '=', Number(tier)) },
  search: settlementsNamed,
  items: (rows, { sql }) => settlementViews(sql, rows),
  csv: {
    texts: 'settlements',
    columns: [
      'ref',
      'status',
      'ownerName',
      'companyName',
      'tier',
      'wallet',
      'periodEnd',
      'shares',
      'matured',
      'manual',
      'recovered',
      'allowance',
      'paid',
      'paidAt',
    ],
  },
})

/** Settlements of the reader's own wallets. */
export const ownSettlementsList = list(listOwnSettlements, {
  table: 'settlement',
  from: settlementRows,
  scope: { owner: 'settlement.ownerId' },
  items: (rows, { sql }) => settlementViews(sql, rows),
  csv: {
    texts: 'settlements',
    columns: [
      'ref',
      'status',
      'wallet',
      'periodEnd',
      'shares',
      'matured',
      'manual',
      'recovered',
      'allowance',
      'paid',
      'paidAt',
    ],
  },
})
