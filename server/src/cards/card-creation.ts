import { isAdminArea } from '@cardamom/contract/roles'
import type { Insertable } from 'kysely'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import { anyOf, changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { Card } from '../kernel/schema.ts'
import { publicRef, type Ids } from '../kernel/ids.ts'
import type { EventHandler, JobHandler, WriteTransaction } from '../kernel/jobs.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { after } from '../kernel/clock.ts'
import { insertCall } from './card-calls.sql.ts'
import { startPending } from './card-changes.sql.ts'
import { retryJob, callJob, cardEvent } from './card-events.ts'
import { holderGaps } from './card-person.ts'
import type { CardRecord } from './card-record.ts'
import { recordingCard } from './card-recording.ts'
import { cardRows, lockCard } from './cards.sql.ts'
import { automaticTypeId } from './card-types.sql.ts'
import { nameOnCard } from './name-on-card.ts'

/** People who may not have a card yet are checked again daily. */
export const notNowPauseMs = 86_400_000
const verifiedStatuses = new Set(['positive', 'admin_approved'])
const clientCodeTries = 20
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

/** A client code: eight letters and digits that are not easily confused. */
const clientCodeFrom = (bytes: Buffer): string =>
  [...bytes.subarray(0, codeLength)].map((byte) => codeAlphabet[byte % codeAlphabet.length]).join('')

/** The person as a holder, created when there is none. */
export const ensureHolder = async (sql: Queries, ids: Ids, of: { user: User; at: Date }): Promise<void> => {
  const { user, at } = of
  for (let attempt = 0; attempt < clientCodeTries; attempt += 1) {
    const known = sql.selectFrom('holder').select('userId').where('userId', '=', user.id)
    if (await known.executeTakeFirst()) return
    const clientCode = clientCodeFrom(ids.secret(codeLength))
    await sql
      .insertInto('holder')
      .values({ userId: user.id, companyId: user.companyId, clientCode, createdAt: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  throw new Error('No free client code was found')
}

/** A free virtual card that waits for the issuer; false: the person has one. */
const insertAutomaticCard = async (
  sql: Queries,
  card: Pick<
    Insertable<Card>,
    'id' | 'ref' | 'companyId' | 'userId' | 'reference' | 'nameOnCard' | 'createdAt'
  >,
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('card')
      .values((eb) => ({
        ...card,
        cardTypeId: automaticTypeId,
        planId: eb.selectFrom('cardType').select('issuePlanId').where('id', '=', automaticTypeId),
        form: 'virtual',
        origin: 'automatic',
        status: 'pending',
        pendingCall: 'card.associated',
        pendingFrom: 'new',
        paymentStatus: 'waived',
      }))
      .onConflict((conflict) =>
        conflict.column('userId').where('origin', '=', constant('automatic')).doNothing(),
      )
      .executeTakeFirstOrThrow(),
  )

/**
 * Whether this person gets a card automatically, or the card that they ordered and paid, whatever the company chose since
 * then (domain §6).
 */
export const mayHaveCard = async (
  sql: Queries,
  { userId, origin }: Pick<CardRecord, 'userId' | 'origin'>,
): Promise<User | null> => {
  const user = await readUser(sql, userId)
  if (!user?.active || isAdminArea(user.roleId) || !(await readKyc(sql, userId)).isVerified) return null
  const company = await readCompany(sql, user.companyId)
  const { automaticCardCreation, cardCreationEnabled } = company
  const isWanted = origin === 'requested' || (automaticCardCreation && cardCreationEnabled)
  return isWanted && (await readIsOpen(sql, company)) ? user : null
}

/** Creates the card, the call to the issuer and its job in one transaction, once for each person. */
const makeCard = async (tx: WriteTransaction, ids: Ids, of: { user: User; at: Date }): Promise<void> => {
  const { user, at } = of
  await ensureHolder(tx.sql, ids, of)
  const id = ids.next()
  await recordingCard(tx, id, () => insertWithCall(tx, ids, { user, at, id }))
}

const insertWithCall = async (
  tx: WriteTransaction,
  ids: Ids,
  { user, at, id }: { user: User; at: Date; id: string },
): Promise<void> => {
  const ref = publicRef('C', id)
  const reference = `card:${id}`
  const owner = { companyId: user.companyId, userId: user.id }
  const card = { id, ref, ...owner, reference, nameOnCard: nameOnCard(user), createdAt: at }
  if (!(await insertAutomaticCard(tx.sql, card))) return
  const callId = ids.next()
  await insertCall(tx.sql, {
    id: callId,
    cardId: id,
    ...owner,
    kind: 'create',
    reference,
    blockReason: null,
    actorId: null,
    at,
  })
  const made = { id, ref, ...owner, form: 'virtual', lastDigits: null } as const
  tx.emit(cardEvent(made, 'card.requested', { automatic: true }))
  tx.enqueue(callJob(callId))
}

/** Consumes `kyc.decided`: a verified person of a company with automatic card creation gets a virtual card, once. */
export const createAutomaticCards =
  (deps: { ids: Ids }): EventHandler<'kyc.decided'> =>
  async ({ userId, payload }, work) => {
    if (userId === null || !verifiedStatuses.has(payload.status)) return
    await work.write(async (tx) => {
      const user = await mayHaveCard(tx.sql, { userId, origin: 'automatic' })
      if (user) await makeCard(tx, deps.ids, { user, at: work.clock.now() })
    })
  }

/** Consumes changes of a person: a card that waited for a correction is requested at once. */
export const retryForPerson: EventHandler<'kyc.decided' | 'user.changed'> = async ({ userId }, work) => {
  if (userId === null) return
  await work.write(async ({ sql, enqueue }) => {
    const cards = await cardRows(sql)
      .where('card.userId', '=', userId)
      .where('card.status', '=', 'new')
      .where('card.issuerCardId', 'is', null)
      .where('card.refusal', '=', anyOf(holderGaps))
      .execute()
    for (const { id } of cards) enqueue(retryJob(id, work.clock.now()))
  })
}

/**
 * Requests a refused card again, with the same reference. A card of an earlier call is found by the
 * reference, so there are never two.
 */
export const retryForCard =
  (deps: { ids: Ids }): JobHandler =>
  async ({ payload }, work) =>
    work.write((tx) =>
      recordingCard(tx, String(payload['cardId']), async () => {
        const { sql, enqueue } = tx
        const at = work.clock.now()
        const card = await lockCard(sql, String(payload['cardId']))
        if (card?.status !== 'new' || card.issuerCardId !== null) return
        if (!(await mayHaveCard(sql, card))) return { againAt: after(at, notNowPauseMs) }
        if (!(await startPending(sql, { ...card, status: card.status }, 'card.associated'))) return
        const id = deps.ids.next()
        await insertCall(sql, {
          id,
          cardId: card.id,
          userId: card.userId,
          companyId: card.companyId,
          kind: 'create',
          reference: card.reference,
          blockReason: null,
          actorId: null,
          at,
        })
        enqueue(callJob(id))
      }),
    )
