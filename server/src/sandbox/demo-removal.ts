import type { Selectable } from 'kysely'
import { cardRows } from '../cards/cards.sql.ts'
import { deleteCompany, readCompanies } from '../companies/companies.sql.ts'
import { deleteUser, listReferrersOfOthers } from '../identity/user-removal.sql.ts'
import { setUserActive, userRows } from '../identity/users.sql.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DemoRecord } from '../kernel/schema.ts'
import { hasAccounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/reports.ts'
import { listPeopleWithLoads } from '../loads/wallet-loads.sql.ts'
import { deleteSellerCodes, listRecruitersOf } from '../sellers/codes.sql.ts'
import { deleteInvitations } from '../sellers/seller-invitations.sql.ts'

/**
 * The result of a removal: the number of deleted rows, and people and companies that stay because money or
 * others depend on them.
 */
export type DemoRemoval = {
  readonly removed: number
  readonly retained: readonly { kind: string; id: string; why: string }[]
}

/** Tables with rows of a person under `user_id`, without the history, which may not be changed. */
const personalTables = `select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and has_table_privilege(current_user, c.oid, 'delete')
    and not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'history_stays')`

type Kind = Selectable<DemoRecord>['kind']

const listRecorded = async (sql: Queries, kind: Kind): Promise<string[]> => {
  const records = sql.selectFrom('demoRecord').select('rowId').where('kind', '=', kind)
  return (await records.execute()).map(({ rowId }) => rowId)
}
const forgetRows = (sql: Queries, kind: Kind, rowIds: readonly string[]) =>
  sql.deleteFrom('demoRecord').where('kind', '=', kind).where('rowId', '=', anyOf(rowIds)).execute()

/**
 * People with money in the ledger stay, and people who referred a person outside of the demo. Their
 * recruiters stay too.
 */
const listStaying = async (sql: Queries, people: readonly string[]): Promise<ReadonlySet<string>> => {
  const cards = await cardRows(sql).where('card.userId', '=', anyOf(people)).execute()
  const personOf = new Map(cards.map(({ id, userId }) => [id, userId]))
  const balances = await readBalances(sql, [...people, ...personOf.keys()])
  const withHistory = [
    ...balances.map(({ ownerId }) => personOf.get(ownerId) ?? ownerId),
    ...(await listPeopleWithLoads(sql, people)),
    ...(await listReferrersOfOthers(sql, people)),
  ]
  return new Set([...withHistory, ...(await listRecruitersOf(sql, withHistory))])
}

const removePerson = async (sql: Queries, tables: readonly string[], id: string): Promise<number> => {
  let removed = 0
  for (const table of tables) removed += await sql.run(`delete from "${table}" where user_id = $1`, [id])
  await deleteInvitations(sql, id)
  await forgetRows(sql, 'seller_code', await deleteSellerCodes(sql, id))
  if (await deleteUser(sql, id)) removed += 1
  await forgetRows(sql, 'person', [id])
  return removed
}

/** Deletes a company without people and money. False: the company stays. */
const removeCompany = async (sql: Queries, id: string): Promise<boolean> => {
  const person = await userRows(sql).where('appUser.companyId', '=', id).limit(1).executeTakeFirst()
  if (person || (await hasAccounts(sql, id)) || !(await deleteCompany(sql, id))) return false
  await forgetRows(sql, 'company', [id])
  return true
}

/** Sorts tables so that rows are deleted before the rows that they refer to. */
const orderedTables = async (sql: Queries): Promise<string[]> => {
  const names = (await sql.rows<{ name: string }>(personalTables)).map(({ name }) => name)
  const references = await sql.rows<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  const rank = (name: string, seen: readonly string[] = []): number =>
    Math.max(
      0,
      ...references
        .filter(({ parent, child }) => parent === name && child !== name && !seen.includes(child))
        .map(({ child }) => 1 + rank(child, [...seen, name])),
    )
  return names.sort((a, b) => rank(a) - rank(b))
}

/**
 * Removes exactly what the demo made: people without history, their codes, and companies without people. The
 * ledger is never changed: people with money in it are deactivated and named in the answer.
 */
export const removeDemo = ({ db }: Pick<Kernel, 'db'>): Promise<DemoRemoval> =>
  db.write(wholeInstallation, async (sql) => {
    const people = await listRecorded(sql, 'person')
    const tables = await orderedTables(sql)
    const stays = await listStaying(sql, people)
    const retained: { kind: string; id: string; why: string }[] = []
    let removed = 0
    // People are deleted before the people who referred them.
    for (const id of [...people].reverse()) {
      if (stays.has(id)) {
        await setUserActive(sql, { id, active: false })
        retained.push({ kind: 'person', id, why: 'has history; deactivated' })
        continue
      }
      removed += await removePerson(sql, tables, id)
    }
    const companies = await readCompanies(sql, await listRecorded(sql, 'company'))
    for (const { id } of companies.toSorted((one, other) => other.tier - one.tier)) {
      if (await removeCompany(sql, id)) removed += 1
      else retained.push({ kind: 'company', id, why: 'people or money belong to it' })
    }
    return { removed, retained }
  })
