import { readCompanyEarnings } from '@cardamom/contract/reports/company-home'
import { accepted } from '../kernel/answer.ts'
import { createFigures } from '../kernel/figures.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { dayOf, startOfDay } from '../kernel/report-days.ts'
import { sumAccepted } from '../shares/earnings.sql.ts'
import { tiersList } from './tiers.list.ts'

/** The first days of this month (UTC), of the month before and of the next one. */
const monthsAt = (now: Date) => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const firstOf = (at: number) => dayOf(new Date(Date.UTC(year, at, 1)))
  return { before: firstOf(month - 1), month: firstOf(month), next: firstOf(month + 1) }
}

/** The tree of companies with their money, and what the reader's own company earns. */
export const mountCompanyHome = (kernel: Kernel): void => {
  const { mount } = kernel
  mountList(kernel, tiersList)

  const earnings = createFigures(kernel, async (sql, { input: ownerId, now }) => {
    const { before, month, next } = monthsAt(now)
    const between = (from: string, to: string) =>
      sumAccepted(sql, { ownerId, from: startOfDay(from), to: startOfDay(to), now })
    return { month, now: await between(month, next), before: await between(before, month) }
  })
  mount(readCompanyEarnings, async ({ me }) => accepted(await earnings(me.scope, me.companyId)))
}
