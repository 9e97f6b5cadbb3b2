import type { Insertable } from 'kysely'
import { readUser } from '../identity/users.sql.ts'
import { after } from '../kernel/clock.ts'
import { publicRef, type Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Card } from '../kernel/schema.ts'
import { insertCall } from './card-calls.sql.ts'
import { ensureHolder, mayHaveCard, notNowPauseMs } from './card-creation.ts'
import { callJob, cardEvent, retryJob } from './card-events.ts'
import { recordingCard } from './card-recording.ts'
import { findCard } from './cards.sql.ts'

/** A card that its holder ordered. */
export type RequestedCard = Readonly<
  Pick<
    Insertable<Card>,
    'id' | 'companyId' | 'userId' | 'cardTypeId' | 'planId' | 'form' | 'nameOnCard' | 'paymentStatus'
  >
> & { readonly finish: 'plastic' | 'metal' | null }

type Insertion = {
  readonly card: RequestedCard
  readonly at: Date
  /** The issuer makes it now. */
  readonly isCalled: boolean
}

const insertRequested = async (
  tx: WriteTransaction,
  ids: Ids,
  { card, at, isCalled }: Insertion,
): Promise<void> => {
  const { id, companyId, userId, form } = card
  const ref = publicRef('C', id)
  const reference = `card:${id}`
  // The issuer makes a virtual card at once. A physical one waits for an administrator who associates it.
  const state = isCalled
    ? ({ status: 'pending', pendingCall: 'card.associated', pendingFrom: 'new' } as const)
    : ({ status: 'new' } as const)
  await tx.sql
    .insertInto('card')
    .values({ ...card, ...state, ref, reference, origin: 'requested', createdAt: at })
    .execute()
  const owner = { companyId, userId }
  tx.emit(cardEvent({ id, ref, ...owner, form, lastDigits: null }, 'card.requested', { automatic: false }))
  if (!isCalled) {
    // As the card of a person who lost the permission is looked at again.
    if (form === 'virtual') tx.enqueue(retryJob(id, after(at, notNowPauseMs)))
    return
  }
  const callId = ids.next()
  const call = { kind: 'create', blockReason: null, actorId: null } as const
  await insertCall(tx.sql, { id: callId, cardId: id, ...owner, reference, ...call, at })
  tx.enqueue(callJob(callId))
}

/** Makes the card of an order, once: a virtual card goes to the issuer, a physical one is `new` (domain §6). */
export const requestCard = async (
  tx: WriteTransaction,
  ids: Ids,
  of: { readonly card: RequestedCard; readonly at: Date },
): Promise<void> => {
  const { at } = of
  const { id, userId, form } = of.card
  const user = await readUser(tx.sql, userId)
  if (!user || (await findCard(tx.sql, id))) return
  // The person may have changed company since the payment.
  const card = { ...of.card, companyId: user.companyId }
  const isAllowed = (await mayHaveCard(tx.sql, { userId, origin: 'requested' })) !== null
  await ensureHolder(tx.sql, ids, { user, at })
  await recordingCard(tx, id, () =>
    insertRequested(tx, ids, { card, at, isCalled: form === 'virtual' && isAllowed }),
  )
}
