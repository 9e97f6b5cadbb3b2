import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'

/** Natural balance of all accounts of these codes, of one asset or of any, in cents or units. Scope: jobs. */
export const readNatural = async (
  sql: Queries,
  of: { codes: readonly string[]; asset: string | null },
): Promise<bigint> => {
  const natural = fragment<bigint>`coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8`
  const accounts = sql.selectFrom('account').where('code', '=', anyOf(of.codes))
  const row = await accounts
    .select(natural.as('natural'))
    .$if(of.asset !== null, (all) => all.where('asset', '=', of.asset))
    .executeTakeFirstOrThrow()
  return row.natural
}

/** Natural balance of one of the operator's own accounts, in cents. Scope: jobs. */
export const readOperatorBalance = (sql: Queries, code: string): Promise<bigint> =>
  readNatural(sql, { codes: [code], asset: null })

/** Open references on one of the operator's own accounts in USD, oldest first. Scope: jobs. */
export const listOpenReferences = (sql: Queries, code: string) =>
  sql
    .selectFrom('refBalance as open')
    .innerJoin('account', 'account.id', 'open.accountId')
    .select(['open.ref', 'open.balance', 'open.openSince'])
    .where('account.code', '=', code)
    .where('account.asset', 'is', null)
    .where('open.balance', '>', 0n)
    .orderBy('open.openSince')
    .orderBy('open.ref')
    .execute()

/** Number of journals of a kind. */
export const countJournals = async (sql: Queries, kind: string): Promise<number> => {
  const journals = sql.selectFrom('journal').where('kind', '=', kind)
  const { count } = await journals
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the book has a journal with one of these keys. */
export const hasJournal = async (sql: Queries, keys: readonly string[]): Promise<boolean> => {
  const found = `select 1 from journal_key
    where key = any (array(select journal_key_of(k) from unnest($1::text[]) k)) limit 1`
  return (await sql.maybe(found, [keys])) !== null
}
