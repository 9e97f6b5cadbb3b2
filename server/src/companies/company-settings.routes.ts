import {
  changeCardCreation,
  changeCompanySettings,
  countPasskeyEnrolments,
} from '@cardamom/contract/companies/company-settings'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { createCompanyUpdate } from './company-update.ts'
import type { CompanyFacts } from './company-record.ts'
import { companyInScope } from './company-records.routes.ts'
import { findRecord, readInheriting } from './company-records.sql.ts'

/** Roles whose own sight of companies the setting *visible to administrators* limits. */
const limitedRoles: readonly number[] = [1, 3]

/** Settings of a company, own or inherited (domain §1). */
export const mountCompanySettings = (kernel: Kernel, facts: CompanyFacts): void => {
  const { mount } = kernel
  const change = createCompanyUpdate(kernel, facts)

  mount(
    changeCompanySettings,
    (call) =>
      change(call, (company, { isDecider }) => {
        const { visibleToAdm, operatorOwned } = call.input
        const hides = visibleToAdm !== undefined && visibleToAdm !== company.visibleToAdm
        const owns = operatorOwned !== undefined && operatorOwned !== company.operatorOwned
        if (hides && limitedRoles.includes(call.me.roleId)) return refused('parent_decides')
        return (hides || owns) && !isDecider ? refused('parent_decides') : accepted(call.input)
      }),
    companyInScope,
  )

  mount(
    changeCardCreation,
    (call) =>
      change(call, (_company, { isDecider }) =>
        isDecider ? accepted(call.input) : refused('parent_decides'),
      ),
    companyInScope,
  )

  mount(countPasskeyEnrolments, async ({ sql, params: { id } }) => {
    if (!(await findRecord(sql, id))) return refused('record_not_found')
    return accepted({ people: await facts.countWithoutPasskey(sql, await readInheriting(sql, id)) })
  })
}
