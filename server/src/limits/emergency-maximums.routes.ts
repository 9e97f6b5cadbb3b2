import { setEmergencyMaximum } from '@cardamom/contract/limits/emergency-maximums'
import { formatCents } from '@cardamom/contract/money'
import { readLevel, readSeenCompany } from '../companies/company-reader.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readEmergencyMaximum, readOwnMaximum, writeMaximum } from './emergency-maximums.sql.ts'
import { tellingEmergency } from './limit-terms.sql.ts'

export const emergencyStepUps = {
  'POST /emergency-maximums': async ({ sql, input }) => {
    const company = await readSeenCompany(sql, textOf(input['companyId']))
    const maximum = input['maximum'] as bigint | null
    return {
      company: company ? brandName(company) : '',
      ...(maximum === null ? {} : { maximumEmergencyLoad: formatCents(maximum) }),
      reason: textOf(input['reason']),
    }
  },
} satisfies Partial<StepUpDescribers>

/** Where the maximum that counts for a company was set, and its own one for a form. */
export const readEmergencyView = async (sql: Queries, company: Company) => {
  const { maximumCents, ofCompanyId } = await readEmergencyMaximum(sql, company.id)
  const own = await readOwnMaximum(sql, company.id)
  const above = ofCompanyId === null ? ('platform' as const) : ('above' as const)
  return {
    maximum: maximumCents,
    source: ofCompanyId === company.id ? ('company' as const) : above,
    version: own?.version ?? 0,
  }
}

const fieldOf = (cents: bigint | null | undefined) => ({
  maximum: cents === null || cents === undefined ? null : formatCents(cents),
})

/** The operator sets the maximum emergency load of a company, which counts for those below it too (domain §3). */
export const mountEmergencyMaximums = ({ mount, ids }: Kernel): void => {
  mount(setEmergencyMaximum, async ({ me, sql, now, input, recordChange, emit }) => {
    const { companyId, maximum: maximumCents, version: seen, reason } = input
    const company = await readSeenCompany(sql, companyId)
    if (!company || (await readLevel(sql, me)) !== 0) return refused('record_not_found')
    const before = await readOwnMaximum(sql, companyId)
    if ((before?.version ?? 0) !== seen) return refused('record_changed')
    if ((before?.maximumCents ?? null) === maximumCents) return refused('nothing_changes')
    const row = { id: ids.next(), companyId, maximumCents, seen, reason, now }
    const write = () => writeMaximum(sql, { ...row, changedBy: me.userId })
    if (!(await tellingEmergency({ sql, emit }, companyId, write))) return refused('record_changed')
    recordChange({
      entity: 'emergency_maximum',
      entityId: companyId,
      companyId,
      before: fieldOf(before?.maximumCents),
      after: { ...fieldOf(maximumCents), reason },
    })
    return accepted({ version: seen + 1 })
  })
}
