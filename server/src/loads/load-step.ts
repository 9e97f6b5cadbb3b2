import type { EventPayload, EventType } from '@cardamom/contract/events'
import type { Ids } from '../kernel/ids.ts'
import type { ChangeOf, GuardedUpdate, RowInsert } from '../kernel/guarded-update.ts'
import type { DraftOf } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { loadTransitions, type LoadEvent, type LoadException, type LoadMilestone } from './load-status.ts'
import type { LoadRecord } from './load-record.ts'

/** Common input of every plan of a load: the load as it was read, and business time. */
export type LoadStep = { readonly ids: Ids; readonly load: LoadRecord; readonly now: Date }

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

/** An entry of the load's history. */
export const historyRow = (
  { ids, load, now }: LoadStep,
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
export const loadUpdate = ({ load }: LoadStep, event: LoadEvent, set: ChangeOf<'load'> = {}): GuardedUpdate =>
  transition(loadTransitions, load, event, { set })
