import { formatPercent } from '@cardamom/contract/money'
import { feeScheduleStates, listFeeSchedules } from '@cardamom/contract/fees/fee-schedules'
import { sql as fragment, type SqlBool } from 'kysely'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, productName } from '../companies/company.ts'
import type { Clock } from '../kernel/clock.ts'
import { list } from '../kernel/list.ts'
import type { ItemOf } from '../kernel/list-columns.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LevelRates } from './fee-split.ts'
import { readLevel } from '../companies/company-reader.sql.ts'
import { ratesForReader } from './fee-view.ts'

/** The rows of a state at an instant: the rule of `stateOf`, in the statement that reads them. */
const inState = (state: State, now: Date) => {
  const replaced = fragment<SqlBool>`exists (select from fee_schedule n
    where n.owner_id = fee_schedule.owner_id and (n.company_id is null) = (fee_schedule.company_id is null)
      and n.valid_from <= greatest(fee_schedule.valid_from, ${now}::timestamptz)
      and (n.valid_from, n.version) > (fee_schedule.valid_from, fee_schedule.version))`
  if (state === 'past') return replaced
  const isPlanned = state === 'planned'
  return fragment<SqlBool>`((fee_schedule.valid_from > ${now}::timestamptz) = ${isPlanned} and not ${replaced})`
}

export type FeeNeeds = {
  /** Names of the people in the scope. */
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

type State = (typeof feeScheduleStates)[number]
type Row = {
  readonly id: string
  readonly ownerId: string
  readonly companyId: string | null
  readonly version: number
  readonly validFrom: Date
}

/** The newest versions of the rows' owners: the one that has begun, and the planned ones that no other replaces. */
const readNewest = async (sql: Queries, rows: readonly Row[], now: Date): Promise<ReadonlySet<string>> => {
  const owners = [...new Map(rows.map((row) => [`${row.ownerId} ${row.companyId}`, row])).values()]
  const ownerIds = owners.map(({ ownerId }) => ownerId)
  const arePlatform = owners.map(({ companyId }) => String(companyId === null))
  const planned = rows.flatMap(({ validFrom }) => (validFrom > now ? [validFrom] : []))
  const starts = [...new Set([now, ...planned].map((start) => start.toISOString()))]
  const newest = fragment<{ id: string }>`(
    select newest.id from unnest(${ownerIds}::uuid[], ${arePlatform}::boolean[]) as o(owner_id, is_platform)
    cross join unnest(${starts}::timestamptz[]) as start(at)
    cross join lateral (select f.id from fee_schedule f
      where f.owner_id = o.owner_id and (f.company_id is null) = o.is_platform and f.valid_from <= start.at
      order by f.valid_from desc, f.version desc limit 1) newest)`
  const found = await sql.selectFrom(newest.as('newest')).select('id').execute()
  return new Set(found.map(({ id }) => id))
}

const stateOf = ({ id, validFrom }: Row, newest: ReadonlySet<string>, now: Date): State => {
  if (!newest.has(id)) return 'past'
  return validFrom > now ? 'planned' : 'in_force'
}

const ratesOf = (rates: readonly bigint[]) => rates as LevelRates

type Speed = ItemOf<typeof listFeeSchedules>['rates']['regular']
/** `1.50 + 0.75 + 0.50 + 0.25`: the levels above the reader as one sum, then each level. */
const partsText = ({ above, levels }: Speed) =>
  [...(above === null ? [] : [above]), ...levels.map(({ percent }) => percent)].map(formatPercent).join(' + ')

/** Versions of the schedules of the reader's companies and of the platform, with the rates that the reader may see. */
export const createFeeSchedulesList = ({ readNames }: FeeNeeds, clock: Pick<Clock, 'now'>) =>
  list(listFeeSchedules, {
    table: 'feeSchedule',
    scope: { companies: 'feeSchedule.ownerId' },
    from: (sql) => sql.selectFrom('feeSchedule').selectAll('feeSchedule'),
    filters: { state: (state: State) => inState(state, clock.now()) },
    items: async (rows, { sql, me, now }) => {
      const newest = await readNewest(sql, rows, now)
      const level = await readLevel(sql, me)
      const ids = rows.flatMap(({ companyId }) => companyId ?? [])
      const companies = new Map((await readCompanies(sql, [...new Set(ids)])).map((each) => [each.id, each]))
      const people = rows.flatMap(({ createdBy, approvedBy }) => [createdBy ?? [], approvedBy ?? []].flat())
      const names = await readNames(sql, people)
      return rows.map((row) => {
        const company = row.companyId === null ? undefined : companies.get(row.companyId)
        return {
          id: row.id,
          companyId: row.companyId,
          companyName: company ? brandName(company) : productName,
          version: row.version,
          state: stateOf(row, newest, now),
          way: row.way,
          validFrom: row.validFrom,
          rates: ratesForReader(
            {
              regular: ratesOf(row.regularHundredthsBp),
              immediate: ratesOf(row.immediateHundredthsBp),
              transfer: ratesOf(row.transferHundredthsBp),
            },
            level,
          ),
          createdAt: row.createdAt,
          createdByName: row.createdBy === null ? null : (names.get(row.createdBy) ?? null),
          approvedByName: row.approvedBy === null ? null : (names.get(row.approvedBy) ?? null),
          // Reasons of a level are not for the companies below it that get its schedule.
          reason: row.level >= level ? row.reason : null,
        }
      })
    },
    csv: {
      texts: 'feeSchedules',
      columns: [
        'companyName',
        'version',
        'state',
        'validFrom',
        { name: 'regular', cell: ({ rates }) => formatPercent(rates.regular.total) },
        { name: 'regularParts', cell: ({ rates }) => partsText(rates.regular) },
        { name: 'immediate', cell: ({ rates }) => formatPercent(rates.immediate.total) },
        { name: 'immediateParts', cell: ({ rates }) => partsText(rates.immediate) },
        {
          name: 'transfer',
          cell: ({ rates }) => rates.transfer.map(({ percent }) => formatPercent(percent)).join(' / '),
        },
        'way',
        'createdByName',
        'approvedByName',
        'createdAt',
      ],
    },
  })
