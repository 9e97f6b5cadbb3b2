import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { plainText } from './staff.sql.ts'

/** Written out, so that the partial indexes of these rows are used. */
const isPerson = fragment<boolean>`app_user.role_id in (2, 7, 8)`

/** Whether name, e-mail or username of a person contain a phrase. */
export const personContains = (phrase: string) =>
  fragment<boolean>`position(${plainText(phrase)} in app_user.search_text) > 0`

/** Cardholders and sellers of the scope, for the lists of higher modules. */
export const peopleRows = (sql: Queries) =>
  sql
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.companyId', 'appUser.roleId', 'appUser.active', 'appUser.email'])
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.emailVerifiedAt', 'appUser.createdAt'])
    .select(['appUser.identityVerifiedAt', 'appUser.isTest'])
    .where(isPerson)
