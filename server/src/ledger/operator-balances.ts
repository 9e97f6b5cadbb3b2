import type { Queries } from '../kernel/queries.ts'

const naturalOf = `select coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8 as natural
  from account where code = $1`
const openOf = `select r.ref, r.balance from ref_balance r join account a on a.id = r.account_id
  where a.code = $1 and r.balance > 0 order by r.open_since, r.ref`

/** Natural balance of an account of the operator's own, in cents; in the scope of jobs. */
export const readOperatorBalance = async (sql: Queries, code: string): Promise<bigint> =>
  (await sql.one<{ natural: bigint }>(naturalOf, [code])).natural

/** What is open by reference on an account of the operator's own, oldest first; in the scope of jobs. */
export const listOpenReferences = (
  sql: Queries,
  code: string,
): Promise<{ readonly ref: string; readonly balance: bigint }[]> =>
  sql.rows<{ ref: string; balance: bigint }>(openOf, [code])

/** How many journals of a kind there are. */
export const countJournals = async (sql: Queries, kind: string): Promise<number> => {
  const journals = sql.selectFrom('journal').where('kind', '=', kind)
  const { count } = await journals
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
