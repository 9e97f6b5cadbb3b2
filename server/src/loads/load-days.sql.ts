import { sql as fragment, type SqlBool } from 'kysely'
import { ofCountedPeople, ofTestPeople } from '../identity/test-people.sql.ts'
import type { Scope } from '../kernel/database.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { addDays, startOfDay } from '../kernel/report-days.ts'

export type LoadVolume = {
  readonly loads: number
  readonly gross: bigint
  readonly fees: bigint
  readonly net: bigint
}
export type LoadDay = LoadVolume & { readonly day: string }

const dayOfLoad = fragment<string>`(accepted_at at time zone 'UTC')::date`
const standingStatuses = `'held', 'crediting', 'credited', 'credit_failed'`
/** Whether a load is accepted and not undone or reversed. One that was counts again when it is accepted again. */
export const isStandingLoad = fragment<boolean>`load.status in (${fragment.raw(standingStatuses)})`
const sumOf = (column: string) => fragment<bigint>`sum(${fragment.ref(column)})::bigint`

const readSummedTo = async (sql: Queries): Promise<string | null> =>
  (await sql.selectFrom('loadDayProgress').select('summedTo').executeTakeFirstOrThrow()).summedTo

const numbered = (
  rows: readonly (Omit<LoadDay, 'loads'> & { readonly loads: bigint | number })[],
): LoadDay[] => rows.map((row) => ({ ...row, loads: Number(row.loads) }))

/** Sums of days without those of test people, by the day. */
const subtract = (days: readonly LoadDay[], ofTests: readonly LoadDay[]): LoadDay[] => {
  const testsOf = new Map(ofTests.map((each) => [each.day, each]))
  return days.map((each) => {
    const tests = testsOf.get(each.day)
    if (!tests) return each
    return {
      day: each.day,
      loads: each.loads - tests.loads,
      gross: each.gross - tests.gross,
      fees: each.fees - tests.fees,
      net: each.net - tests.net,
    }
  })
}

/**
 * Standing loads of each day of a period, in the scope and without test people: finished days as they were summed, the
 * others by their loads. Days are summed with test people, so that the flag of a person can change.
 */
export const readLoadDays = async (
  sql: Queries,
  { from, to, scope }: { readonly from: string; readonly to: string; readonly scope: Scope },
): Promise<LoadDay[]> => {
  if (scope.kind === 'own') return []
  const summedTo = await readSummedTo(sql)
  const rest = summedTo === null || summedTo < from ? from : addDays(summedTo, 1)
  const summed = sql
    .selectFrom('loadDay')
    .select(['day', sumOf('loads').as('loads'), sumOf('gross_cents').as('gross')])
    .select([sumOf('fee_cents').as('fees'), sumOf('net_cents').as('net')])
    .where('day', '>=', from)
    .where('day', '<', rest)
    .groupBy('day')
  const accepted = sql
    .selectFrom('load')
    .select([dayOfLoad.as('day'), fragment<bigint>`count(*)`.as('loads'), sumOf('gross_cents').as('gross')])
    .select([sumOf('fee_cents').as('fees'), sumOf('net_cents').as('net')])
    .where('cardId', 'is not', null)
    .where(isStandingLoad)
    .groupBy(fragment`1`)
  const [ofDays, ofLoads] =
    scope.kind === 'all'
      ? [summed, accepted]
      : [
          summed.where('loadDay.companyId', '=', anyOf(scope.companyIds)),
          accepted.where('load.companyId', '=', anyOf(scope.companyIds)),
        ]
  const testsOfDays = ofLoads
    .where('acceptedAt', '>=', startOfDay(from))
    .where('acceptedAt', '<', startOfDay(rest))
    .where(ofTestPeople('load.userId'))
  const present = ofLoads
    .where('acceptedAt', '>=', startOfDay(rest))
    .where('acceptedAt', '<', startOfDay(addDays(to, 1)))
    .where(ofCountedPeople('load.userId'))
  // One after another: a transaction has one connection.
  const finished = numbered(await ofDays.execute())
  const days = [
    ...subtract(finished, numbered(await testsOfDays.execute())),
    ...numbered(await present.execute()),
  ]
  return days.filter(({ day, loads }) => day <= to && loads > 0)
}

/** Whether the load of a share is in the scope and standing. */
export const ofStandingLoads = fragment<SqlBool>`share.source_id in (
  select load.id from load where load.card_id is not null and ${isStandingLoad})`

/** Fees of the standing loads of each day of a period, in the scope and without test people. */
export const readStandingFees = async (
  sql: Queries,
  { from, until, scope }: { readonly from: Date; readonly until: Date; readonly scope: Scope },
): Promise<{ readonly day: string; readonly fees: bigint }[]> => {
  if (scope.kind === 'own') return []
  const loads = sql
    .selectFrom('load')
    .select([dayOfLoad.as('day'), sumOf('fee_cents').as('fees')])
    .where('acceptedAt', '>=', from)
    .where('acceptedAt', '<', until)
    .where('cardId', 'is not', null)
    .where(isStandingLoad)
    .where(ofCountedPeople('load.userId'))
    .groupBy(fragment`1`)
  const found = scope.kind === 'all' ? loads : loads.where('load.companyId', '=', anyOf(scope.companyIds))
  return found.execute()
}

/** The day of the first accepted load. */
const readFirstDay = async (sql: Queries): Promise<string | null> => {
  const loads = sql.selectFrom('load').select(dayOfLoad.as('day')).where('acceptedAt', 'is not', null)
  return (await loads.orderBy('acceptedAt').limit(1).executeTakeFirst())?.day ?? null
}

/** Days that are summed in one transaction. */
const mostDays = 7

/**
 * Sums the next days up to `lastDay`, and the last summed one again. True: there are more. A day that is summed twice
 * gets the same sums.
 */
export const sumNextDays = async (sql: Queries, lastDay: string): Promise<boolean> => {
  // The lock orders this with the trigger: a load that is undone meanwhile is subtracted afterwards, or was not summed.
  await sql.selectFrom('loadDayProgress').select('summedTo').forUpdate().execute()
  const first = (await readSummedTo(sql)) ?? (await readFirstDay(sql))
  if (first === null || first > lastDay) return false
  const wanted = addDays(first, mostDays)
  const to = wanted < lastDay ? wanted : lastDay
  await sql.run(
    `insert into load_day as d (company_id, day, loads, gross_cents, fee_cents, net_cents)
    select company_id, (accepted_at at time zone 'UTC')::date, count(*), sum(gross_cents), sum(fee_cents), sum(net_cents)
    from load where accepted_at >= $1 and accepted_at < $2 and card_id is not null
      and status in (${standingStatuses}) group by 1, 2
    on conflict (company_id, day) do update set loads = excluded.loads, gross_cents = excluded.gross_cents,
      fee_cents = excluded.fee_cents, net_cents = excluded.net_cents`,
    [startOfDay(first), startOfDay(addDays(to, 1))],
  )
  await sql.updateTable('loadDayProgress').set({ summedTo: to }).execute()
  return to < lastDay
}
