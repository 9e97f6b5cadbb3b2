import {
  listPayinLimitChanges,
  payinCategories,
  readPayinLimits,
} from '@cardamom/contract/limits/payin-limits'
import { parseCents } from '@cardamom/contract/money'
import { readChanges, type ChangeFound } from '../audit/changes.sql.ts'
import { readSubject } from '../companies/company-reader.sql.ts'
import { brandName } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { allowanceStepUps, mountBalanceAllowances, type AllowanceNeeds } from './balance-allowances.routes.ts'
import { limitKey, readLimitsInForce, readOwnLimits, readRoom, type PayinLimit } from './limits.sql.ts'
import { isSameLimit, limitView, todayView } from './payin-limit.ts'
import { limitStepUps, mountLimitChanges } from './limit-changes.routes.ts'
import { createPayinLimitsList, readUse, type LimitNeeds } from './payin-limits.list.ts'

const changesShown = 50

/** The limits of a stored change; null: it was inherited. Unchanged fields are not stored. */
const limitIn = (values: ChangeFound['before']) => {
  const amount = (name: string) => parseCents(String(values?.[name] ?? ''))
  return { minimum: amount('minimum'), maximum: amount('maximum'), daily: amount('daily') }
}

const readRooms = async (sql: Queries, of: { companyId: string; level: number }) =>
  new Map<string, PayinLimit>(
    await Promise.all(
      payinCategories.map(async (category) => [category, await readRoom(sql, { ...of, category })] as const),
    ),
  )

/** Limits of pay-ins (domain §3): what is in force, what was set, and changes of them. */
export const limitsModule = (kernel: Kernel, needs: LimitNeeds & AllowanceNeeds) => {
  const { mount, db } = kernel
  mountBalanceAllowances(kernel, needs)
  mountList(kernel, createPayinLimitsList(needs))
  mountLimitChanges(kernel)

  mount(readPayinLimits, async ({ me, sql, now, input }) => {
    const subject = await readSubject(sql, { me, ...input })
    if (!subject) return refused('record_not_found')
    const { level, company } = subject
    const companyId = company?.id ?? null
    const own = await readOwnLimits(sql, { companyId, level, categories: payinCategories })
    const subjects = payinCategories.map((category) => ({ companyId, category }))
    const inForce = await readLimitsInForce(sql, subjects)
    const rooms = company && level > 0 ? await readRooms(sql, { companyId: company.id, level }) : null
    const useOf = await readUse(sql, needs, { companies: company ? [company] : [], now })
    return accepted({
      company: company && { id: company.id, name: brandName(company), tier: company.tier },
      level,
      limits: subjects.map((each) => {
        const { category } = each
        const counts = inForce.get(limitKey(each))
        if (!counts) throw new Error(`The platform has no limit of ${category}`)
        const set = own.find((one) => one.category === category)
        const room = rooms?.get(category)
        const use = useOf(companyId, category)
        return {
          category,
          ...limitView(counts),
          own: set ? { ...limitView(set), version: set.version } : null,
          ownIsInForce: set !== undefined && (level === 0 ? isSameLimit(set, counts) : hasRoom(set, room)),
          room: room ? limitView(room) : null,
          today: use && todayView(use, counts),
        }
      }),
    })
  })

  mount(listPayinLimitChanges, async ({ me, read, input: { companyId, category } }) => {
    const subject = await read((sql) => readSubject(sql, { me, companyId }))
    if (!subject) return refused('record_not_found')
    const entityId = limitKey({ companyId: subject.company?.id ?? null, category })
    // All tenants: changes of the platform, and by the operator, belong to no company.
    const found = await db.read(allTenants, (sql) =>
      readChanges(sql, { entity: 'payin_limit', entityId, limit: changesShown }),
    )
    const names = await read((sql) =>
      needs.readNames(
        sql,
        found.flatMap(({ actorId }) => actorId ?? []),
      ),
    )
    return accepted({
      items: found.map(({ auditId, before, after, at, actorId }) => {
        const level = Number(after?.['level'] ?? 0)
        // Reasons of a level are not for the companies below it that get its limits.
        const isTold = level >= subject.level
        return {
          id: auditId,
          level,
          before: limitIn(before),
          after: limitIn(after),
          reason: isTold ? String(after?.['reason'] ?? '') : null,
          at,
          by: actorId === null ? null : (names.get(actorId) ?? null),
        }
      }),
    })
  })
  return { stepUps: { ...limitStepUps, ...allowanceStepUps } }
}

/** The narrower limits of a company count where something is left between minimum and maximum. */
const hasRoom = (own: PayinLimit, room: PayinLimit | undefined): boolean =>
  room === undefined || (own.minimumCents <= room.maximumCents && own.maximumCents >= room.minimumCents)
