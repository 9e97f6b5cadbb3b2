import { removePayinLimit, setPayinLimit } from '@cardamom/contract/limits/payin-limits'
import { readLevel, readSeenCompany } from '../companies/company-reader.sql.ts'
import { brandName, productName, type Company } from '../companies/company.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FieldValues } from '../kernel/recorded-change.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import {
  limitKey,
  lockLimits,
  readOwnLimits,
  readRoom,
  removeLimit,
  writeLimit,
  type PayinCategory,
  type PayinLimit,
} from './limits.sql.ts'
import { tellingLimits } from './limit-terms.sql.ts'
import { isSameLimit, isWithin, limitView, wireLimit } from './payin-limit.ts'

type Setter = { readonly company: Company | null; readonly level: number }

/**
 * For which company a person sets limits, and as which level. A company sets its own and those below it; the platform is
 * the operator's.
 */
const readSetter = async (
  sql: Queries,
  { me, companyId }: { me: SessionPrincipal; companyId: string | null },
): Promise<Answer<Setter, 'record_not_found' | 'permission_denied'>> => {
  const level = await readLevel(sql, me)
  if (companyId === null)
    return level === 0 ? accepted({ company: null, level }) : refused('permission_denied')
  const company = await readSeenCompany(sql, companyId)
  if (!company || (level > 0 && !company.path.includes(me.companyId))) return refused('record_not_found')
  return accepted({ company, level })
}

const amountsOf = ({ minimumCents, maximumCents, dailyCents }: PayinLimit) => {
  const { minimum, maximum, daily } = wireLimit({ minimumCents, maximumCents, dailyCents })
  return { minimum, maximum, daily }
}

/**
 * What the audit stores. A limit that the operator sets belongs to the installation, because its reason is not for the
 * company; what a company sets is in its own audit.
 */
const recorded = (of: {
  setter: Setter
  category: PayinCategory
  before: PayinLimit | null
  after: PayinLimit | null
  reason: string
}) => {
  const { company, level } = of.setter
  const none = { minimum: null, maximum: null, daily: null }
  const after: FieldValues = { ...(of.after ? amountsOf(of.after) : none), level, reason: of.reason }
  return {
    entity: 'payin_limit',
    entityId: limitKey({ companyId: company?.id ?? null, category: of.category }),
    companyId: level === 0 ? null : (company?.id ?? null),
    before: of.before && amountsOf(of.before),
    after,
  }
}

const nameOf = async (sql: Queries, companyId: unknown) => {
  const company = typeof companyId === 'string' ? await readSeenCompany(sql, companyId) : null
  return company ? brandName(company) : productName
}

export const limitStepUps = {
  'POST /payin-limits': async ({ sql, input }) => {
    const { companyId, category, minimum, maximum, daily, reason } = input
    const shown = wireLimit({
      minimumCents: minimum as bigint,
      maximumCents: maximum as bigint,
      dailyCents: daily as bigint,
    })
    return {
      company: await nameOf(sql, companyId),
      payinCategory: textOf(category),
      limitMinimum: shown.minimum,
      limitMaximum: shown.maximum,
      limitDaily: shown.daily,
      reason: textOf(reason),
    }
  },
  'POST /payin-limits/removals': async ({ sql, input }) => ({
    company: await nameOf(sql, input['companyId']),
    payinCategory: textOf(input['category']),
    reason: textOf(input['reason']),
  }),
} satisfies Partial<StepUpDescribers>

/** Changes of limits. They count at once for new quotes; what was quoted can be paid. */
export const mountLimitChanges = ({ mount, ids }: Kernel): void => {
  mount(setPayinLimit, async ({ me, sql, now, input, recordChange, emit }) => {
    const { companyId, category, version: seen, reason } = input
    const setter = await readSetter(sql, { me, companyId })
    if (!setter.accepted) return setter
    const { level } = setter.value
    const { minimum: minimumCents, maximum: maximumCents, daily: dailyCents } = input
    const limit = { minimumCents, maximumCents, dailyCents }
    await lockLimits(sql)
    const [before] = await readOwnLimits(sql, { companyId, level, categories: [category] })
    if ((before?.version ?? 0) !== seen) return refused('record_changed')
    if (before && isSameLimit(before, limit)) return refused('nothing_changes')
    if (companyId !== null && level > 0) {
      const room = await readRoom(sql, { companyId, category, level })
      if (!isWithin(limit, room)) return refused('limit_room_exceeded', { data: wireLimit(room) })
    }
    const id = before?.id ?? ids.next()
    const row = { id, companyId, category, level, limit, seen, changedBy: me.userId, reason, now }
    const of = { companyId, category, setBy: level === 0 ? null : me.companyId }
    const version = await tellingLimits({ sql, emit }, of, () => writeLimit(sql, row))
    if (version === null) return refused('record_changed')
    recordChange(recorded({ setter: setter.value, category, before: before ?? null, after: limit, reason }))
    return accepted({ id, version, ...limitView(limit) })
  })

  mount(removePayinLimit, async ({ me, sql, input, recordChange, emit }) => {
    const { companyId, category, version: seen, reason } = input
    const setter = await readSetter(sql, { me, companyId })
    if (!setter.accepted) return setter
    const { level } = setter.value
    await lockLimits(sql)
    const [before] = await readOwnLimits(sql, { companyId, level, categories: [category] })
    if (!before) return refused('record_changed')
    const removed = { companyId, category, level, seen }
    const of = { companyId, category, setBy: level === 0 ? null : me.companyId }
    if (!(await tellingLimits({ sql, emit }, of, () => removeLimit(sql, removed))))
      return refused('record_changed')
    recordChange(recorded({ setter: setter.value, category, before, after: null, reason }))
    return accepted({ removed: true as const })
  })
}
