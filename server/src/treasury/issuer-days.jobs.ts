import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { checkMasterPeriod, type Margins } from '../ledger/master-period.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { endFindings, recordFindings, type FoundDifference } from './findings.sql.ts'
import {
  hasIssuerDay,
  insertIssuerDay,
  listIssuerDays,
  storeOutcome,
  type IssuerDay,
} from './issuer-days.sql.ts'
import { recordSilence } from './reconciliation-failures.ts'
import { recordStart, recordSuccess } from './reconciliation-runs.sql.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** After this time the events of a day have arrived or were found by the scan of transactions. */
const settledMs = hourMs
/** Days that differ are compared again for this time, because events may be found later. */
const storedDays = 35
/** A funding has the time at which its message arrived, which may be hours later. */
const margins: Margins = { eventsMs: minuteMs, othersMs: 6 * hourMs }
const names = ['issuer_day'] as const

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

type Period = { readonly opening: IssuerDay; readonly closing: IssuerDay }

const periodsOf = (days: readonly IssuerDay[]): Period[] =>
  days.slice(1).map((closing, index) => ({ opening: days[index]!, closing }))

/** Margins of both ends never meet, however short a period is. */
const marginsOf = ({ opening, closing }: Period): Margins => {
  const mostMs = (closing.readAt.getTime() - opening.readAt.getTime()) / 2
  return {
    eventsMs: Math.min(margins.eventsMs, mostMs),
    othersMs: Math.min(margins.othersMs, mostMs),
  }
}

/**
 * Reads the issuer's available balance at the start of each UTC day, and an hour later compares the day
 * before with the journals of that day (R4 over a period, money §5). A person sees from the outcome on which
 * day a difference began.
 */
export const createIssuerDays = (deps: {
  issuer: IssuerPort
  ids: Ids
  clock: Clock
}): RecurringJobHandler => {
  const { issuer, ids, clock } = deps

  /** False: the issuer does not answer. */
  const readToday = async (work: Work): Promise<boolean> => {
    const before = clock.now()
    if (await work.read((sql) => hasIssuerDay(sql, dayOf(before)))) return true
    const account = await issuer.readAccount()
    if (account.outcome !== 'ok') return false
    const { availableCents } = account.value
    await work.write(({ sql }) =>
      insertIssuerDay(sql, { day: dayOf(before), readAt: before, availableCents }),
    )
    return true
  }

  const compare = async (work: Work, period: Period): Promise<void> => {
    const { opening, closing } = period
    const of = {
      from: opening.readAt,
      to: closing.readAt,
      openingCents: opening.availableCents,
      closingCents: closing.availableCents,
    }
    const [found] = await work.read((sql) => checkMasterPeriod(sql, of, marginsOf(period)))
    const at = clock.now()
    await work.write(async (tx) => {
      const outcome = found ? 'differs' : 'agrees'
      await storeOutcome(tx.sql, { day: closing.day, outcome, detail: found?.detail ?? null, checkedAt: at })
      const subject = opening.day
      if (!found) return endFindings(tx.sql, { check: 'issuer_day', at, subjects: [subject] })
      const difference = { check: 'issuer_day', subject, detail: found.detail, companyId: null } as const
      await recordFindings(tx, [difference satisfies FoundDifference], { ids, at })
    })
  }

  return async (_job, work) => {
    const now = clock.now()
    await work.write(({ sql }) => recordStart(sql, names, now))
    if (!(await readToday(work))) {
      await recordSilence(work, names, 'issuer')
      return { againAt: after(now, minuteMs) }
    }
    const days = await work.read((sql) => listIssuerDays(sql, dayOf(after(now, -storedDays * dayMs))))
    const periods = periodsOf(days)
    const settled = periods.filter(({ closing }) => after(closing.readAt, settledMs) <= now)
    const waiting = settled.filter(({ closing }) => closing.outcome !== 'agrees')
    for (const period of waiting) await compare(work, period)
    await work.write(async ({ sql }) => {
      const at = clock.now()
      // The outcome of an older day stays stored; its finding ends.
      await endFindings(sql, { check: 'issuer_day', at, except: periods.map(({ opening }) => opening.day) })
      await recordSuccess(sql, names, { at, covered: settled.length, total: periods.length })
    })
    const times = [
      after(startOf(dayOf(now)), dayMs),
      ...periods.flatMap(({ closing }) => {
        const settledAt = after(closing.readAt, settledMs)
        return settledAt > now ? [settledAt] : []
      }),
      ...(waiting.length > 0 ? [after(now, hourMs)] : []),
    ]
    return { againAt: new Date(Math.min(...times.map((time) => time.getTime()))) }
  }
}
