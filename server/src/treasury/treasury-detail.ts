import type { getTreasuryOperation } from '@cardamom/contract/treasury/treasury-operations'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { readSeenBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Database, Scope } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
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
const readLegs = async (sql: Queries, id: string) => {
  const heads = await readJournalHeads(sql, await findJournalsOf(sql, id, mostJournals))
  const journals = []
  for (const head of heads.toReversed()) journals.push({ ...head, legs: await readJournalLegs(sql, head.id) })
  return journals
}

/** The journals of a record with all their legs. Of the owners, only those in the scope have a name. */
export const readTreasuryJournals = async (
  { read }: Pick<Database, 'read'>,
  { id, scope, write }: { readonly id: string; readonly scope: Scope; readonly write: CoinText },
): Promise<Detail['journals']> => {
  const journals = await read(wholeInstallation, (sql) => readLegs(sql, id))
  const owners = [...new Set(journals.flatMap(({ legs }) => legs.flatMap(({ ownerId }) => ownerId ?? [])))]
  const names = await read(
    scope,
    async (sql) => new Map([...(await readNames(sql, owners)), ...(await readSeenBrandNames(sql, owners))]),
  )
  return journals.map(({ id: journalId, effectiveAt, legs }) => ({
    id: journalId,
    effectiveAt,
    legs: legs.map((leg) => {
      const holder = leg.ownerId === null ? null : (names.get(leg.ownerId) ?? '')
      return legView({ ...leg, account: leg.code, holder }, write)
    }),
  }))
}
