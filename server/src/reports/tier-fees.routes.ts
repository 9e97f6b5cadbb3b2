import type { reportDays } from '@cardamom/contract/reports'
import { readTierFees } from '@cardamom/contract/reports/tier-fees'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { accepted } from '../kernel/answer.ts'
import { createFigures } from '../kernel/figures.ts'
import type { Kernel } from '../kernel/module.ts'
import { addDays, spanOf, startOfDay } from '../kernel/report-days.ts'
import { ofStandingLoads, readStandingFees } from '../loads/load-days.sql.ts'
import { sumLevelsByDay } from '../shares/fee-days.sql.ts'
import { tierFees } from './tier-fees.ts'

type Days = (typeof reportDays)[number]

/** Fees by tier: all of them for the operator's staff, else the share of the reader's own company (domain §13.9). */
export const mountTierFees = (kernel: Kernel): void => {
  const { mount } = kernel
  const count = createFigures<`${Days} ${string}`, object & ReturnType<typeof tierFees> & Span>(
    kernel,
    async (sql, { scope, input, now }) => {
      const [days = '', ownerId = ''] = input.split(' ')
      const span = spanOf(Number(days), now)
      const of = { from: startOfDay(span.from), until: startOfDay(addDays(span.to, 1)) }
      // Of the same loads as the fees, so that the operator's part is what the levels leave.
      const whose = ownerId === '' ? { ofLoads: ofStandingLoads } : { ownerId }
      const shares = await sumLevelsByDay(sql, { ...of, whose })
      const fees = ownerId === '' ? await readStandingFees(sql, { ...of, scope }) : null
      return { ...span, ...tierFees({ ...span, shares, fees }), isComplete: scope.kind === 'all' }
    },
  )
  mount(readTierFees, async ({ me, input }) =>
    accepted(await count(me.scope, `${input.days} ${onlyOwnerOf(me) ?? ''}`)),
  )
}

type Span = { readonly from: string; readonly to: string; readonly isComplete: boolean }
