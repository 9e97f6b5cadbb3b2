import { CardLimitsView, changeCardLimits } from '@cardamom/contract/cards/card-limits'
import {
  pauseCard,
  readCard,
  readCardOptions,
  resumeCard,
  revealCard,
  type DeclinedPayment,
} from '@cardamom/contract/cards'
import type { InputOf } from '@cardamom/contract/endpoint'
import { z } from 'zod'
import { readCompany } from '../companies/companies.sql.ts'
import { companyOfRequest } from '../companies/company-of-request.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { after } from '../kernel/clock.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { CardLimits, IssuerPort } from '../providers/issuer/port.ts'
import { createCardCalls } from './card-call.jobs.ts'
import { retryForCard, retryForPerson, createAutomaticCards } from './card-creation.ts'
import { mountCardFreezes, type CardFreezeNeeds } from './card-freezes.routes.ts'
import { isRaise, limitsView, requestLimits, type CardSpending } from './card-limits.ts'
import { createCardFreeze } from './card-freeze.ts'
import type { CardRecord } from './card-record.ts'
import { cardStepUps } from './card-step-up.ts'
import { createCardRefresh } from './card-refresh.jobs.ts'
import { mountCardPlans } from './card-plans.routes.ts'
import { mountCardStock } from './card-stock.routes.ts'
import { mountCardTypes } from './card-types.routes.ts'
import { readShownTypes, readTypeAndPlan } from './card-types.sql.ts'
import { cardView, holderMayReveal } from './card-view.ts'
import { mountRevealStyle, revealStyleUrl } from './reveal-style.ts'
import { cardsList } from './cards.list.ts'
import { mountCompanyCards } from './company-cards.routes.ts'
import { cardGauges, findCard, noMoney, readCardMoney } from './cards.sql.ts'

export type CardsNeeds = CardFreezeNeeds & {
  readonly issuer: IssuerPort
  /** What the issuer declined on a card lately, newest first. From the module of transactions. */
  readonly recentDeclines: (
    sql: Queries,
    card: Pick<CardRecord, 'status' | 'blockReason' | 'limits'> & {
      cardId: string
      availableCents: bigint
      spending: CardSpending
    },
  ) => Promise<DeclinedPayment[]>
  /** What a card spent in the issuer's present day and month. From the module of transactions. */
  readonly cardSpending: (
    sql: Queries,
    of: { userId: string; cardId: string; now: Date },
  ) => Promise<CardSpending>
}

const viewOf = async (sql: Queries, card: CardRecord) => {
  const money = await readCardMoney(sql, [card.id])
  return cardView(card, money.get(card.id) ?? noMoney)
}

/** Only the owner of a card confirms operations on it. */
const ownCard = async (call: { sql: Queries; me: SessionPrincipal; params: { id: string } }) =>
  (await findCard(call.sql, call.params.id))?.userId === call.me.userId ? null : 'record_not_found'

const mountReads = (kernel: Kernel, needs: CardsNeeds): void => {
  const { mount } = kernel
  mountList(kernel, cardsList)

  mount(readCardOptions, async ({ sql, me }) => {
    const { automaticCardCreation, cardCreationEnabled } = await readCompany(sql, me.companyId)
    const types = await readShownTypes(sql)
    return accepted({
      automatic: automaticCardCreation && cardCreationEnabled,
      types: types.map(({ code, name, form, finish, offered, imageUrl, ...type }) => ({
        code,
        name,
        form,
        finish,
        isOffered: offered && cardCreationEnabled,
        deliveryBusinessDays: type.deliveryBusinessDays,
        plans: [
          {
            code: type.planCode,
            name: type.planName,
            price: type.priceCents,
            replacementPrice: type.replacementPriceCents,
            imageUrl,
          },
        ],
      })),
    })
  })

  mount(readCard, async ({ sql, me, params, now: at }) => {
    const card = await findCard(sql, params.id)
    if (card?.userId !== me.userId) return refused('record_not_found')
    const view = await viewOf(sql, card)
    const { type, plan, replacement } = await readTypeAndPlan(sql, card)
    const { status, blockReason, limits } = card
    const spending = await needs.cardSpending(sql, { userId: me.userId, cardId: card.id, now: at })
    const availableCents = view.available
    const now = { cardId: card.id, status, blockReason, availableCents, limits, spending }
    return accepted({
      ...view,
      type: { code: type.code, name: type.name },
      plan: { code: plan.code, price: plan.priceCents, replacementPrice: replacement.priceCents },
      activatedAt: card.activatedAt,
      blockedAt: card.blockedAt,
      limits: await limitsView(sql, card, { spending, now: at }),
      declines: await needs.recentDeclines(sql, now),
    })
  })
}

const mountFreezes = ({ mount, ids }: Kernel): void => {
  const freeze = createCardFreeze({ ids })

  mount(pauseCard, async ({ me, params, now, ...tx }) => {
    const { sql } = tx
    const answer = await freeze(
      { tx, cardId: params.id, userId: me.userId, actorId: me.userId, now },
      'freeze',
    )
    return answer.accepted ? accepted(await viewOf(sql, answer.value)) : answer
  })

  mount(resumeCard, async ({ me, params, now, ...tx }) => {
    const { sql } = tx
    const answer = await freeze(
      { tx, cardId: params.id, userId: me.userId, actorId: me.userId, now },
      'unfreeze',
    )
    return answer.accepted ? accepted(await viewOf(sql, answer.value)) : answer
  })
}

const limitsOf = ({ payment, day, month }: InputOf<typeof changeCardLimits>): CardLimits => ({
  paymentCents: payment,
  dayCents: day,
  monthCents: month,
})

const mountLimits = ({ mount, ids }: Kernel, needs: CardsNeeds): void => {
  const change: Handler<typeof changeCardLimits> = async (call) => {
    const { me, params, input, request, now, ...tx } = call
    const { sql } = tx
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    const viewNow = async (card: CardRecord) => {
      const spending = await needs.cardSpending(sql, { userId: me.userId, cardId: card.id, now })
      return limitsView(sql, card, { spending, now })
    }
    const limits = limitsOf(input)
    const wanted = { cardId: params.id, userId: me.userId, version, limits, ids, now }
    const requested = await requestLimits(tx, wanted)
    if (requested.accepted) return accepted(await viewNow(requested.value))
    const card = requested.code === 'record_changed' ? await findCard(sql, params.id) : null
    return card
      ? refused('record_changed', { data: z.encode(CardLimitsView, await viewNow(card)) })
      : requested
  }
  // A change from an older version is refused, so a change is compared with the limits of its version.
  mount(changeCardLimits, change, ownCard, async ({ sql, params, input, request }) => {
    const card = await findCard(sql, params.id)
    if (card === null || card.limitsVersion !== versionIn(request)) return false
    return isRaise(card.limits, limitsOf(input))
  })
}

const mountReveal = ({ app, mount, config, clock }: Kernel, { issuer }: CardsNeeds): void => {
  mountRevealStyle(app)
  const reveal: Handler<typeof revealCard> = async ({ read, me, params, input, request, finish }) => {
    const { card, company } = await read(async (sql) => ({
      card: await findCard(sql, params.id),
      // The company of the host, whose colours the page around it has.
      company: await companyOfRequest(sql, request, config),
    }))
    if (card?.userId !== me.userId) return refused('record_not_found')
    if (!holderMayReveal(card) || card.issuerCardId === null) return refused('card_invalid')
    const { hue, chroma } = company
    const stylesheetUrl = revealStyleUrl(config.PUBLIC_URL, { theme: input.theme, hue, chroma })
    const link = await issuer.revealCard({ issuerCardId: card.issuerCardId, stylesheetUrl })
    if (link.outcome === 'ok') {
      const { url, validForMs } = link.value
      return finish({ url, expiresAt: after(clock.realNow(), validForMs) })
    }
    return link.outcome === 'rejected'
      ? refused('card_invalid')
      : refused('unavailable', { data: { retryAfterSeconds: 5 } })
  }
  mount(revealCard, reveal, ownCard)
}

/** Cards of the signed-in person: details, pausing and resuming, the number, and creation (domain §6). */
export const cardsModule = (kernel: Kernel, needs: CardsNeeds) => {
  const { jobs, ids, clock, encryption, log } = kernel
  const { issuer } = needs
  mountReads(kernel, needs)
  mountCompanyCards(kernel)
  mountFreezes(kernel)
  mountLimits(kernel, needs)
  mountReveal(kernel, needs)
  mountCardFreezes(kernel, needs)
  mountCardPlans(kernel)
  mountCardTypes(kernel)
  mountCardStock(kernel)
  jobs.on('kyc.decided', 'cards.automatic', createAutomaticCards({ ids }))
  jobs.on('kyc.decided', 'cards.person_decided', retryForPerson)
  jobs.on('user.changed', 'cards.person_changed', retryForPerson)
  const atIssuer = { lane: 'issuer' } as const
  jobs.handle('cards.call', createCardCalls({ issuer, clock, encryption, log }), atIssuer)
  jobs.handle('cards.retry', retryForCard({ ids }))
  jobs.handle('cards.refresh', createCardRefresh({ issuer, clock }), atIssuer)
  return { stepUps: cardStepUps, gauges: cardGauges }
}
