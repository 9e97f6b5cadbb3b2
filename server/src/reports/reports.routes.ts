import {
  attentionKinds,
  readActiveCards,
  goLiveItems,
  readAttention,
  readGoLive,
  readKycFunnel,
  readLoadVolume,
  type reportDays,
} from '@cardamom/contract/reports'
import { providerNames, type ProviderName } from '@cardamom/contract/settings/providers'
import { approvalWork } from '../approvals/approvals.sql.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { countActiveCards } from '../cards/card-figures.sql.ts'
import { houseId } from '../companies/company.ts'
import { readFeeSchedule, readScheduleSource } from '../fees/fee-schedules.sql.ts'
import { countRegistered, identityWork } from '../identity/people-figures.sql.ts'
import { countSuperAdminsWithPasskey } from '../identity/staff.sql.ts'
import { accepted } from '../kernel/answer.ts'
import { jobWork } from '../kernel/dead-jobs.sql.ts'
import { createFigures } from '../kernel/figures.ts'
import type { Kernel } from '../kernel/module.ts'
import { addDays, dayOf, spanOf, startOfDay } from '../kernel/report-days.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { WaitingWork } from '../kernel/waiting-work.ts'
import { countStartedCases, kycWork } from '../kyc/kyc-figures.sql.ts'
import { readLoadDays } from '../loads/load-days.sql.ts'
import { loadWork } from '../loads/load-work.sql.ts'
import { settlementWork } from '../settlements/settlement-work.sql.ts'
import { readTermsEdition } from '../terms/terms.sql.ts'
import { readLastRestoreTest } from '../settings/restore-tests.ts'
import { readLastTests } from '../settings/provider-tests.sql.ts'
import type { ProviderConnection } from '../providers/provider-connections.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { treasuryWork } from '../treasury/findings.sql.ts'
import { withdrawalWork } from '../withdrawals/withdrawal-work.sql.ts'
import { goLiveState, testedAt } from './go-live.ts'
import { mountCompanyHome } from './company-home.routes.ts'
import { mountLedger } from './ledger.routes.ts'
import { everyDay, totalOf } from './load-volume.ts'
import { mountTierFees } from './tier-fees.routes.ts'

type Days = (typeof reportDays)[number]

const work: Readonly<Record<(typeof attentionKinds)[number], WaitingWork>> = {
  ...treasuryWork,
  ...jobWork,
  ...loadWork,
  ...withdrawalWork,
  ...settlementWork,
  ...kycWork,
  ...approvalWork,
  ...identityWork,
}

/** Figures with charts. */
const mountFigures = (kernel: Kernel): void => {
  const { mount } = kernel
  const volume = createFigures(kernel, async (sql, { scope, input, now }: FigureFacts) => {
    const { from, to } = spanOf(Number(input), now)
    const start = addDays(from, -Number(input))
    const found = await readLoadDays(sql, { from: start, to, scope })
    const days = everyDay({ from, to }, found)
    return { from, to, days, total: totalOf(days), before: totalOf(found.filter(({ day }) => day < from)) }
  })
  mount(readLoadVolume, async ({ me, input }) => accepted(await volume(me.scope, input.days)))

  const cards = createFigures(kernel, async (sql, { scope, input, now }: FigureFacts) => {
    const span = spanOf(Number(input), now)
    return { ...span, ...(await countActiveCards(sql, { since: startOfDay(span.from), scope })) }
  })
  mount(readActiveCards, async ({ me, input }) => accepted(await cards(me.scope, input.days)))

  const funnel = createFigures(kernel, async (sql, { scope, input, now }: FigureFacts) => {
    const span = spanOf(Number(input), now)
    const of = { since: startOfDay(span.from), scope }
    return { ...span, ...(await countRegistered(sql, of)), ...(await countStartedCases(sql, of)) }
  })
  mount(readKycFunnel, async ({ me, input }) => accepted(await funnel(me.scope, input.days)))
}

/** What the home page of administrators shows: work that waits for them, and figures with their lists (domain §14). */
export const reportsModule = (
  kernel: Kernel,
  {
    connectionOf,
    fingerprintOf,
    assets,
  }: {
    readonly connectionOf: (provider: ProviderName) => ProviderConnection
    readonly fingerprintOf: (provider: ProviderName) => string
    readonly assets: readonly PaymentAsset[]
  },
): void => {
  const { mount, clock, db } = kernel

  mount(readAttention, async ({ sql, me, now }) => {
    const { scope } = me
    const items = []
    for (const kind of attentionKinds) {
      const { tag, read } = work[kind]
      if (scope.kind === 'own' || (tag !== null && !me.may(tag))) continue
      const waiting = await read(sql, { me, scope, now, realNow: clock.realNow() })
      if (waiting.count > 0) items.push({ kind, ...waiting })
    }
    return accepted({ asOf: now, items })
  })

  // The checklist is about the installation, whatever the companies of its reader.
  mount(readGoLive, async ({ now }) => {
    const facts = await db.read(wholeInstallation, async (sql) => {
      const tests = await readLastTests(sql, fingerprintOf)
      const lastTestOf = (provider: ProviderName) => tests[providerNames.indexOf(provider)] ?? null
      const { id } = await readFeeSchedule(sql, { companyId: houseId, at: now })
      return {
        holidays: (await readBusinessCalendar(sql)).holidays,
        feesFrom: (await readScheduleSource(sql, id)).validFrom,
        termsFrom: (await readTermsEdition(sql, now)).from,
        superAdmins: await countSuperAdminsWithPasskey(sql),
        providersTestedAt: testedAt(connectionOf, lastTestOf),
        backupRestoredAt: await readLastRestoreTest(sql),
      }
    })
    const state = goLiveState({ config: kernel.config, today: dayOf(now), ...facts })
    const times: Partial<Record<(typeof goLiveItems)[number], Date | null>> = {
      providerTests: facts.providersTestedAt,
      backupRestored: facts.backupRestoredAt,
    }
    const items = goLiveItems.map((item) => ({
      item,
      isDone: state[item],
      at: times[item] ?? null,
    }))
    return accepted({ open: items.filter(({ isDone }) => !isDone).length, items })
  })
  mountCompanyHome(kernel)
  mountFigures(kernel)
  mountTierFees(kernel)
  mountLedger(kernel, { assets })
}

type FigureFacts = Parameters<Parameters<typeof createFigures<Days, object>>[1]>[1]
