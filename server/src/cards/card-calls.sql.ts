import type { Queries } from '../kernel/queries.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import type { SettledCardStatus } from './card-status.ts'

/** A call to the issuer about a card, and how far it is. */
export type CardCall = {
  readonly id: string
  readonly card_id: string
  readonly user_id: string
  readonly company_id: string
  readonly kind: 'create' | 'freeze' | 'unfreeze' | 'limits'
  readonly reference: string
  readonly block_reason: 'self' | 'admin' | null
  readonly actor_id: string | null
  readonly status: 'started' | 'unknown' | 'done' | 'refused'
  readonly attempts: number
  readonly reads: number
  readonly called_at: Date | null
  /** Of a change of limits: what is asked for; null: no limit. */
  readonly limit_payment_cents: bigint | null
  readonly limit_day_cents: bigint | null
  readonly limit_month_cents: bigint | null
  /** Calls of this kind for the card that ended before this one was written down. */
  readonly earlier: number
}

const insert = `insert into card_call (id, company_id, user_id, card_id, kind, reference, block_reason, actor_id, status,
    next_at, created_at, limit_payment_cents, limit_day_cents, limit_month_cents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'started', $9, $9, $10, $11, $12)`
const byId = `select id, card_id, user_id, company_id, kind, reference, block_reason, actor_id, status, attempts, reads,
  called_at, limit_payment_cents, limit_day_cents, limit_month_cents, (select count(*) from card_call e where e.card_id = c.card_id and e.kind = c.kind and e.id < c.id)::int4 as earlier
  from card_call c where id = $1`
const called = `update card_call set status = 'unknown', called_at = $2, attempts = attempts + 1, reads = 0
  where id = $1 and status = 'started' and called_at is null`
// Only the call that was looked at, not one that another worker made since.
const notSent = `update card_call set status = 'started', called_at = null, next_at = $3
  where id = $1 and status = 'unknown' and called_at = $2`
const readBack = `update card_call set reads = reads + 1, next_at = $3
  where id = $1 and status = 'unknown' and called_at = $2`
const ended = `update card_call set status = $2, refusal = $3, ended_at = $4
  where id = $1 and status in ('started', 'unknown')`

const openLimits = `select limit_payment_cents, limit_day_cents, limit_month_cents from card_call
  where card_id = $1 and kind = 'limits' and status in ('started', 'unknown')`
const setLimits = `update card set limit_payment_cents = $2, limit_day_cents = $3, limit_month_cents = $4,
  version = version + 1, limits_version = limits_version + 1 where id = $1`
const nextLimitsVersion = 'update card set limits_version = limits_version + 1 where id = $1'

type LimitColumns = Pick<CardCall, 'limit_payment_cents' | 'limit_day_cents' | 'limit_month_cents'>

/** The limits that a call asks for. */
export const wantedLimits = (call: LimitColumns): CardLimits => ({
  paymentCents: call.limit_payment_cents,
  dayCents: call.limit_day_cents,
  monthCents: call.limit_month_cents,
})

/** The limits that the issuer is being asked for; null: no change is under way. */
export const findLimitChange = async (sql: Queries, cardId: string): Promise<CardLimits | null> => {
  const row = await sql.maybe<LimitColumns>(openLimits, [cardId])
  return row && wantedLimits(row)
}

/** Saves limits that the issuer has confirmed. */
export const saveLimits = async (sql: Queries, cardId: string, limits: CardLimits): Promise<void> => {
  await sql.run(setLimits, [cardId, limits.paymentCents, limits.dayCents, limits.monthCents])
}

/** Says that a change of limits was requested or refused, so that a change from an older version is refused. */
export const advanceLimitsVersion = async (sql: Queries, cardId: string): Promise<void> => {
  await sql.run(nextLimitsVersion, [cardId])
}

/** Writes a call down before it is made. Throws on `card_call_one_at_a_time`. */
export const insertCall = async (
  sql: Queries,
  call: Pick<
    CardCall,
    'id' | 'card_id' | 'user_id' | 'company_id' | 'kind' | 'reference' | 'block_reason' | 'actor_id'
  > & { readonly at: Date; readonly limits?: CardLimits },
): Promise<void> => {
  await sql.run(insert, [
    call.id,
    call.company_id,
    call.user_id,
    call.card_id,
    call.kind,
    call.reference,
    call.block_reason,
    call.actor_id,
    call.at,
    call.limits?.paymentCents ?? null,
    call.limits?.dayCents ?? null,
    call.limits?.monthCents ?? null,
  ])
}

export const findCall = (sql: Queries, id: string): Promise<CardCall | null> =>
  sql.maybe<CardCall>(byId, [id])

/** Says, in a transaction of its own, that the issuer is being asked now. False: somebody else asks already. */
export const noteCalled = async (sql: Queries, { id, at }: { id: string; at: Date }): Promise<boolean> =>
  (await sql.run(called, [id, at])) === 1

/** Nothing was sent, or what was sent is proved absent: it may be asked again under the same reference. */
export const noteNotSent = async (
  sql: Queries,
  { id, calledAt, nextAt }: { id: string; calledAt: Date; nextAt: Date },
): Promise<void> => {
  await sql.run(notSent, [id, calledAt, nextAt])
}

export const noteReadBack = async (
  sql: Queries,
  { id, calledAt, nextAt }: { id: string; calledAt: Date; nextAt: Date },
): Promise<void> => {
  await sql.run(readBack, [id, calledAt, nextAt])
}

/** Ends a call. False: it was over already, and so is what follows from it. */
export const endCall = async (
  sql: Queries,
  end: { id: string; status: 'done' | 'refused'; refusal: string | null; at: Date },
): Promise<boolean> => (await sql.run(ended, [end.id, end.status, end.refusal, end.at])) === 1

const begin = `update card set status = 'pending', pending_call = $3, pending_from = status, refusal = null,
    version = version + 1
  where id = $1 and status = $2`

/** Puts a card into `pending` for a transition, while it is in that state. */
export const beginPending = async (
  sql: Queries,
  card: { id: string; from: SettledCardStatus; pendingCall: string },
): Promise<boolean> => (await sql.run(begin, [card.id, card.from, card.pendingCall])) === 1

/** How often the issuer refused to make this card. */
export const countRefusals = async (sql: Queries, cardId: string): Promise<number> =>
  Number(
    (
      await sql.one<{ count: bigint }>(
        `select count(*) from card_call where card_id = $1 and kind = 'create' and status = 'refused'`,
        [cardId],
      )
    ).count,
  )
