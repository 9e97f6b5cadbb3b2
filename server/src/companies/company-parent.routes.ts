import { changeCompanyParent, previewCompanyParent } from '@cardamom/contract/companies/company-parent'
import type { RefusalOf } from '@cardamom/contract/endpoint'
import { lowestTier } from '@cardamom/contract/companies/company-record'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { announceChange } from '../kernel/change-notices.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSubtree } from './companies.sql.ts'
import { mayDecide, platformValues, recordOf, wireRecord, type CompanyFacts } from './company-record.ts'
import { companyInScope } from './company-records.routes.ts'
import {
  findRecord,
  lockRecord,
  lockTree,
  readLine,
  readLowestTier,
  readSeen,
  writeParent,
  type CompanyLineRow,
} from './company-records.sql.ts'
import { differenceOfLines } from './company-settings.ts'
import { houseId, isWithin } from './company.ts'

type ParentRefusal = RefusalOf<typeof previewCompanyParent>

/** Whether this reader may move the company there; answers the line of companies above its new place. */
const checkParent = async (
  sql: Queries,
  company: CompanyLineRow,
  { parentId, me }: { parentId: string | null; me: SessionPrincipal },
): Promise<Answer<CompanyLineRow[], ParentRefusal>> => {
  if (company.id === houseId) return refused('house_stays')
  const seen = await readSeen(
    sql,
    [company.parentId, parentId].flatMap((id) => (id === null ? [] : [id])),
  )
  if (!mayDecide(me, company, seen)) return refused('parent_decides')
  if (parentId === null) return mayDecide(me, { parentId }, seen) ? accepted([]) : refused('parent_decides')
  if (!seen.has(parentId)) return refused('record_not_found')
  const line = await readLine(sql, parentId)
  const parent = line.at(-1)
  if (!parent || isWithin(parent, company.id)) return refused('below_itself')
  if (line.some(({ active }) => !active)) return refused('company_closed')
  const levels = (await readLowestTier(sql, company.id)) - company.tier + 1
  return parent.tier + levels > lowestTier ? refused('tier_4_has_no_children') : accepted(line)
}

/** Moves in the tree (domain §14): what would change, and the move itself. */
export const mountCompanyParents = ({ mount, config }: Kernel, facts: CompanyFacts): void => {
  mount(previewCompanyParent, async ({ sql, me, params: { id }, input: { parentId = null } }) => {
    const company = await findRecord(sql, id)
    if (!company) return refused('record_not_found')
    const checked = await checkParent(sql, company, { parentId, me })
    if (!checked.accepted) return checked
    const [present, next] = [await readLine(sql, id), [...checked.value, company]]
    const platform = await platformValues(sql, config)
    const subtree = await readSubtree(sql, id)
    const people = await Promise.all(subtree.map((each) => facts.countPeople(sql, each)))
    return accepted({
      tierBefore: company.tier,
      tierAfter: next.length,
      belowCount: subtree.length - 1,
      ...differenceOfLines({ present, next, platform }),
      people: people.reduce((sum, count) => sum + count, 0),
    })
  })

  mount(
    changeCompanyParent,
    async ({ sql, emit, recordChange, me, params: { id }, input: { parentId }, request }) => {
      const version = versionIn(request)
      if (version === null) return refused('validation', noVersion)
      await lockTree(sql)
      const company = await lockRecord(sql, id)
      if (!company) return refused('record_not_found')
      const present = () => recordOf(sql, id, { me, config, facts })
      if (company.version !== version) return refused('record_changed', { data: wireRecord(await present()) })
      const checked = await checkParent(sql, company, { parentId, me })
      if (!checked.accepted) return checked
      if (parentId === company.parentId) return accepted(await present())
      await writeParent(sql, { id, parentId })
      // Scopes of administrators follow the tree.
      announceChange(sql, 'all')
      const before = { parentId: company.parentId, tier: company.tier }
      const after = { parentId, tier: checked.value.length + 1 }
      recordChange({ entity: 'company', entityId: id, companyId: id, before, after })
      emit({ type: 'company.changed', entityId: id, companyId: id, userId: null })
      return accepted(await present())
    },
    companyInScope,
  )
}
