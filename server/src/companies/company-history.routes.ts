import { listCompanyChanges } from '@cardamom/contract/companies/company-history'
import { readChanges, type ChangeFound } from '../audit/changes.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CompanyFacts } from './company-record.ts'
import { findRecord } from './company-records.sql.ts'

const changesAtOnce = 30
const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

const fieldsOf = (change: ChangeFound, names: ReadonlyMap<string, string>) =>
  Object.keys(change.after ?? change.before ?? {}).map((field) => ({
    id: change.auditId,
    field,
    before: textOf(change.before?.[field]),
    after: textOf(change.after?.[field]),
    at: change.at,
    by: change.actorId === null ? null : (names.get(change.actorId) ?? null),
  }))

/** The history of a company: what was changed, when and by whom. */
export const mountCompanyHistory = ({ mount, db }: Kernel, facts: CompanyFacts): void => {
  mount(listCompanyChanges, async ({ read, params: { id }, input: { before } }) => {
    if (!(await read((sql) => findRecord(sql, id)))) return refused('record_not_found')
    const of = { entity: 'company', entityId: id, limit: changesAtOnce + 1 }
    // All tenants: people above the reader's scope change the company too. They are not named.
    const found = await db.read(allTenants, (sql) =>
      readChanges(sql, before === undefined ? of : { ...of, before }),
    )
    const shown = found.slice(0, changesAtOnce)
    const actors = shown.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]))
    const names = await read((sql) => facts.readNames(sql, actors))
    return accepted({
      items: shown.flatMap((change) => fieldsOf(change, names)),
      next: found.length > changesAtOnce ? (shown.at(-1)?.auditId ?? null) : null,
    })
  })
}
