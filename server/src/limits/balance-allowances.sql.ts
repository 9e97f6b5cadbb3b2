import { changedOne, type Queries } from '../kernel/queries.ts'
import { readBalances } from '../ledger/reports.ts'

/** How far below zero a company's immediate wallet may go, as a person has set it. */
export type BalanceAllowance = {
  readonly id: string
  readonly companyId: string
  readonly allowanceCents: bigint
  readonly version: number
  readonly refusedAt: Date | null
  /** The company that pays what is used and not paid back; null: the operator. */
  readonly guarantorId: string | null
}

const columns = ['id', 'companyId', 'allowanceCents', 'version', 'refusedAt', 'guarantorId'] as const

/** A page of the allowances that were ever set, by company. */
export const listAllowances = (
  sql: Queries,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<BalanceAllowance[]> =>
  sql
    .selectFrom('balanceAllowance')
    .select(columns)
    .$if(after !== null, (allowances) => allowances.where('companyId', '>', after!))
    .orderBy('companyId')
    .limit(most)
    .execute()

/** Nothing is used, so the company above it now answers for what it will use. */
export const setGuarantor = async (
  sql: Queries,
  { companyId, guarantorId }: { readonly companyId: string; readonly guarantorId: string | null },
): Promise<void> => {
  await sql.updateTable('balanceAllowance').set({ guarantorId }).where('companyId', '=', companyId).execute()
}

export const readAllowance = async (sql: Queries, companyId: string): Promise<BalanceAllowance | null> =>
  (await sql
    .selectFrom('balanceAllowance')
    .select(columns)
    .where('companyId', '=', companyId)
    .executeTakeFirst()) ?? null

/** Stores an allowance where it is still of the version that the person saw (0: none); false: it is not. */
export const writeAllowance = async (
  sql: Queries,
  of: {
    readonly id: string
    readonly companyId: string
    readonly allowanceCents: bigint
    readonly guarantorId: string | null
    readonly seen: number
    readonly changedBy: string
    readonly reason: string
    readonly now: Date
  },
): Promise<boolean> => {
  const { id, companyId, seen, now: changedAt, ...set } = of
  const row = { ...set, changedAt, refusedAt: null }
  const written =
    seen === 0
      ? await sql
          .insertInto('balanceAllowance')
          .values({ id, companyId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await sql
          .updateTable('balanceAllowance')
          .set({ ...row, version: seen + 1 })
          .where('companyId', '=', companyId)
          .where('version', '=', seen)
          .executeTakeFirst()
  return changedOne(written)
}

/** Before this version the ledger stored the allowance, because the wallet uses more. */
export const refuseAllowance = async (
  sql: Queries,
  of: { companyId: string; version: number; at: Date },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('balanceAllowance')
      .set({ refusedAt: of.at })
      .where('companyId', '=', of.companyId)
      .where('version', '=', of.version)
      .executeTakeFirst(),
  )

/** What the ledger has of immediate wallets: how far each may go below zero, and how far it is. */
export type WalletAllowance = { readonly allowanceCents: bigint; readonly usedCents: bigint }
const none: WalletAllowance = { allowanceCents: 0n, usedCents: 0n }

/** The caller has checked that these companies are in its scope. */
export const readWalletAllowances = async (
  sql: Queries,
  companyIds: readonly string[],
): Promise<(companyId: string) => WalletAllowance> => {
  const balances = await readBalances(sql, companyIds)
  const found = new Map(
    balances
      .filter(({ code }) => code === 'wallet.immediate.available')
      .map(({ ownerId, floor, natural }) => [
        ownerId,
        { allowanceCents: -(floor ?? 0n), usedCents: natural < 0n ? -natural : 0n },
      ]),
  )
  return (companyId) => found.get(companyId) ?? none
}
