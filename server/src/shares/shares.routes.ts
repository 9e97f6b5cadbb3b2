import { readCodeEarnings, readEarnings } from '@cardamom/contract/shares/earnings'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'
import { mountList } from '../kernel/mount-list.ts'
import { readCodeTexts } from '../sellers/codes.sql.ts'
import { findCode } from '../sellers/seller-codes.sql.ts'
import { createEarningsList, type EarningFacts } from './earnings.list.ts'
import { referredPeopleList } from './referred-people.list.ts'
import { referrersList } from './referrers.list.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { sumByCode, sumByMonth, sumByOwner } from './earnings.sql.ts'

type Parts = 'pending' | 'due' | 'stopped' | 'settled' | 'total' | 'owed'
type Sums = Readonly<Record<Parts, bigint>> & { readonly shares: number }

const none: Sums = { pending: 0n, due: 0n, stopped: 0n, settled: 0n, total: 0n, owed: 0n, shares: 0 }

const added = (all: readonly Sums[]): Sums =>
  all.reduce(
    (sum, each) => ({
      pending: sum.pending + each.pending,
      due: sum.due + each.due,
      stopped: sum.stopped + each.stopped,
      settled: sum.settled + each.settled,
      total: sum.total + each.total,
      owed: sum.owed + each.owed,
      shares: sum.shares + each.shares,
    }),
    none,
  )

/** Facts of operations with referred people and referrers. */
export const shareStepUps = {
  'POST /referred-people/export': () => Promise.resolve({}),
  'POST /referrers/export': () => Promise.resolve({}),
} satisfies Partial<StepUpDescribers>

/** What people earn with their codes: each sees their own shares (domain §13). */
export const sharesModule = (kernel: Kernel, facts: EarningFacts): void => {
  const { mount } = kernel
  mountList(kernel, createEarningsList(facts))
  mountList(kernel, referredPeopleList)
  mountList(kernel, referrersList)

  mount(readEarnings, async ({ sql, me, now, input }) => {
    const ownerId = me.userId
    const timeZone = input.zone ?? (await readTimeZone(sql, me))
    const byCode = await sumByCode(sql, ownerId, now)
    const byMonth = await sumByMonth(sql, { ownerId, now, timeZone })
    const codes = await readCodeTexts(
      sql,
      byCode.flatMap(({ value }) => value ?? []),
    )
    return accepted({
      ...added(byCode),
      codes: byCode.map(({ value, ...sums }) => ({
        ...sums,
        codeId: value,
        code: codes.get(value ?? '') ?? null,
      })),
      months: byMonth.map(({ value, ...sums }) => ({ ...sums, month: value })),
    })
  })

  mount(readCodeEarnings, async ({ sql, me, params, now }) => {
    const code = await findCode(sql, params.id)
    if (!code) return refused('record_not_found')
    const all = await sumByOwner(sql, code.id, now)
    const mine = all.filter(({ value }) => seesSharesOf(me, value))
    const names = await readNames(
      sql,
      mine.map(({ value }) => value),
    )
    return accepted({
      isComplete: mine.length === all.length,
      earners: mine.map(({ value, ...sums }) => ({
        ...sums,
        ownerId: value,
        ownerName: names.get(value) ?? '',
      })),
    })
  })
}
