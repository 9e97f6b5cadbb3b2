import { createFeeSchedule, setCompanyFees } from '@cardamom/contract/fees/fee-schedules'
import { todayIn } from '@cardamom/contract/dates'
import { formatPercent } from '@cardamom/contract/money'
import { brandName, houseId, productName, type Company } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { DescribedChange } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { addDays, dayOf } from '../kernel/report-days.ts'
import type { FieldValues } from '../kernel/recorded-change.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { errorsOfCount, errorsOfRates, freeTransfers, startOfDay, transferRates } from './fee-change.ts'
import { lockFees, readVersionsNear, writeChange } from './fee-changes.sql.ts'
import { baseIn, ratesInRoom, type Version } from './fee-followers.ts'
import { readLevel, readSeenCompany, readSetter } from '../companies/company-reader.sql.ts'
import { readFeeSchedule } from './fee-schedules.sql.ts'
import type { LevelRates } from './fee-split.ts'
import { tellingFees } from './fee-terms.sql.ts'
import { sumOf, type ScheduleRates } from './fee-view.ts'

/** How far ahead a version can begin: a version is never removed, so a wrong year would stay. */
const mostDaysAhead = 366

const errorsOfDay = (from: string, now: Date): Record<string, string[]> => {
  if (from <= todayIn('UTC', now)) return { from: ['fee_day_past'] }
  return from > addDays(dayOf(now), mostDaysAhead) ? { from: ['fee_day_late'] } : {}
}

const invalid = (errors: Readonly<Record<string, string[]>>) => refused('validation', { data: { errors } })

/** `1.00 / 0.50 / 0.75 / 0.50 / 0.25 = 3.00 %`: the levels from the operator down, and what they are together. */
const textOfRates = (rates: readonly bigint[], hasSum = true) => {
  const each = rates.map(formatPercent).join(' / ')
  return hasSum ? `${each} = ${formatPercent(sumOf(rates))} %` : `${each} %`
}

const textsOf = ({ regular, immediate, transfer }: ScheduleRates) => ({
  regularFees: textOfRates(regular),
  immediateFees: textOfRates(immediate),
  transferFees: textOfRates(transfer, false),
})

/** What the audit stores of a version. It belongs to the installation: a company must not read the rates above it. */
const recorded = ({ id, companyId, version, way, validFrom, ...rates }: Version, reason: string | null) => {
  const after: FieldValues = { company: companyId, version, way, validFrom, ...textsOf(rates), reason }
  return { entity: 'fee_schedule', entityId: id, companyId: null, before: null, after }
}

/** Records the versions that follow from a change, and tells those whose part ends by it. */
const tellFollowers = (
  { recordChange, emit }: Pick<WriteTransaction, 'recordChange' | 'emit'>,
  { followers, near }: { followers: readonly Version[]; near: readonly Version[] },
): void => {
  const ended = new Set(near.flatMap(({ way, companyId }) => (way === 'ended' ? [companyId] : [])))
  for (const each of followers) {
    recordChange(recorded(each, null))
    const { id, companyId, way } = each
    if (way !== 'ended' || ended.has(companyId)) continue
    ended.add(companyId)
    emit({ type: 'fee_schedule.ended', entityId: id, companyId, userId: null })
  }
}

const nameOf = (company: Company | null) => (company ? brandName(company) : productName)

type Input = {
  readonly companyId: string | null
  readonly from: string
  readonly regular: readonly bigint[]
  readonly immediate: readonly bigint[]
  /** Null: transfers are free. */
  readonly transfer: readonly bigint[] | null
}
const ratesOf = ({ regular, immediate, transfer }: Input): ScheduleRates => ({
  regular: regular as unknown as LevelRates,
  immediate: immediate as unknown as LevelRates,
  transfer: transferRates(transfer),
})

const readTarget = async (sql: Queries, companyId: string | null) => {
  if (companyId === null) return { company: null }
  const company = await readSeenCompany(sql, companyId)
  return company && { company }
}

/** Rates before and after, for the person who approves them. */
const describe = async ({ sql, input }: { sql: Queries; input: Input }): Promise<DescribedChange> => {
  const target = await readTarget(sql, input.companyId)
  const at = startOfDay(input.from)
  const present = await readFeeSchedule(sql, { companyId: input.companyId, at })
  const before = textsOf(present)
  const after = textsOf(ratesOf(input))
  return {
    // The rates of all levels are for the operator's staff only.
    companyId: houseId,
    version: present.id,
    changes: [
      { name: 'company', before: null, after: nameOf(target?.company ?? null) },
      { name: 'validFrom', before: null, after: input.from },
      ...(['regularFees', 'immediateFees', 'transferFees'] as const).map((name) => ({
        name,
        before: before[name],
        after: after[name],
      })),
    ],
  }
}

const percentsIn = (value: unknown): LevelRates =>
  (Array.isArray(value) ? value : []) as unknown as LevelRates

export const feeStepUps = {
  'POST /fee-schedules': async ({ sql, input }) => {
    const { companyId, from, reason } = input
    const target = await readTarget(sql, typeof companyId === 'string' ? companyId : null)
    return {
      company: nameOf(target?.company ?? null),
      validFrom: textOf(from),
      ...textsOf({
        regular: percentsIn(input['regular']),
        immediate: percentsIn(input['immediate']),
        transfer: input['transfer'] === null ? freeTransfers : percentsIn(input['transfer']),
      }),
      reason: textOf(reason),
    }
  },
  'POST /fee-schedules/company': async ({ sql, input }) => {
    const { companyId, from, reason } = input
    const target = await readTarget(sql, typeof companyId === 'string' ? companyId : null)
    return {
      company: nameOf(target?.company ?? null),
      validFrom: textOf(from),
      regularFees: textOfRates(percentsIn(input['regular'])),
      immediateFees: textOfRates(percentsIn(input['immediate'])),
      reason: textOf(reason),
    }
  },
} satisfies Partial<StepUpDescribers>

/** Changes of schedules: new versions, which begin on a later day. */
export const mountFeeChanges = (kernel: Kernel): void => {
  mountOperatorFees(kernel)
  mountCompanyFees(kernel)
}

const mountCompanyFees = ({ mount, ids }: Kernel): void => {
  mount(setCompanyFees, async ({ me, sql, now, input, recordChange, emit }) => {
    const setter = await readSetter(sql, { me, companyId: input.companyId })
    if (!setter) return refused('record_not_found')
    const { company, level } = setter
    const { regular, immediate, reason } = input
    const errors = { ...errorsOfDay(input.from, now), ...errorsOfCount({ level, regular, immediate }) }
    if (Object.keys(errors).length > 0) return invalid(errors)
    await lockFees(sql)
    const from = startOfDay(input.from)
    const near = await readVersionsNear(sql, { companyId: company.id, from })
    const base = baseIn(near, { path: company.path, at: from, level })
    const rates = ratesInRoom(base, { level, regular, immediate })
    if (!rates.accepted) return rates
    const own = { createdBy: me.userId, approvedBy: null, reason }
    const of = { companyId: company.id, path: company.path, validFrom: from }
    const change = { ...of, way: 'company', level, baseId: base.id, ...rates.value, ...own } as const
    const setBy = (await readLevel(sql, me)) === 0 ? null : me.companyId
    const { made, followers } = await tellingFees(
      { sql, emit },
      { companyId: company.id, from, near, setBy },
      () => writeChange(sql, { change, near, now, newId: ids.next }),
    )
    // The company reads its own audit, so it has only the part that the company set.
    recordChange({
      entity: 'fee_schedule',
      entityId: made.id,
      companyId: company.id,
      before: null,
      after: {
        version: made.version,
        validFrom: from,
        regularFees: textOfRates(regular),
        immediateFees: textOfRates(immediate),
        reason,
      },
    })
    tellFollowers({ recordChange, emit }, { followers, near })
    return accepted({ id: made.id, version: made.version, from: input.from })
  })
}

const mountOperatorFees = ({ mount, ids }: Kernel): void => {
  mount(
    createFeeSchedule,
    async ({ me, sql, now, input, approval, recordChange, emit }) => {
      // The rates of all levels are the operator's; a company of another level must not see them.
      if ((await readLevel(sql, me)) !== 0) return refused('permission_denied')
      const target = await readTarget(sql, input.companyId)
      if (!target) return refused('record_not_found')
      const errors = {
        ...errorsOfDay(input.from, now),
        ...errorsOfRates({ ...ratesOf(input), transfer: input.transfer }),
      }
      if (Object.keys(errors).length > 0) return invalid(errors)
      await lockFees(sql)
      const from = startOfDay(input.from)
      const { companyId } = input
      const near = await readVersionsNear(sql, { companyId, from })
      const change = {
        companyId,
        path: target.company?.path ?? [],
        validFrom: from,
        way: 'operator',
        level: 0,
        baseId: null,
        ...ratesOf(input),
        createdBy: me.userId,
        approvedBy: approval.checkerId,
        reason: approval.reason,
      } as const
      const { made, followers } = await tellingFees(
        { sql, emit },
        { companyId, from, near, setBy: null },
        () => writeChange(sql, { change, near, now, newId: ids.next }),
      )
      recordChange(recorded(made, approval.reason))
      tellFollowers({ recordChange, emit }, { followers, near })
      return accepted(null)
    },
    { describe },
  )
}
