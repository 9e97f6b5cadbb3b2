import { readFees } from '@cardamom/contract/fees'
import { readSplitRules } from '@cardamom/contract/fees/split-rules'
import { releaseWindow } from '../calendar/business-time.ts'
import { readSeenCompany } from '../companies/company-reader.sql.ts'
import { companyOfRequest } from '../companies/company-of-request.ts'
import { houseId, productName, type Company } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeHundredthsBp } from '@cardamom/contract/money'
import { readEmergencyMaximum } from '../limits/emergency-maximums.sql.ts'
import { readPayinLimit } from '../limits/limits.sql.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { feeStepUps, mountFeeChanges } from './fee-changes.routes.ts'
import type { FeeNeeds } from './fee-schedules.list.ts'
import { mountFeeSchedules } from './fee-schedules.routes.ts'
import { costTheSame, speedFeesOf } from './fee-page.ts'
import {
  listScheduleStarts,
  readFeeSchedule,
  readScheduleSource,
  type FeeSchedule,
} from './fee-schedules.sql.ts'
import { splitExamples } from './split-rules.ts'

/** Hundredths of a basis point in a basis point. */
const perBp = 100n

/** The day on which a schedule starts; the operator's calendar is UTC. */
const dayOf = (startsAt: Date) => startsAt.toISOString().slice(0, 10)

/**
 * The first later schedule with another price. Versions that only divide the fee differently are not shown.
 */
const readNextPrices = async (sql: Queries, of: { company: Company; at: Date }, now: FeeSchedule) => {
  const { id: companyId } = of.company
  for (const from of await listScheduleStarts(sql, { companyId, at: of.at })) {
    const schedule = await readFeeSchedule(sql, { companyId, at: from })
    if (!costTheSame(schedule, now)) return { from: dayOf(from), speeds: speedFeesOf(schedule, houseId) }
  }
  return null
}

const readLimits = async (sql: Queries, companyId: string) => {
  const each = await readPayinLimit(sql, { companyId, category: 'virtual_load' })
  const firstPlastic = await readPayinLimit(sql, { companyId, category: 'plastic_first_load' })
  return {
    minimum: each.minimumCents,
    maximum: each.maximumCents,
    daily: each.dailyCents,
    firstPlastic: firstPlastic.minimumCents,
    immediateDaily: (await readEmergencyMaximum(sql, companyId)).maximumCents,
  }
}

/** Spreads of the named coins, sorted by name, then the one of all others. */
const spreadsOf = ({ other = 0, ...named }: Readonly<Record<string, number>>) => [
  ...Object.entries(named)
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([asset, bps]) => ({ asset, percent: BigInt(bps) * perBp })),
  { asset: null, percent: BigInt(other) * perBp },
]

/**
 * Everybody may earn the share of level 4, and everybody above sees it as a level below their own, so its rate is no
 * secret. The rates of the other levels are not shown (domain §13).
 */
const mountSplitRules = ({ mount }: Pick<Kernel, 'mount'>): void => {
  mount(readSplitRules, async ({ sql, me, now, input }) => {
    const companyId = input.companyId ?? me.companyId
    if (companyId !== me.companyId && !(await readSeenCompany(sql, companyId)))
      return refused('record_not_found')
    const { sellerTwoShare, referralMonths } = await readSettings(sql, ['sellerTwoShare', 'referralMonths'])
    const terms = { sellerTwoPartHundredthsBp: sellerTwoShare, referrerMonths: referralMonths }
    return accepted({
      sellerTwoPart: sellerTwoShare,
      sellerOnePart: wholeHundredthsBp - sellerTwoShare,
      referralMonths,
      speeds: splitExamples(await readFeeSchedule(sql, { companyId, at: now }), terms),
    })
  })
}

const shownSettings = ['holidays', 'spreadBps', 'atmFee', 'foreignCurrencyFee'] as const

/**
 * The prices of loading and using a card, on a page that anybody may read (ux §1, `/fees`), and the schedules behind
 * them.
 */
export const feesModule = (kernel: Kernel, needs: FeeNeeds) => {
  const { mount, config } = kernel
  mountFeeSchedules(kernel, needs)
  mountFeeChanges(kernel)
  mount(readFees, async ({ sql, request, now: at }) => {
    const company = await companyOfRequest(sql, request, config)
    const { holidays, spreadBps, ...cardUse } = await readSettings(sql, shownSettings)
    const now = await readFeeSchedule(sql, { companyId: company.id, at })
    const { earliestAt: usualAt, latestAt } = releaseWindow(at, { holidays: new Set(holidays) })
    return accepted({
      operator: productName,
      now: {
        from: dayOf((await readScheduleSource(sql, now.id)).validFrom),
        speeds: speedFeesOf(now, houseId),
      },
      next: await readNextPrices(sql, { company, at }, now),
      regular: { usualAt, latestAt },
      cardUse,
      limits: await readLimits(sql, company.id),
      spreads: spreadsOf(spreadBps),
    })
  })
  mountSplitRules(kernel)
  return { stepUps: feeStepUps }
}
