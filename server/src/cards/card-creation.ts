import { isAdminArea } from '@cardamom/contract/roles'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { publicRef, type Ids } from '../kernel/ids.ts'
import type { EventHandler, JobHandler, WriteTransaction } from '../kernel/jobs.ts'
import { isVerified } from '../kyc/kyc-standing.ts'
import { after } from '../kernel/clock.ts'
import { insertCall } from './card-calls.sql.ts'
import { startPending } from './card-changes.sql.ts'
import { retryJob, callJob, cardEvent } from './card-events.ts'
import { holderGaps } from './card-person.ts'
import { lockCard } from './cards.sql.ts'
import { automaticPlanId, automaticTypeId } from './card-types.sql.ts'
import { nameOnCard } from './name-on-card.ts'

/** Whoever may have no card now may have one again: looked at daily. */
const notNowPauseMs = 86_400_000
const verifiedStatuses = new Set(['positive', 'admin_approved'])
const clientCodeTries = 20
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

/** A client code: eight letters and digits that nobody mixes up. */
const clientCodeFrom = (bytes: Buffer): string =>
  [...bytes.subarray(0, codeLength)].map((byte) => codeAlphabet[byte % codeAlphabet.length]).join('')

const insertHolder = `insert into holder (user_id, company_id, client_code, created_at) values ($1, $2, $3, $4)
  on conflict do nothing`
const holderOf = 'select 1 from holder where user_id = $1'

/** The person as a holder, made when they are none yet. */
const ensureHolder = async (sql: Queries, ids: Ids, of: { user: User; at: Date }): Promise<void> => {
  const { user, at } = of
  for (let attempt = 0; attempt < clientCodeTries; attempt += 1) {
    if (await sql.maybe(holderOf, [user.id])) return
    const code = clientCodeFrom(ids.secret(codeLength))
    await sql.run(insertHolder, [user.id, user.companyId, code, at])
  }
  throw new Error('No free client code was found')
}

const insertCard = `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, origin, reference,
    name_on_card, status, pending_call, pending_from, payment_status, created_at)
  values ($1, $2, $3, $4, $5, $6, 'virtual', 'automatic', $7, $8, 'pending', 'card.associated', 'new', 'waived', $9)
  on conflict (user_id) where origin = 'automatic' do nothing`

/** Whether this person is to have a card without asking for one (domain §6). */
const mayHaveCard = async (sql: Queries, userId: string): Promise<User | null> => {
  const user = await readUser(sql, userId)
  if (!user?.active || isAdminArea(user.roleId) || !(await isVerified(sql, userId))) return null
  const company = await readCompany(sql, user.companyId)
  return company.automaticCardCreation && (await readIsOpen(sql, company)) ? user : null
}

/** The card, the call to the issuer and the job that makes it, in one transaction: once for each person. */
const makeCard = async (tx: WriteTransaction, ids: Ids, of: { user: User; at: Date }): Promise<void> => {
  const { user, at } = of
  await ensureHolder(tx.sql, ids, of)
  const id = ids.next()
  const ref = publicRef('C', id)
  const reference = `card:${id}`
  const made = await tx.sql.run(insertCard, [
    id,
    ref,
    user.companyId,
    user.id,
    automaticTypeId,
    automaticPlanId,
    reference,
    nameOnCard(user),
    at,
  ])
  if (made === 0) return
  const callId = ids.next()
  await insertCall(tx.sql, {
    id: callId,
    card_id: id,
    user_id: user.id,
    company_id: user.companyId,
    kind: 'create',
    reference,
    block_reason: null,
    actor_id: null,
    at,
  })
  const card = {
    id,
    ref,
    companyId: user.companyId,
    userId: user.id,
    form: 'virtual' as const,
    lastDigits: null,
  }
  tx.emit(cardEvent(card, 'card.requested', { automatic: true }))
  tx.enqueue(callJob(callId))
}

/** Consumes `kyc.decided`: a verified person of a company with automatic card creation gets a virtual card, once. */
export const createAutomaticCards =
  (deps: { ids: Ids }): EventHandler<'kyc.decided'> =>
  async ({ userId, payload }, work) => {
    if (userId === null || !verifiedStatuses.has(payload.status)) return
    await work.write(async (tx) => {
      const user = await mayHaveCard(tx.sql, userId)
      if (user) await makeCard(tx, deps.ids, { user, at: work.clock.now() })
    })
  }

const waitingForPerson = `select id from card where user_id = $1 and status = 'new' and issuer_card_id is null
  and refusal = any ($2)`

/** Consumes changes of a person: a card that waited for something of theirs is asked for at once. */
export const retryForPerson: EventHandler<'kyc.decided' | 'user.changed'> = async ({ userId }, work) => {
  if (userId === null) return
  await work.write(async ({ sql, enqueue }) => {
    const cards = await sql.rows<{ id: string }>(waitingForPerson, [userId, holderGaps])
    for (const { id } of cards) enqueue(retryJob(id, work.clock.now()))
  })
}

/**
 * Asks once more for a card that the issuer refused to make, under the card's own reference: what an earlier call made
 * after all is found by it, so that there are never two.
 */
export const retryForCard =
  (deps: { ids: Ids }): JobHandler =>
  async ({ payload }, work) =>
    work.write(async ({ sql, enqueue }) => {
      const at = work.clock.now()
      const card = await lockCard(sql, String(payload['cardId']))
      if (card?.status !== 'new' || card.issuerCardId !== null) return
      if (!(await mayHaveCard(sql, card.userId))) return { againAt: after(at, notNowPauseMs) }
      if (!(await startPending(sql, { ...card, status: card.status }, 'card.associated'))) return
      const id = deps.ids.next()
      await insertCall(sql, {
        id,
        card_id: card.id,
        user_id: card.userId,
        company_id: card.companyId,
        kind: 'create',
        reference: card.reference,
        block_reason: null,
        actor_id: null,
        at,
      })
      enqueue(callJob(id))
    })
