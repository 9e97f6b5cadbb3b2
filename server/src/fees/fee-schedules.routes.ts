import { readFeesInForce, simulateFees } from '@cardamom/contract/fees/fee-schedules'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, productName, type Company } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Level } from './fee-chain.ts'
import { readVersionsNear } from './fee-changes.sql.ts'
import { baseIn, roomIn } from './fee-followers.ts'
import { readSeenCompany, readSubject } from '../companies/company-reader.sql.ts'
import { createFeeSchedulesList, type FeeNeeds } from './fee-schedules.list.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { listScheduleStarts, readFeeSchedule, readScheduleSource } from './fee-schedules.sql.ts'
import { platformPath, simulate, simulatedChain, simulateTransfers } from './fee-simulation.ts'
import { completeRates, startOfDay } from './fee-change.ts'
import { ratesForReader } from './fee-view.ts'

const readRoom = async (sql: Queries, { company, ...of }: { company: Company; level: Level; at: Date }) => {
  const near = await readVersionsNear(sql, { companyId: company.id, from: of.at })
  return roomIn(baseIn(near, { path: company.path, ...of }), of.level)
}

/** Schedules of fees for administrators: versions, what is in force, and what a load costs. */
export const mountFeeSchedules = (kernel: Kernel, needs: FeeNeeds) => {
  const { mount } = kernel
  mountList(kernel, createFeeSchedulesList(needs, kernel.clock))

  mount(readFeesInForce, async ({ me, sql, now, input }) => {
    const subject = await readSubject(sql, { me, ...input })
    if (!subject) return refused('record_not_found')
    const { level, company } = subject
    const of = { companyId: company?.id ?? null }
    const schedule = await readFeeSchedule(sql, { ...of, at: now })
    const { validFrom, companyId } = await readScheduleSource(sql, schedule.id)
    const isSeen = companyId !== null && (await readSeenCompany(sql, companyId)) !== null
    const [owner] = isSeen ? await readCompanies(sql, [companyId]) : []
    const [start] = await listScheduleStarts(sql, { ...of, at: now })
    const later = start && (await readFeeSchedule(sql, { ...of, at: start }))
    const next = later && { from: start, rates: ratesForReader(later, level) }
    const maySet = company !== null && level > 0 && me.may('tier_fees.manage_below')
    const room = maySet ? await readRoom(sql, { company, level, at: now }) : null
    return accepted({
      room,
      company: company && { id: company.id, name: brandName(company), tier: company.tier },
      level,
      scheduleOf: companyId === null ? productName : owner ? brandName(owner) : null,
      from: validFrom,
      rates: ratesForReader(schedule, level),
      next: next ?? null,
    })
  })

  mount(simulateFees, async ({ me, sql, now, input }) => {
    const subject = await readSubject(sql, { me, ...input })
    if (!subject) return refused('record_not_found')
    const { level, company } = subject
    const { gross, code, from, proposed } = input
    const of = { companyId: company?.id ?? null }
    const today = await readFeeSchedule(sql, { ...of, at: now })
    const path = company && (await readCompanies(sql, company.path))
    const { sellerTwoShare, referralMonths } = await readSettings(sql, ['sellerTwoShare', 'referralMonths'])
    const terms = { sellerTwoPartHundredthsBp: sellerTwoShare, referrerMonths: referralMonths }
    const chain = simulatedChain(path ?? platformPath, { code, terms, now })
    const at = from === undefined ? now : startOfDay(from)
    const base = proposed && (await readFeeSchedule(sql, { ...of, at }))
    const complete = base && completeRates(base, { level, ...proposed })
    if (complete && !complete.accepted) return complete
    return accepted({
      level,
      chain: (path ?? [])
        .filter(({ id, tier }) => tier >= level && chain.some(({ ownerId }) => ownerId === id))
        .map((each) => ({ level: each.tier, name: brandName(each) })),
      speeds: simulate({ chain, level, gross, now: today, proposed: complete?.value ?? null }),
      transfers: simulateTransfers({ level, gross, now: today, proposed: complete?.value ?? null }),
    })
  })
}
