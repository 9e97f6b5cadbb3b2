import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler } from '../kernel/jobs.ts'
import { readAged, type AgedBalance } from '../ledger/reports.ts'
import { endFindings, recordFindings, type FoundDifference } from './findings.sql.ts'
import { recordStart, recordSuccess } from './reconciliation-runs.sql.ts'

const everyMs = 24 * 3_600_000
const perTransaction = 100
const names = ['ageing'] as const

/** An amount is the same finding as long as it is open: its account and its reference. */
const findingOf = (aged: AgedBalance): FoundDifference => {
  const { code, asset, ownerId, ref, natural, openSince, limitDays, companyId } = aged
  return {
    check: 'ageing',
    subject: [code, asset, ownerId, ref].filter((part) => part !== null).join(' '),
    detail: `${natural} is open since ${openSince.toISOString()}, longer than ${limitDays} days`,
    companyId,
  }
}

/**
 * Opens a finding once a day for each amount that is older than its account allows (money §2), and ends it
 * when the amount is gone. AgedBalance crypto is counted only: it waits to be collected or sold, which is no
 * difference.
 */
export const createAgeingCheck =
  ({ ids, clock }: { ids: Ids; clock: Clock }): RecurringJobHandler =>
  async (_job, { read, write }) => {
    const at = clock.now()
    await write(({ sql }) => recordStart(sql, names, at))
    const aged = await read((sql) => readAged(sql, at))
    const found = aged.filter(({ opensBreak }) => opensBreak).map(findingOf)
    for (let from = 0; from < found.length; from += perTransaction)
      await write((tx) =>
        recordFindings(tx, found.slice(from, from + perTransaction), { ids, at, first: 'open' }),
      )
    await write(async ({ sql }) => {
      await endFindings(sql, { check: 'ageing', at, except: found.map(({ subject }) => subject) })
      await recordSuccess(sql, names, { at, covered: found.length, total: aged.length })
    })
    return { againAt: after(at, everyMs) }
  }
