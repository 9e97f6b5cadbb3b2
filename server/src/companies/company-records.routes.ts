import {
  activateCompany,
  createCompany,
  deactivateCompany,
  getCompany,
  proposeSlug,
  updateCompany,
} from '@cardamom/contract/companies/company-record'
import { CompanySlug } from '@cardamom/contract/companies'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { createCompaniesList } from './companies.list.ts'
import { createCompanyUpdate, type ChangeCall } from './company-update.ts'
import { mayDecide, recordOf, type CompanyFacts } from './company-record.ts'
import { findRecord, insertNewCompany, lockRecord, readLine, readUsedSlugs } from './company-records.sql.ts'
import { isReserved, slugsFor } from './company-slug.ts'
import { houseId, originOf, positionBelow } from './company.ts'

/** Finds the company before the reader has to confirm. */
export const companyInScope = async ({
  sql,
  params,
}: {
  readonly sql: Queries
  readonly params: { readonly id: string }
}): Promise<'record_not_found' | null> => ((await findRecord(sql, params.id)) ? null : 'record_not_found')

/** The tree of companies: list, details, creation, general fields, activation (domain §1). */
export const mountCompanyRecords = (kernel: Kernel, facts: CompanyFacts): void => {
  const { mount, config, ids, clock } = kernel
  const change = createCompanyUpdate(kernel, facts)

  mountList(kernel, createCompaniesList(facts))

  mount(getCompany, async ({ sql, me, params }) => {
    if (!(await findRecord(sql, params.id))) return refused('record_not_found')
    return accepted(await recordOf(sql, params.id, { me, config, facts }))
  })

  mount(proposeSlug, async ({ sql, input: { name, slug } }) => {
    const proposals = slugsFor(name)
    const wanted = slug !== undefined && CompanySlug.safeParse(slug).success ? slug : null
    const used = await readUsedSlugs(sql, wanted === null ? proposals : [...proposals, wanted])
    const proposal = proposals.find((each) => !used.has(each)) ?? ''
    const shown = { id: '', slug: wanted ?? proposal, domain: null }
    return accepted({
      proposal,
      isFree: wanted === null ? null : !used.has(wanted) && !isReserved(wanted),
      origin: shown.slug === '' ? '' : originOf(shown, config),
    })
  })

  mount(createCompany, async ({ sql, emit, recordChange, me, input }) => {
    const { parentId, name, slug, contactEmail, timeZone } = input
    const parent = parentId === null ? null : await lockRecord(sql, parentId)
    if (parentId !== null && !parent) return refused('record_not_found')
    if (!parent && !mayDecide(me, { parentId: null }, new Set())) return refused('parent_decides')
    const line = parent ? await readLine(sql, parent.id) : []
    if (line.some(({ active }) => !active)) return refused('company_closed')
    const id = ids.next()
    const position = positionBelow(parent, id)
    if (!position.accepted) return position
    const fields = { id, parentId, name, slug, contactEmail, timeZone, ...position.value }
    const isNew = !isReserved(slug) && (await insertNewCompany(sql, fields, clock.now()))
    if (!isNew) return refused('slug_taken', { field: 'slug' })
    const after = { name, slug, contactEmail, timeZone, parentId, tier: position.value.tier }
    recordChange({ entity: 'company', entityId: id, companyId: id, before: null, after })
    emit({ type: 'company.created', entityId: id, companyId: id, userId: null })
    return accepted(await recordOf(sql, id, { me, config, facts }))
  })

  mount(updateCompany, (call) => change(call, () => accepted(call.input)), companyInScope)

  const activate = (active: boolean) => (call: ChangeCall) =>
    change(call, (company, { isDecider }) => {
      if (!isDecider) return refused('parent_decides')
      return company.id === houseId ? refused('house_stays') : accepted({ active })
    })
  mount(deactivateCompany, activate(false), companyInScope)
  mount(activateCompany, activate(true), companyInScope)
}
