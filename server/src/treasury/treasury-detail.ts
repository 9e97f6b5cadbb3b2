import type { getTreasuryOperation } from '@cardamom/contract/treasury/treasury-operations'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { findJournalsOf, readJournalHeads, readJournalLegs } from '../ledger/journal-view.sql.ts'
import type { TreasuryRow } from './treasury-operations.sql.ts'
import { legView, type CoinText } from './treasury-view.ts'

type Detail = OutputOf<typeof getTreasuryOperation>

/** A wire has its own journal, and one for each part that arrives or comes back. */
const mostJournals = 20

/** Records as the list and the details show them. */
export const treasuryViews = async (
  sql: Queries,
  rows: readonly TreasuryRow[],
  write: CoinText,
): Promise<Omit<Detail, 'journals'>[]> => {
  const people = await readNames(sql, [
    ...new Set(rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy])),
  ])
  return rows.map((row) => ({
    id: row.id,
    ref: publicRef('O', row.id),
    kind: row.kind,
    status: row.status,
    amount: row.amountCents,
    asset: row.asset,
    coins: row.units === null || row.asset === null ? null : write(row.units, row.asset),
    fee: row.feeCents,
    value: row.valueCents,
    venue: row.venue,
    reference: row.reference,
    proof: row.proof,
    valuedOn: row.valuedOn,
    reason: row.reason,
    requestedByName: people.get(row.requestedBy) ?? '',
    approvedByName: people.get(row.approvedBy) ?? '',
    recordedAt: row.recordedAt,
  }))
}

/** The journals of a record as they are in the book, the first one first. Scope: all. */
export const readTreasuryJournals = async (
  sql: Queries,
  id: string,
  write: CoinText,
): Promise<Detail['journals']> => {
  const heads = await readJournalHeads(sql, await findJournalsOf(sql, id, mostJournals))
  const journals: Detail['journals'] = []
  for (const { id: journalId, effectiveAt } of heads.toReversed()) {
    const legs = await readJournalLegs(sql, journalId)
    const owners = legs.flatMap(({ ownerId }) => ownerId ?? [])
    const companies = await readBrandNames(sql, owners)
    const people = await readNames(sql, owners)
    const nameOf = (ownerId: string | null) =>
      ownerId === null ? null : (companies.get(ownerId) ?? people.get(ownerId) ?? '')
    journals.push({
      id: journalId,
      effectiveAt,
      legs: legs.map((leg) => legView({ ...leg, account: leg.code, holder: nameOf(leg.ownerId) }, write)),
    })
  }
  return journals
}
