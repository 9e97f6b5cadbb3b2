import { requestCardFreeze, freezeCards } from '@cardamom/contract/cards/card-freezes'
import { callerOf, recordSecurityEvent } from '../access/security-events.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { eventSourceOf } from '../identity/event-source.ts'
import { personMail } from '../identity/identity-mail.ts'
import { createLinkRequest } from '../identity/link-request.ts'
import { findLink, isLive, useLink } from '../identity/links.sql.ts'
import { decryptPrivate } from '../identity/private-fields.ts'
import { factorTries } from '../identity/throttle.ts'
import type { Throttles } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Mailer } from '../providers/mail/mailer.ts'
import { createCardFreeze } from './card-freeze.ts'
import { findCard, listCardsOf } from './cards.sql.ts'

export type CardFreezeNeeds = { readonly mailer: Mailer; readonly throttles: Throttles }

const jobName = 'cards.freeze'
const againMs = 2000
const mostCards = 200
const payable: ReadonlySet<string> = new Set(['activated', 'pending', 'blocked'])

/** Freezes one card as soon as no other call of it is open. */
const createFreeze =
  ({ ids, clock }: Kernel): JobHandler =>
  async ({ payload }, { read, write }) => {
    const { cardId } = payload as { cardId: string }
    const card = await read((sql) => findCard(sql, cardId))
    if (!card) return
    if (card.status === 'pending') return { againAt: after(clock.now(), againMs) }
    const freeze = createCardFreeze({ ids })
    const freezeRequest = { cardId, userId: card.userId, actorId: null, now: clock.now() }
    await write((tx) => freeze({ tx, ...freezeRequest }, 'freeze'))
    return
  }

/**
 * "Freeze my cards" for people who cannot sign in: a link to the account's address, and the birth date. It
 * can only stop payments; resuming requires a session.
 */
export const mountCardFreezes = (kernel: Kernel, needs: CardFreezeNeeds): void => {
  const { mount, db, clock, ids, encryption, config, jobs } = kernel
  const requestLink = createLinkRequest(kernel, needs)
  jobs.handle(jobName, createFreeze(kernel))

  mount(requestCardFreeze, ({ input: { email }, request, address, finish }) => {
    const source = eventSourceOf({ request, address })
    return requestLink({ kind: 'card_freeze', purpose: 'freeze', email, sender: { address }, source }, finish)
  })

  /** The person of a valid link, with the facts that are required to use it. */
  const holderOf = async (token: string) => {
    const { link, user, cards } = await db.read(beforeLogin, async (sql) => {
      const found = await findLink(sql, token, ['card_freeze'])
      const owner = found ? await readUser(sql, found.userId) : null
      const own = owner ? await listCardsOf(sql, { userId: owner.id, limit: mostCards }) : []
      return { link: found, user: owner, cards: own }
    })
    if (!link || !user || !isLive(link, clock.realNow())) return null
    const { birthDate } = await decryptPrivate(encryption, user.id, user.encrypted)
    return { user, birthDate, cards: cards.filter(({ status }) => payable.has(status)) }
  }

  mount(freezeCards, async ({ params: { token }, input, request, address, finish }) => {
    const holder = await holderOf(token)
    if (!holder) return refused('link_expired')
    const { user, birthDate, cards } = holder
    const { id: userId, companyId } = user
    const allowed = await needs.throttles.count(`freeze:${userId}`, factorTries, { userId, kind: 'code' })
    if (!allowed.accepted) return allowed
    if (birthDate === null || birthDate !== input.birthDate) {
      return refused('invalid_user_data', { field: 'birthDate' })
    }
    return finish({ cards: cards.length }, async (tx) => {
      const at = clock.realNow()
      if (!(await useLink(tx.sql, token, at))) return refused('link_expired')
      for (const { id } of cards) tx.enqueue({ name: jobName, payload: { cardId: id } })
      const facts = { cards: String(cards.length) }
      const caller = callerOf({ request, address })
      await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'cards_frozen', facts, caller, at })
      const company = await readCompany(tx.sql, companyId)
      await needs.mailer.enqueue(
        tx,
        personMail(user, {
          company,
          config,
          kind: 'cards_frozen',
          path: '/cards',
          cause: { at, source: caller },
        }),
      )
    })
  })
}
