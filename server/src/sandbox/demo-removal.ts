import { everything } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'

/** What a removal did: rows that are gone, and people and companies that stay because money or others depend on them. */
export type DemoRemoval = {
  readonly removed: number
  readonly kept: readonly { kind: string; id: string; why: string }[]
}

/** Tables that hold rows of a person under `user_id`, besides the history that nobody may change. */
const personalTables = `select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and has_table_privilege(current_user, c.oid, 'delete')
    and not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'history_stays')`

const idsOf = async (sql: Queries, kind: string): Promise<string[]> =>
  (await sql.rows<{ row_id: string }>('select row_id from demo_record where kind = $1', [kind])).map(
    (row) => row.row_id,
  )

/** Whoever has money in the book, or brought somebody who is not of the demo, stays. */
const peopleWithHistory = `select u.id from app_user u where u.id = any($1) and (
    exists (select 1 from account a where a.owner_id = u.id)
    or exists (select 1 from card k join account a on a.owner_id = k.id where k.user_id = u.id)
    or exists (select 1 from load l where l.user_id = u.id)
    or exists (select 1 from app_user o where u.id in (o.seller_one_id, o.seller_two_id, o.referrer_id) and not o.id = any($1)))`

/** A seller two who stays keeps their seller one. */
const recruitersOf = 'select recruited_by as id from seller where user_id = any($1)'

const removePerson = async (sql: Queries, tables: readonly string[], id: string): Promise<number> => {
  let removed = 0
  for (const table of tables) removed += await sql.run(`delete from "${table}" where user_id = $1`, [id])
  await sql.run('delete from seller_code where owner_id = $1', [id])
  return removed + (await sql.run('delete from app_user where id = $1', [id]))
}

/** Rows that point at rows of their own table go last: tables are tried until none refuses any more. */
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
 * Removes exactly what the demo made: people without history, their codes, companies that nobody belongs to. The book is
 * never changed: whoever has money in it is deactivated and named in the answer.
 */
export const removeDemo = ({ db }: Pick<Kernel, 'db'>): Promise<DemoRemoval> =>
  db.write(everything, async (sql) => {
    const people = await idsOf(sql, 'person')
    const tables = await orderedTables(sql)
    const withHistory = (await sql.rows<{ id: string }>(peopleWithHistory, [people])).map(({ id }) => id)
    const recruiters = await sql.rows<{ id: string | null }>(recruitersOf, [withHistory])
    const stays = new Set([...withHistory, ...recruiters.flatMap(({ id }) => id ?? [])])
    const kept: { kind: string; id: string; why: string }[] = []
    let removed = 0
    // Those who were brought go before those who brought them.
    for (const id of [...people].reverse()) {
      if (stays.has(id)) {
        await sql.run('update app_user set active = false where id = $1', [id])
        kept.push({ kind: 'person', id, why: 'has history; deactivated' })
        continue
      }
      removed += await removePerson(sql, tables, id)
      await sql.run(`delete from demo_record where kind = 'person' and row_id = $1`, [id])
    }
    await sql.run(
      `delete from demo_record d where kind = 'seller_code' and not exists (select 1 from seller_code k where k.id = d.row_id)`,
    )
    const companies = await sql.rows<{ id: string }>(
      `select c.id from company c join demo_record d on d.kind = 'company' and d.row_id = c.id order by c.tier desc`,
    )
    for (const { id } of companies) {
      const used = await sql.maybe(
        'select 1 where exists (select 1 from app_user where company_id = $1) or exists (select 1 from company where parent_id = $1) or exists (select 1 from account where company_id = $1)',
        [id],
      )
      if (used) {
        kept.push({ kind: 'company', id, why: 'people or money belong to it' })
        continue
      }
      removed += await sql.run('delete from company where id = $1', [id])
      await sql.run(`delete from demo_record where kind = 'company' and row_id = $1`, [id])
    }
    return { removed, kept }
  })
