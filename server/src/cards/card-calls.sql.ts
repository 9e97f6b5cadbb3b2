import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import { limitColumns, limitsOf } from './card-record.ts'
import { cardCallTransitions } from './card-status.ts'

/** Calls to the issuer about cards. `earlier`: calls of the kind for the card from before this one. */
const cardCalls = (sql: Queries) =>
  sql
    .selectFrom('cardCall as call')
    .select(['call.id', 'call.cardId', 'call.userId', 'call.companyId', 'call.kind', 'call.reference'])
    .select(['call.blockReason', 'call.actorId', 'call.status', 'call.attempts', 'call.reads'])
    .select(['call.calledAt', 'call.limitPaymentCents', 'call.limitDayCents', 'call.limitMonthCents'])
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

/** A call to the issuer about a card, and how far it is. */
export type CardCall = Readonly<NonNullable<Awaited<ReturnType<typeof findCall>>>>

/** The limits that the issuer is being asked for; null: no change is under way. */
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

/** Says that a change of limits was requested or refused, so that a change from an older version is refused. */
export const advanceLimitsVersion = async (sql: Queries, cardId: string): Promise<void> => {
  const card = sql.updateTable('card').where('id', '=', cardId)
  await card.set(({ eb }) => ({ limitsVersion: eb('limitsVersion', '+', 1) })).execute()
}

/** Writes a call down before it is made. Throws on `card_call_one_at_a_time`. */
export const insertCall = async (
  sql: Queries,
  {
    at,
    limits,
    ...call
  }: Pick<
    CardCall,
    'id' | 'cardId' | 'userId' | 'companyId' | 'kind' | 'reference' | 'blockReason' | 'actorId'
  > & { readonly at: Date; readonly limits?: CardLimits },
): Promise<void> => {
  await sql
    .insertInto('cardCall')
    .values({ ...call, ...limitColumns(limits), status: 'started', nextAt: at, createdAt: at })
    .execute()
}

export const findCall = async (sql: Queries, id: string) =>
  (await cardCalls(sql).where('call.id', '=', id).executeTakeFirst()) ?? null

type Asked = Pick<CardCall, 'id' | 'status' | 'attempts' | 'calledAt'>
/** The call while it is the one that was looked at, not one that another worker made since. */
const asRead = ({ attempts, calledAt }: Asked) => ({ attempts, calledAt })
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
  call: Pick<CardCall, 'id' | 'status' | 'attempts' | 'reads' | 'calledAt'>,
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
  const now = await sql
    .selectFrom('cardCall')
    .select(['id', 'status', 'attempts', 'calledAt'])
    .where('id', '=', call.id)
    .forUpdate()
    .executeTakeFirst()
  if (!now || !isOpen(now)) return false
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
