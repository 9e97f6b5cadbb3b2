import { allTenants, type Database } from '../../server/src/kernel/database.ts'

/** What jobs changed of a record, as the audit has it: a line for each change, oldest first. */
export const jobChangesOf = async (
  db: Database,
  entityId: string,
  fields: readonly string[] = ['status'],
): Promise<string[]> => {
  const rows = await db.read(allTenants, (sql) =>
    sql.rows<{ action: string; entity: string; hasCompany: boolean } & Record<'before' | 'after', object>>(
      `select a.action, c.entity, a.company_id = c.company_id as "hasCompany", c.before, c.after
       from audit_change c join audit a on a.id = c.audit_id
       where c.entity_id = $1 and a.actor_kind = 'job' and a.outcome = 'done' order by a.id, c.number`,
      [entityId],
    ),
  )
  const textOf = (values: object | null) =>
    fields.map((name) => JSON.stringify((values as Record<string, unknown> | null)?.[name] ?? null)).join(' ')
  return rows.map(({ action, entity, hasCompany, before, after }) =>
    [action, entity, ...(hasCompany ? [] : ['without company']), textOf(before), '→', textOf(after)].join(
      ' ',
    ),
  )
}
