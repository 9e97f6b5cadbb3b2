import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { PendingTopUps } from '../wallets/pending-parts.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

/** Top-ups that were posted. */
export const topUpRows = (sql: Queries) => sql.selectFrom('topUp').selectAll('topUp')

export type TopUpRecord = Awaited<ReturnType<ReturnType<typeof topUpRows>['execute']>>[number]

/** A share as a plan needs it that changes it. */
export type TopUpShare = {
  readonly id: string
  readonly ownerId: string
  readonly amountCents: bigint
  readonly undoneCents: bigint
  readonly settlementId: string | null
  readonly dueAt: Date | null
}

/** A top-up of the scope. */
export const readTopUp = async (sql: Queries, id: string): Promise<TopUpRecord | null> =>
  (await topUpRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** Which of these top-ups are in scope. */
export const listSeenTopUps = async (sql: Queries, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await sql.selectFrom('topUp').select('id').where('id', '=', anyOf(ids)).execute()
  return rows.map(({ id }) => id)
}

/** What a company has topped up in a wallet since an instant, with its open quotes, in cents. What was reversed does not count. */
export const readToppedUpSince = async (
  sql: Queries,
  { companyId, wallet, since }: { companyId: string; wallet: WalletType; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`topped_up_since(${companyId}, ${wallet}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}

/** The same of several companies, each since the start of its own day. */
export const readToppedUpOnDays = async (
  sql: Queries,
  wallet: WalletType,
  days: readonly { readonly ownerId: string; readonly since: Date }[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await sql.rows<{ ownerId: string; cents: bigint }>(
    `select d.owner_id as "ownerId", topped_up_since(d.owner_id, $1, d.since) as cents
    from unnest($2::uuid[], $3::timestamptz[]) as d(owner_id, since)`,
    [wallet, days.map(({ ownerId }) => ownerId), days.map(({ since }) => since.toISOString())],
  )
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}

/**
 * The top-up that has a bank reference, and the number of the last posting of unconfirmed wires: a plan that guards it has
 * seen every reference.
 */
export const readWireOf = (
  sql: Queries,
  bankReference: string,
): Promise<{ topUpId: string | null; seq: bigint }> =>
  sql
    .selectFrom(
      fragment<{ topUpId: string | null; seq: bigint }>`wire_of_reference(${bankReference})`.as('wire'),
    )
    .selectAll()
    .executeTakeFirstOrThrow()

/** Every share of a top-up of the scope, also of companies that are hidden from the reader. */
export const listAllShares = (sql: Queries, topUpId: string): Promise<TopUpShare[]> =>
  sql
    .selectFrom(fragment<TopUpShare>`shares_of_top_up(${topUpId})`.as('found'))
    .selectAll()
    .execute()

/** The pending top-ups of a company of the scope, by due day and by whether a statement has their wires. */
export const sumPendingTopUps = (sql: Queries, companyId: string): Promise<PendingTopUps[]> =>
  sql
    .selectFrom('topUp')
    .select((eb) => [
      'wire',
      eb.fn.min('dueAt').as('dueAt'),
      eb.fn.min('acceptedAt').as('since'),
      eb.cast<bigint>(eb.fn.sum('netCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('companyId', '=', companyId)
    .where('status', '=', 'pending')
    .groupBy(['wire', 'availableAt'])
    .orderBy('availableAt')
    .execute()

/** The same of every company of the scope, or of one. */
export const sumAllPendingTopUps = (
  sql: Queries,
  companyId: string | null,
): Promise<(PendingTopUps & { readonly companyId: string })[]> =>
  sql
    .selectFrom('topUp')
    .select((eb) => [
      'companyId',
      'wire',
      eb.fn.min('dueAt').as('dueAt'),
      eb.fn.min('acceptedAt').as('since'),
      eb.cast<bigint>(eb.fn.sum('netCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('status', '=', 'pending')
    .$if(companyId !== null, (topUps) => topUps.where('companyId', '=', companyId))
    .groupBy(['companyId', 'wire', 'availableAt'])
    .execute()

/**
 * A page of the regular top-ups that a daily run makes available, after the last one of a page: those that are due the
 * longest first. Scope: jobs.
 */
export const listDueTopUps = (
  sql: Queries,
  { run, most, after }: { run: Date; most: number; after: Pick<TopUpRecord, 'id'> | null },
): Promise<TopUpRecord[]> =>
  topUpRows(sql)
    .where('status', '=', 'pending')
    .where('dueAt', '<=', run)
    // Crypto was final before it was accepted.
    .where((row) => row.or([row('matchedAt', '<=', run), row('kind', '=', 'crypto')]))
    .$if(after !== null, (rows) =>
      rows.where(
        fragment<boolean>`(due_at, id) > ((select due_at from top_up where id = ${after?.id ?? null}::uuid), ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('dueAt')
    .orderBy('id')
    .limit(most)
    .execute()

/** A proof of the scope, without its file. */
export const readProof = async (sql: Queries, id: string) =>
  (await sql
    .selectFrom('topUpProof')
    .select(['id', 'companyId', 'contentType', 'byteCount', 'uploadedBy', 'topUpId'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** The encrypted file of a proof of the scope. */
export const readProofFile = async (sql: Queries, id: string) =>
  (await sql
    .selectFrom('topUpProof')
    .select(['contentType', 'encrypted'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** Removes files that no top-up uses. */
export const removeUnusedProofs = async (sql: Queries, before: Date): Promise<number> =>
  Number(
    (
      await sql
        .deleteFrom('topUpProof')
        .where('topUpId', 'is', null)
        .where('uploadedAt', '<', before)
        .executeTakeFirst()
    ).numDeletedRows,
  )
