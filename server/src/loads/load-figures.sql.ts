import type { NotNull, SelectQueryBuilder } from 'kysely'
import { addBusinessHours } from '../calendar/business-time.ts'
import { after } from '../kernel/clock.ts'
import { countFailing } from '../kernel/job-rows.sql.ts'
import type { Gauge } from '../kernel/metrics.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { readNewestBlockTime } from './chain-blocks.sql.ts'
import { DeepReorganisation } from './chain-scan.jobs.ts'
import type { LoadStatus } from './load-status.ts'

/** Business hours after which an unreleased load raises an alarm (domain §5). */
const alarmHours = 60
/** Absence is proved after 15 minutes, so an outcome that is unknown for longer is a break (domain §12). */
const unansweredMs = 20 * 60_000
const mostLate = 1000

const count = async (rows: SelectQueryBuilder<DB, keyof DB, object>): Promise<number> => {
  const { count: found } = await rows
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(found)
}
const countLoads = (sql: Queries, status: LoadStatus) =>
  count(sql.selectFrom('load').where('status', '=', status))

/** Number of regular loads that wait longer than the alarm's limit; counted up to a thousand. */
export const countLateReleases = async (sql: Queries, now: Date): Promise<number> => {
  const calendar = await readBusinessCalendar(sql)
  const held = await sql
    .selectFrom('load')
    .select('acceptedAt')
    .where('status', '=', constant('held'))
    .where('speed', '=', 'regular')
    .orderBy('acceptedAt')
    .limit(mostLate)
    .$narrowType<{ acceptedAt: NotNull }>()
    .execute()
  return held.filter((row) => addBusinessHours(row.acceptedAt, alarmHours, calendar) <= now).length
}

/** Figures of loads for operations: a person checks every figure above zero. */
export const loadGauges: readonly Gauge[] = [
  {
    name: 'loads_credit_failed',
    help: 'Loads whose credit the issuer refused for good: the money waits for a person',
    read: (sql) => countLoads(sql, 'credit_failed'),
  },
  {
    name: 'loads_in_review',
    help: 'Loads whose money is not as quoted and waits for a choice',
    read: (sql) => countLoads(sql, 'review'),
  },
  {
    name: 'loads_release_late',
    help: 'Regular loads that wait for longer than 60 business hours',
    read: (sql, { now }) => countLateReleases(sql, now),
  },
  {
    name: 'issuer_calls_unanswered',
    help: 'Credits whose outcome is unknown for more than 20 minutes',
    read: (sql, { realNow }) =>
      count(
        sql
          .selectFrom('issuerTransfer')
          .where('status', '=', 'sent')
          .where('calledAt', '<', after(realNow, -unansweredMs)),
      ),
  },
  {
    name: 'loads_credit_review',
    help: 'Credits that two people have to decide: their cards accept no other load meanwhile',
    read: (sql) => count(sql.selectFrom('issuerTransfer').where('status', '=', 'review')),
  },
  {
    name: 'issuer_rows_stray',
    help: 'Rows in balance histories of the issuer that nothing explains',
    read: (sql) => count(sql.selectFrom('issuerHistoryRow').where('status', '=', 'stray')),
  },
  {
    name: 'chain_scan_stopped',
    help: 'The chain was rewritten too deep: the scanner stops until a person has checked',
    read: (sql) => countFailing(sql, { name: 'loads.scan', error: DeepReorganisation.name }),
  },
  {
    name: 'chain_scan_behind_seconds',
    help: 'Age of the last block that was read',
    read: async (sql, { now }) => {
      const time = await readNewestBlockTime(sql)
      return time ? Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)) : 0
    },
  },
]
