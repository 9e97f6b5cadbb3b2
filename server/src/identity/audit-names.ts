import { sql as fragment, type Expression } from 'kysely'
import type { ReadNames } from '../audit/audit.list.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from './users.sql.ts'

/** Names of people and companies in the reader's scope, for the audit. */
export const readAuditNames: ReadNames = async (sql, { userIds, companyIds }) => ({
  people: userIds.length === 0 ? new Map() : await readNames(sql, userIds),
  companies: companyIds.length === 0 ? new Map() : await readBrandNames(sql, companyIds),
})

/** The name of a person, in SQL; null where the reader's scope has no such person. */
export const nameOfPerson = (userId: Expression<string | null>): Expression<string | null> =>
  fragment<string | null>`case when ${userId} is not null then
    (select named.first_name || ' ' || named.last_name from app_user named where named.id = ${userId}) end`
