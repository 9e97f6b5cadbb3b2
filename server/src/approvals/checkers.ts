import { permissionTags } from '@cardamom/contract/permission-tags'
import { superRole } from '@cardamom/contract/roles'
import { readPresentPrincipals } from '../access/present-principals.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { after } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/database.ts'
import { seesCompany } from '../kernel/approval-requests.ts'
import { provedPerson } from '../kernel/scopes.ts'
import { couldCheck, selfCheckWaitMs } from './approval.ts'

type CheckedRequest = { readonly kind: string; readonly checkerTag: string; readonly companyId: string }

/** Roles whose people may hold a tag, the super administrators apart. */
const otherRolesWith = (checkerTag: string): readonly number[] => {
  const found = permissionTags.find(({ tag }) => tag === checkerTag)
  return found ? [...found.byDefault, ...found.grantable].filter((role) => role !== superRole) : []
}

/** Whether two people could check a request, and from when its maker may approve it alone if they could not. */
export const createCheckers = ({ db, config }: { readonly db: Database; readonly config: Config }) => {
  const countWith = async (roleIds: readonly number[], of: CheckedRequest) => {
    // A checker may be out of the maker's scope, so the people of all companies are read.
    const sql = db.reader(provedPerson)
    const { path } = await readCompany(sql, of.companyId)
    const people = await readPresentPrincipals(sql, { roleIds })
    return people.filter((person) => couldCheck(person, { ...of, path }) && seesCompany(person, of.companyId))
      .length
  }
  const areTwo = async (of: CheckedRequest): Promise<boolean> => {
    const supers = await countWith([superRole], of)
    return supers >= 2 || supers + (await countWith(otherRolesWith(of.checkerTag), of)) >= 2
  }
  return {
    areTwo,
    selfCheckFrom: async (of: CheckedRequest & { readonly now: Date }): Promise<Date | null> =>
      (await areTwo(of)) ? null : after(of.now, selfCheckWaitMs[config.mode]),
  }
}

export type Checkers = ReturnType<typeof createCheckers>
