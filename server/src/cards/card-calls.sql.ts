import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import { cardCallTransitions } from './card-status.ts'

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

const lockedById = 'select id, status, attempts, called_at from card_call where id = $1 for update'
const insert = `insert into card_call (id, company_id, user_id, card_id, kind, reference, block_reason, actor_id, status,
    next_at, created_at, limit_payment_cents, limit_day_cents, limit_month_cents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'started', $9, $9, $10, $11, $12)`
const byId = `select id, card_id, user_id, company_id, kind, reference, block_reason, actor_id, status, attempts, reads,
  called_at, limit_payment_cents, limit_day_cents, limit_month_cents, (select count(*) from card_call e where e.card_id = c.card_id and e.kind = c.kind and e.id < c.id)::int4 as earlier
  from card_call c where id = $1`
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

type Asked = Pick<CardCall, 'id' | 'status' | 'attempts' | 'called_at'>
/** The call while it is the one that was looked at, not one that another worker made since. */
const asRead = ({ attempts, called_at: calledAt }: Asked) => ({ attempts, calledAt })
type OpenCall = Asked & { readonly status: 'started' | 'unknown' }
const isOpen = (call: Asked): call is OpenCall => call.status === 'started' || call.status === 'unknown'

/** Says, in a transaction of its own, that the issuer is being asked now. False: somebody else asks already. */
export const writeSent = async (sql: Queries, call: Asked, at: Date): Promise<boolean> =>
  call.status === 'started' &&
  applyTransition(sql, cardCallTransitions, { ...call, status: call.status }, 'call.sent', {
    guard: asRead(call),
    set: { calledAt: at, attempts: call.attempts + 1, reads: 0 },
  })

/** Nothing was sent, or what was sent is proved absent: it may be asked again under the same reference. */
export const writeAbsent = async (sql: Queries, call: Asked, nextAt: Date): Promise<boolean> =>
  call.status === 'unknown' &&
  applyTransition(sql, cardCallTransitions, { ...call, status: call.status }, 'call.absent', {
    guard: asRead(call),
    set: { calledAt: null, nextAt },
  })

/** Counts a read-back that found nothing yet. */
export const writeReadBack = async (
  sql: Queries,
  call: Pick<CardCall, 'id' | 'status' | 'attempts' | 'reads' | 'called_at'>,
  nextAt: Date,
): Promise<boolean> =>
  applyUpdate(
    sql,
    guardedUpdate({
      table: 'cardCall',
      id: call.id,
      from: { ...asRead(call), status: 'unknown' },
      set: { reads: call.reads + 1, nextAt },
    }),
  )

/** Ends a call. False: it was over already, and so is what follows from it. */
export const endCall = async (
  sql: Queries,
  call: Pick<CardCall, 'id'>,
  end: { status: 'done' | 'refused'; refusal: string | null; at: Date },
): Promise<boolean> => {
  const now = await sql.maybe<Asked>(lockedById, [call.id])
  if (!now || !isOpen(now)) return false
  const { status, refusal, at: endedAt } = end
  const event = status === 'done' ? 'call.done' : 'call.refused'
  return applyTransition(sql, cardCallTransitions, now, event, { set: { refusal, endedAt } })
}

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
