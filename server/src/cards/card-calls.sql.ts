import { callAttempts } from '../kernel/call-attempts.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import { limitColumns, limitsOf } from './card-record.ts'
import { cardCallTransitions } from './card-status.ts'

/**
 * Calls to the issuer about cards, with their cards. `earlier`: the card's earlier calls of the same kind.
 */
const cardCalls = (sql: Queries) =>
  sql
    .selectFrom('cardCall as call')
    .innerJoin('card', 'card.id', 'call.cardId')
    .select(['call.id', 'call.cardId', 'call.userId', 'call.companyId', 'call.kind', 'call.reference'])
    .select(['call.blockReason', 'call.actorId', 'call.note', 'call.status', 'call.attempts', 'call.sentAt'])
    .select(['call.calledAt', 'call.absentSince', 'call.limitPaymentCents', 'call.limitDayCents'])
    .select(['call.limitMonthCents', 'card.issuerCardId', 'card.form', 'card.nameOnCard'])
    .select(['card.cardTypeId', 'card.planId'])
    .select((call) =>
      call
        .selectFrom('cardCall as before')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
        .whereRef('before.cardId', '=', 'call.cardId')
        .whereRef('before.kind', '=', 'call.kind')
        .whereRef('before.id', '<', 'call.id')
        .as('earlier'),
    )
    .$narrowType<{ earlier: number }>()

/** A call to the issuer about a card, its progress and its content. */
export type CardCall = Readonly<NonNullable<Awaited<ReturnType<typeof findCall>>>>

/** The requested limits; null: no change is under way. */
export const findLimitChange = async (sql: Queries, cardId: string): Promise<CardLimits | null> => {
  const change = await sql
    .selectFrom('cardCall')
    .select(['limitPaymentCents', 'limitDayCents', 'limitMonthCents'])
    .where('cardId', '=', cardId)
    .where('kind', '=', constant('limits'))
    .where('status', 'in', [constant('started'), constant('unknown')])
    .executeTakeFirst()
  return change ? limitsOf(change) : null
}

/** Saves limits that the issuer has confirmed. */
export const saveLimits = async (sql: Queries, cardId: string, limits: CardLimits): Promise<void> => {
  await sql
    .updateTable('card')
    .set(limitColumns(limits))
    .set(({ eb }) => ({ version: eb('version', '+', 1), limitsVersion: eb('limitsVersion', '+', 1) }))
    .where('id', '=', cardId)
    .execute()
}

/**
 * Records that a change of limits was requested or refused, so that a change from an older version is
 * refused.
 */
export const advanceLimitsVersion = async (sql: Queries, cardId: string): Promise<void> => {
  const card = sql.updateTable('card').where('id', '=', cardId)
  await card.set(({ eb }) => ({ limitsVersion: eb('limitsVersion', '+', 1) })).execute()
}

/** Records a call before it is sent. Throws on `card_call_one_at_a_time`. */
export const insertCall = async (
  sql: Queries,
  {
    at,
    limits,
    ...call
  }: Pick<
    CardCall,
    'id' | 'cardId' | 'userId' | 'companyId' | 'kind' | 'reference' | 'blockReason' | 'actorId'
  > & {
    readonly at: Date
    readonly limits?: CardLimits
    /** Why, in the words of an administrator. */
    readonly note?: string | null
  },
): Promise<void> => {
  await sql
    .insertInto('cardCall')
    .values({ ...call, ...limitColumns(limits), status: 'started', createdAt: at })
    .execute()
}

export const findCall = async (sql: Queries, id: string) =>
  (await cardCalls(sql).where('call.id', '=', id).executeTakeFirst()) ?? null

/** The writes of its attempts. */
export const cardCallAttempts = callAttempts(cardCallTransitions, {
  sent: 'call.sent',
  notSent: 'call.absent',
  absent: 'call.absent',
})

/** Ends a call. False: the call and its results had already ended. */
export const endCall = async (
  sql: Queries,
  call: Pick<CardCall, 'id'>,
  end: { status: 'done' | 'refused'; refusal: string | null; at: Date },
): Promise<boolean> => {
  const now = await sql
    .selectFrom('cardCall')
    .select(['id', 'status'])
    .where('id', '=', call.id)
    .forUpdate()
    .executeTakeFirst()
  if (now?.status !== 'started' && now?.status !== 'unknown') return false
  const { status, refusal, at: endedAt } = end
  const event = status === 'done' ? 'call.done' : 'call.refused'
  return applyTransition(sql, cardCallTransitions, now, event, { set: { refusal, endedAt } })
}

/** How often the issuer refused to make this card. */
export const countRefusals = async (sql: Queries, cardId: string): Promise<number> => {
  const { count } = await sql
    .selectFrom('cardCall')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('cardId', '=', cardId)
    .where('kind', '=', 'create')
    .where('status', '=', 'refused')
    .executeTakeFirstOrThrow()
  return Number(count)
}
