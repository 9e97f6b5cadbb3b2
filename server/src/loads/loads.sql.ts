import { sql as fragment, type Selectable } from 'kysely'
import type { Scope } from '../kernel/database.ts'
import { withKey } from '../kernel/job-rows.sql.ts'
import { anyOf, changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { LoadHistory } from '../kernel/schema.ts'
import { copiedTerms } from './copied-terms.ts'
import { quoteOverBefore } from './load-quote.ts'
import {
  isLoad,
  loadOfRow,
  paymentOfRow,
  storeChain,
  type LoadRecord,
  type PaymentRecord,
} from './load-record.ts'
import type { LoadException, LoadMilestone } from './load-status.ts'

const payments = (sql: Queries) => sql.selectFrom('load').selectAll()
/** Those for cards. */
const loads = (sql: Queries) => payments(sql).where('cardId', 'is not', null)
const one = (row: Parameters<typeof loadOfRow>[0] | undefined): LoadRecord | null =>
  row ? loadOfRow(row) : null
const onePayment = (row: Parameters<typeof loadOfRow>[0] | undefined): PaymentRecord | null =>
  row ? paymentOfRow(row) : null

/** Loads of the scope, for joins by higher modules. */
export const loadRows = (sql: Queries) =>
  sql
    .selectFrom('load')
    .select(['load.id', 'load.ref', 'load.companyId', 'load.userId'])
    .where('load.cardId', 'is not', null)

export const readLoadById = async (sql: Queries, id: string): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).executeTakeFirst())

/** The same, locked until the end of the transaction. */
export const lockLoad = async (sql: Queries, id: string): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).forUpdate().executeTakeFirst())

/** A payment for a card or for a wallet. */
export const readPayment = async (sql: Queries, id: string): Promise<PaymentRecord | null> =>
  onePayment(await payments(sql).where('id', '=', id).executeTakeFirst())

/** The same, locked until the end of the transaction. */
export const lockPayment = async (sql: Queries, id: string): Promise<PaymentRecord | null> =>
  onePayment(await payments(sql).where('id', '=', id).forUpdate().executeTakeFirst())

/** A payment for a wallet of a company in scope. */
export const readTopUpPayment = async (
  sql: Queries,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<PaymentRecord | null> => {
  if (scope.kind === 'own') return null
  const found = payments(sql).where('id', '=', id).where('cardId', 'is', null)
  const seen = scope.kind === 'all' ? found : found.where('load.companyId', '=', anyOf(scope.companyIds))
  return onePayment(await seen.executeTakeFirst())
}

/** Loads of a card that the issuer refused. */
export const readFailedOfCard = async (sql: Queries, cardId: string): Promise<LoadRecord[]> => {
  const failed = loads(sql).where('cardId', '=', cardId).where('status', '=', 'credit_failed')
  return (await failed.orderBy('acceptedAt').execute()).map(loadOfRow)
}

/** The load of a person, or null for another person's. */
export const readOwnLoad = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).where('userId', '=', userId).executeTakeFirst())

/** A load of the companies in scope. */
export const readLoadInScope = async (
  sql: Queries,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<LoadRecord | null> => {
  if (scope.kind === 'own') return null
  const found = loads(sql).where('id', '=', id)
  const seen = scope.kind === 'all' ? found : found.where('load.companyId', '=', anyOf(scope.companyIds))
  return one(await seen.executeTakeFirst())
}

/** Stores a load as it was quoted. */
export const insertLoad = async (sql: Queries, load: PaymentRecord, feeScheduleId: string): Promise<void> => {
  const { chain, rates, ...quoted } = load
  const kind = isLoad(load) ? 'load' : 'top_up'
  await sql
    .insertInto('load')
    .values({ ...quoted, rates: [...rates], chain: storeChain(chain), feeScheduleId, kind })
    .execute()
}

/** Records that a load waits for float. False: it was recorded before. */
export const recordWaitForFloat = async (sql: Queries, id: string): Promise<boolean> => {
  const load = sql.updateTable('load').where('id', '=', id).where('waitsForFloat', '=', false)
  const change = load.set((eb) => ({ waitsForFloat: true, version: eb('version', '+', 1) }))
  return changedOne(await change.executeTakeFirstOrThrow())
}

/** Adds an entry to a load's history. */
export const insertHistory = async (
  sql: Queries,
  entry: Pick<Selectable<LoadHistory>, 'id' | 'exception' | 'at'> & {
    readonly load: Pick<PaymentRecord, 'id' | 'companyId' | 'userId'>
    readonly status: LoadMilestone
  },
): Promise<void> => {
  const { load, ...line } = entry
  const { id: loadId, companyId, userId } = load
  await sql
    .insertInto('loadHistory')
    .values({ ...line, loadId, companyId, userId })
    .execute()
}

/** Returns those addresses that are ours. Money may arrive at each of them at any time. */
export const readOurAddresses = async (
  sql: Queries,
  of: { network: string; among: readonly string[] },
): Promise<Set<string>> => {
  const current = sql
    .selectFrom('load')
    .select('address')
    .where('address', '=', anyOf(of.among))
    .where('network', '=', of.network)
    .where('parentId', 'is', null)
  const archived = sql
    .selectFrom('archivedQuote')
    .select('address')
    .where('address', '=', anyOf(of.among))
    .where('network', '=', of.network)
  return new Set((await current.unionAll(archived).execute()).map(({ address }) => address))
}

const mostOver = 200

/** Undecided loads whose time for payments is over. */
export const readLoadsOver = async (sql: Queries, network: string, scannedUntil: Date): Promise<string[]> => {
  const keyOfDecision = fragment<string>`'loads.time_over:' || load.id`
  const over = await sql
    .selectFrom('load')
    .select('id')
    .where('network', '=', network)
    // Compared as text, because the index of open loads serves it.
    .where('status', 'in', [constant('quoted'), constant('detected')])
    .where('expiresAt', '<', quoteOverBefore(scannedUntil))
    .where((where) => where.not(where.exists(withKey(sql, keyOfDecision))))
    .orderBy('expiresAt')
    .limit(mostOver)
    .execute()
  return over.map(({ id }) => id)
}

/** When the first load of a chain was quoted; null: none was. */
export const readFirstQuote = async (sql: Queries, network: string): Promise<Date | null> => {
  const quotes = sql.selectFrom('load').where('network', '=', network)
  return (await quotes.select(({ fn }) => fn.min('quotedAt').as('at')).executeTakeFirstOrThrow()).at
}

export const readPaymentOfAddress = async (sql: Queries, address: string) =>
  onePayment(await payments(sql).where('address', '=', address).executeTakeFirst())

/** The history of a load, oldest first. */
export const readHistory = (sql: Queries, loadId: string) =>
  sql.selectFrom('loadHistory').select(['status', 'at']).where('loadId', '=', loadId).orderBy('id').execute()

/**
 * Makes a further payment to a used address a separate load, in review, with the first load's rates and the
 * amounts of its transfer.
 */
export const copyLoadForFurtherPayment = async (
  sql: Queries,
  copy: Pick<PaymentRecord, 'id' | 'ref' | 'dueUnits' | 'grossCents' | 'feeCents' | 'netCents'> & {
    readonly from: string
    readonly transferId: string
    readonly exception: LoadException
    readonly at: Date
  },
): Promise<void> => {
  const { id, ref, dueUnits, grossCents, feeCents, netCents } = copy
  const { from, transferId, exception, at: quotedAt } = copy
  const own = {
    id,
    ref,
    status: 'review',
    exception,
    dueUnits,
    grossCents,
    feeCents,
    netCents,
    quotedAt,
  } as const
  const names = Object.keys(own) as (keyof typeof own)[]
  const first = sql.selectFrom('load').where('id', '=', from)
  const address = fragment<string>`address || '#' || ${transferId}::text`
  await sql
    .insertInto('load')
    .columns(['address', 'parentId', ...copiedTerms, ...names])
    .expression(
      first
        .select([address.as('address'), 'id as parentId', ...copiedTerms])
        .select((eb) => names.map((name) => eb.val(own[name]).as(name))),
    )
    .execute()
  await sql.updateTable('chainTransfer').set({ loadId: id }).where('id', '=', transferId).execute()
}
