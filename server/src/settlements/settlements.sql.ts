import { sql as fragment, type Insertable, type Selectable } from 'kysely'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Settlement, SettlementLine } from '../kernel/schema.ts'
import { readBalances } from '../ledger/reports.ts'
import type { Standing } from './settlement.ts'

export type SettlementRecord = Omit<Selectable<Settlement>, 'refEnd'>
export type LineRecord = Selectable<SettlementLine>

/** Settlements of the scope. */
export const settlementRows = (sql: Queries) => sql.selectFrom('settlement').selectAll('settlement')

export const readSettlement = async (sql: Queries, id: string): Promise<SettlementRecord | null> =>
  (await settlementRows(sql).where('settlement.id', '=', id).executeTakeFirst()) ?? null

/** The same, locked until the end of the transaction. */
export const lockSettlement = async (sql: Queries, id: string): Promise<SettlementRecord | null> =>
  (await settlementRows(sql).where('settlement.id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Inserts a settlement. False: its wallet has one of this period that is not void. */
export const insertSettlement = async (sql: Queries, row: Insertable<Settlement>): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('settlement')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'wallet', 'periodEnd'])
          .where(fragment<boolean>`status <> 'void'`)
          .doNothing(),
      )
      .executeTakeFirst(),
  )

/** The settlement of a wallet and a period that is not void. */
export const findSettlement = async (
  sql: Queries,
  of: Pick<SettlementRecord, 'ownerId' | 'wallet' | 'periodEnd'>,
): Promise<SettlementRecord | null> =>
  (await settlementRows(sql)
    .where('ownerId', '=', of.ownerId)
    .where('wallet', '=', of.wallet)
    .where('periodEnd', '=', of.periodEnd)
    .where('status', '<>', 'void')
    .executeTakeFirst()) ?? null

/** What its shares are, as long as it is a draft. */
export const setShares = async (
  sql: Queries,
  id: string,
  of: { readonly count: number; readonly cents: bigint },
): Promise<void> => {
  await sql
    .updateTable('settlement')
    .set({ shareCount: of.count, maturedCents: of.cents })
    .where('id', '=', id)
    .execute()
}

/** Why a person has to approve it. */
export const setWaiting = async (sql: Queries, id: string, waitsFor: 'limit' | 'break'): Promise<void> => {
  await sql.updateTable('settlement').set({ waitsFor }).where('id', '=', id).execute()
}

export const insertLines = async (sql: Queries, rows: Insertable<SettlementLine>[]): Promise<void> => {
  if (rows.length > 0) await sql.insertInto('settlementLine').values(rows).execute()
}

/** Lines besides the shares, in the order in which they were written. */
export const listLines = (sql: Queries, settlementId: string): Promise<LineRecord[]> =>
  sql
    .selectFrom('settlementLine')
    .selectAll()
    .where('settlementId', '=', settlementId)
    .orderBy('id')
    .execute()

/** Approved settlements in the order of their ids. */
export const listApproved = (
  sql: Queries,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<SettlementRecord[]> =>
  settlementRows(sql)
    .where(fragment<boolean>`status = 'approved'`)
    .$if(after !== null, (rows) => rows.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()

export type LedgerStanding = Standing & {
  readonly availableCents: bigint
  readonly pendingCents: bigint
  /** Numbers of the last postings, for the guards of a payment. */
  readonly owedSeq: bigint
  readonly immediateSeq: bigint
}

/** What the beneficiary owes and has, as the ledger has it now. The caller has read a settlement of them in its scope. */
export const readStanding = async (
  sql: Queries,
  { ownerId, wallet }: Pick<SettlementRecord, 'ownerId' | 'wallet'>,
): Promise<LedgerStanding> => {
  const balances = await readBalances(sql, [ownerId])
  const of = (code: string) => balances.find((each) => each.code === code)
  const owed = of('partner.owed')
  const immediate = of('wallet.immediate.available')
  return {
    owedCents: owed?.natural ?? 0n,
    owedSeq: owed?.seq ?? 0n,
    immediateCents: immediate?.natural ?? 0n,
    immediateSeq: immediate?.seq ?? 0n,
    availableCents: of(`wallet.${wallet}.available`)?.natural ?? 0n,
    pendingCents: of(`wallet.${wallet}.pending`)?.natural ?? 0n,
  }
}

/** Whether a signed block has the journal of a settlement that the caller has found in its scope, by its key. */
export const isKeySigned = async (sql: Queries, key: string): Promise<boolean> =>
  (await sql.maybe<{ signed: boolean }>('select is_key_signed($1) as signed', [key]))?.signed === true

const mostUnpaid = 50

/** Settlements of an owner that are drawn up and not paid, the oldest first. */
export const listUnpaid = (sql: Queries, ownerId: string): Promise<SettlementRecord[]> =>
  settlementRows(sql)
    .where('ownerId', '=', ownerId)
    .where(fragment<boolean>`status in ('draft', 'approved')`)
    .orderBy('periodEnd')
    .orderBy('id')
    .limit(mostUnpaid)
    .execute()

/** How many settlements of each of these owners are drawn up and not paid. */
export const countUnpaidOf = async (
  sql: Queries,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('settlement')
    .select((eb) => ['ownerId', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .where('ownerId', '=', anyOf(ownerIds))
    .where(fragment<boolean>`status in ('draft', 'approved')`)
    .groupBy('ownerId')
    .execute()
  return new Map(rows.map(({ ownerId, count }) => [ownerId, count]))
}
