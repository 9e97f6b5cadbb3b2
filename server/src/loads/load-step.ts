import type { EventPayload, EventType } from '@cardamom/contract/events'
import type { Ids } from '../kernel/ids.ts'
import { guardedUpdate, type ChangeOf, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import type { DraftOf, EventDraft } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { loadTransitions, type LoadEvent, type LoadException, type LoadMilestone } from './load-status.ts'
import { isLoad, type LoadRecord, type PaymentRecord } from './load-record.ts'

/** Common input of every plan of a payment: the payment as it was read, and business time. */
export type PaymentStep = { readonly ids: Ids; readonly load: PaymentRecord; readonly now: Date }
/** The same of a load. */
export type LoadStep = PaymentStep & { readonly load: LoadRecord }

type LoadFacts = Pick<LoadRecord, 'ref' | 'cardId' | 'speed'>
/** The events with those facts of the load. */
type LoadEventType = { [Type in EventType]: EventPayload<Type> extends LoadFacts ? Type : never }[EventType]

/** An event about a load, for its owner and its company. */
export const loadEvent = <Type extends LoadEventType>(
  { load }: LoadStep,
  type: Type,
  payload: Omit<EventPayload<Type>, keyof LoadFacts>,
): DraftOf<Type> => {
  const { id: entityId, companyId, userId, ref, cardId, speed } = load
  const draft = { type, entityId, companyId, userId, payload: { ref, cardId, speed, ...payload } }
  return draft as typeof draft & DraftOf<Type>
}

/** An event about a payment. One that is for a wallet is news of its company, not of a person. */
export const paymentEvent = <Type extends LoadEventType>(
  step: PaymentStep,
  type: Type,
  payload: Omit<EventPayload<Type>, keyof LoadFacts>,
): EventDraft => {
  const { load } = step
  if (isLoad(load)) return loadEvent({ ...step, load }, type, payload) as EventDraft
  return topUpNews(load, type === 'load.set_aside' ? 'topup.payment_set_aside' : 'topup.payment_changed')
}

/** An event about a payment for a wallet. */
export const topUpNews = (
  { id: entityId, companyId, ref, speed }: PaymentRecord,
  type:
    | 'topup.payment_changed'
    | 'topup.payment_set_aside'
    | 'topup.address_requested'
    | 'topup.refund_requested'
    | 'topup.refund_queued',
): EventDraft => ({ type, entityId, companyId, userId: null, payload: { ref, wallet: speed } })

/** An entry of the load's history. */
export const historyRow = (
  { ids, load, now }: PaymentStep,
  status: LoadMilestone,
  exception: LoadException | null,
): RowInsert => ({
  table: 'loadHistory',
  row: {
    id: ids.next(),
    loadId: load.id,
    companyId: load.companyId,
    userId: load.userId,
    status,
    exception,
    at: now,
  },
})

/** The load after `event`, only if it is unchanged since it was read. */
export const loadUpdate = (
  { load }: PaymentStep,
  event: LoadEvent,
  set: ChangeOf<'load'> = {},
): GuardedUpdate => transition(loadTransitions, load, event, { set })

/** A plan with this is refused if the load has changed since it was read. */
export const unchangedLoad = ({ id, version }: Pick<PaymentRecord, 'id' | 'version'>): GuardedUpdate =>
  guardedUpdate({ table: 'load', id, from: { version }, set: { version: version + 1 } })
