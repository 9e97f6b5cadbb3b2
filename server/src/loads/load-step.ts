import type { EventPayload, EventType } from '@cardamom/contract/events'
import type { Ids } from '../kernel/ids.ts'
import type { DraftOf, RowInsert, GuardedUpdate } from '../kernel/plan.ts'
import type { LoadException, LoadStatus } from './load-status.ts'
import type { LoadRecord } from './load-record.ts'

/** What every plan of a load begins with: the load as it was read, and business time. */
export type LoadStep = { readonly ids: Ids; readonly load: LoadRecord; readonly now: Date }

type LoadFacts = Pick<LoadRecord, 'ref' | 'cardId' | 'speed'>
/** The events that carry those facts of the load. */
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

/** A line of where the load has been. */
export const historyRow = (
  { ids, load, now }: LoadStep,
  status: LoadStatus,
  exception: LoadException | null,
): RowInsert => ({
  table: 'load_history',
  row: {
    id: ids.next(),
    load_id: load.id,
    company_id: load.companyId,
    user_id: load.userId,
    status,
    exception,
    at: now,
  },
})

/** Moves the load on, only while it is as it was read. */
export const moveTo = (
  { load }: LoadStep,
  status: LoadStatus,
  set: GuardedUpdate['set'] = {},
): GuardedUpdate => ({
  table: 'load',
  id: load.id,
  from: { status: load.status, version: load.version },
  set: { status, version: load.version + 1, ...set },
})
