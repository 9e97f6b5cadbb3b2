import { addBusinessHours } from '../calendar/business-time.ts'
import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'

/** Business hours after which a load that is not released is an alarm (domain §5). */
const alarmHours = 60
/** Absence is proved after 15 minutes: an outcome that is unknown for longer is a break (domain §12). */
const unansweredMs = 20 * 60_000
const mostLate = 1000

type Times = { readonly now: Date; readonly realNow: Date }
type LoadGauge = {
  readonly name: string
  readonly help: string
  readonly read: (sql: Queries, times: Times) => Promise<number>
}

const count = async (sql: Queries, text: string, values: readonly Date[] = []): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(text, values)).count)

/** How many regular loads wait for longer than the alarm; counted up to a thousand. */
export const countLateReleases = async (sql: Queries, now: Date): Promise<number> => {
  const calendar = await readBusinessCalendar(sql)
  const held = await sql.rows<{ accepted_at: Date }>(
    `select accepted_at from load where status = 'held' and speed = 'regular' order by accepted_at limit ${mostLate}`,
  )
  return held.filter((row) => addBusinessHours(row.accepted_at, alarmHours, calendar) <= now).length
}

/** What operations watch of loads: above zero, somebody looks. */
export const loadGauges: readonly LoadGauge[] = [
  {
    name: 'loads_credit_failed',
    help: 'Loads whose credit the issuer refused for good: the money waits for a person',
    read: (sql) => count(sql, `select count(*) from load where status = 'credit_failed'`),
  },
  {
    name: 'loads_in_review',
    help: 'Loads whose money is not as quoted and waits for a choice',
    read: (sql) => count(sql, `select count(*) from load where status = 'review'`),
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
      count(sql, `select count(*) from issuer_transfer where status = 'sent' and called_at < $1`, [
        after(realNow, -unansweredMs),
      ]),
  },
  {
    name: 'loads_credit_review',
    help: 'Credits that two people have to decide: their cards take no other load meanwhile',
    read: (sql) => count(sql, `select count(*) from issuer_transfer where status = 'review'`),
  },
  {
    name: 'issuer_rows_stray',
    help: 'Rows in balance histories of the issuer that nothing explains',
    read: (sql) => count(sql, `select count(*) from issuer_history_row where status = 'stray'`),
  },
  {
    name: 'chain_scan_stopped',
    help: 'The chain was rewritten too deep: the scanner stands until a person has looked',
    read: (sql) =>
      count(
        sql,
        `select count(*) from job where name = 'loads.scan' and last_error like 'DeepReorganisation%'`,
      ),
  },
  {
    name: 'chain_scan_behind_seconds',
    help: 'Age of the last block that was read',
    read: async (sql, { now }) => {
      const row = await sql.one<{ time: Date | null }>('select max(time) as time from chain_block')
      return row.time ? Math.max(0, Math.round((now.getTime() - row.time.getTime()) / 1000)) : 0
    },
  },
]
