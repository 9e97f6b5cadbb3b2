import type { Queries } from '../kernel/queries.ts'
import { ourEvents } from '../transactions/compared-payments.sql.ts'
import type { RunRecord } from './runs.sql.ts'

type Run = Pick<RunRecord, 'id' | 'comparedFrom' | 'comparedUntil'>
type Page = { readonly after: string; readonly limit: number }

/** How an event of the issuer and ours differ. */
export type EventDifference = {
  readonly class: 'missing_here' | 'missing_there' | 'amount' | 'state' | 'unexplained_fee' | 'timing'
  readonly eventId: string
  readonly transactionId: string
  /** Null: the event is not ours. */
  readonly companyId: string | null
  readonly cardId: string | null
  readonly issuerCardId: string | null
  readonly eventAt: Date
  readonly oursCents: bigint | null
  readonly theirsCents: bigint | null
  readonly ours: string | null
  readonly theirs: string | null
}

/** An increment is an authorisation after another one. Which of two comes first may change while their order is not known. */
const sameType = `replace(r.type, 'increment', 'authorisation') = replace(o.type, 'increment', 'authorisation')`
/** A fee is charged with a clearing; before it, the hold shows it. */
const sameFee = `(r.type <> 'clearing' or r.fee_cents = o.fee_cents)`
const sameDay = `(r.occurred_at at time zone 'UTC')::date = (o.occurred_at at time zone 'UTC')::date`
const agrees = `(r.amount_cents = o.amount_cents and ${sameType} and ${sameFee} and ${sameDay})`

const theirs = `from reconcile_record r left join (${ourEvents}) o on o.event_id = r.event_id where r.run_id = $1`
/** Ours of the run's days that the issuer did not name. The policy hides from the planner how few they are. */
const onlyOurs = `from (${ourEvents}) o where o.occurred_at >= $2 and o.occurred_at < $3
  and not exists (select from reconcile_record r where r.run_id = $1 and r.event_id = o.event_id)`
const valuesOf = (run: Run) => [run.id, run.comparedFrom, run.comparedUntil]

const theirDifferences = `
  select case when o.event_id is null then 'missing_here' when r.amount_cents <> o.amount_cents then 'amount'
      when not ${sameType} then 'state' when not ${sameFee} then 'unexplained_fee' else 'timing' end as class,
    r.event_id as "eventId", r.transaction_id as "transactionId", o.company_id as "companyId", o.card_id as "cardId",
    r.issuer_card_id as "issuerCardId", r.occurred_at as "eventAt",
    case when r.amount_cents = o.amount_cents and not ${sameFee} then o.fee_cents else o.amount_cents end as "oursCents",
    case when r.amount_cents = o.amount_cents and not ${sameFee} then r.fee_cents else r.amount_cents end as "theirsCents",
    o.type as ours, r.type as theirs
  ${theirs} and ${agrees} is not true and r.event_id > $2 order by r.event_id limit $3`
const ourDifferences = `
  select 'missing_there' as class, o.event_id as "eventId", o.transaction_id as "transactionId",
    o.company_id as "companyId", o.card_id as "cardId", null as "issuerCardId", o.occurred_at as "eventAt",
    o.amount_cents as "oursCents", null::int8 as "theirsCents", o.type as ours, null as theirs
  ${onlyOurs} and o.event_id > $4 order by o.event_id limit $5`

/** Differing events that the issuer named, a page by their ids. */
export const listTheirDifferences = (sql: Queries, { id }: Run, { after, limit }: Page) =>
  sql.rows<EventDifference>(theirDifferences, [id, after, limit])

/** Events of the run's days that the issuer did not name, a page by their ids. */
export const listOurDifferences = (sql: Queries, run: Run, { after, limit }: Page) =>
  sql.rows<EventDifference>(ourDifferences, [...valuesOf(run), after, limit])

/** Transactions with an event that the issuer did not name, a page by their ids. */
export const listUnnamed = async (sql: Queries, run: Run, { after, limit }: Page): Promise<string[]> => {
  const text = `select distinct o.transaction_id as id ${onlyOurs} and o.transaction_id > $4 order by 1 limit $5`
  return (await sql.rows<{ id: string }>(text, [...valuesOf(run), after, limit])).map(({ id }) => id)
}

/** Whether an event of the issuer is still not booked. */
export const hasUnbooked = async (sql: Queries, { id }: Run): Promise<boolean> =>
  (await sql.maybe(`select 1 as found ${theirs} and o.event_id is null limit 1`, [id])) !== null

/** An event that the issuer has more than once under different ids. */
export type RepeatedEvent = {
  readonly eventId: string
  readonly transactionId: string
  readonly issuerCardId: string
  readonly type: string
  readonly amountCents: bigint
  readonly eventAt: Date
}

/** The later of equal clearings or refunds of one transaction at one time, a page by their ids. */
export const listRepeated = (sql: Queries, { id }: Run, { after, limit }: Page) =>
  sql.rows<RepeatedEvent>(
    `select event_id as "eventId", transaction_id as "transactionId", issuer_card_id as "issuerCardId", type,
       amount_cents as "amountCents", occurred_at as "eventAt"
     from (select r.*, row_number() over (partition by transaction_id, type, amount_cents, occurred_at order by event_id) as number
       from reconcile_record r where run_id = $1 and type in ('clearing', 'refund')) r
     where number > 1 and event_id > $2 order by event_id limit $3`,
    [id, after, limit],
  )

/** Events of both sides, and those of them that agree. */
export const countCompared = async (
  sql: Queries,
  run: Run,
): Promise<{ compared: number; matched: number }> => {
  const named = await sql.one<{ all: bigint; matched: bigint }>(
    `select count(*) as "all", count(*) filter (where ${agrees}) as matched ${theirs}`,
    [run.id],
  )
  const unnamed = await sql.one<{ all: bigint }>(`select count(*) as "all" ${onlyOurs}`, valuesOf(run))
  return { compared: Number(named.all + unnamed.all), matched: Number(named.matched) }
}
