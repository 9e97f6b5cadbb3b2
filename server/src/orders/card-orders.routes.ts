import { cancelCardOrder, orderCard, readCardOrder, readCardOrderTerms } from '@cardamom/contract/orders'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { addBusinessHours } from '../calendar/business-time.ts'
import { findCard } from '../cards/cards.sql.ts'
import { chosenName, nameOnCard } from '../cards/name-on-card.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { openWallet } from '../wallets/wallet-holder.ts'
import { decideOrder } from './card-order.ts'
import { cancelOrderPlan, cardOrderRef, isUnmade, payOrderPlan, type NewOrder } from './card-order-plans.ts'
import { readCardOrderFacts, type CardOrderTerms } from './card-order-terms.ts'
import { createCardOfOrder, fulfilVirtual } from './card-orders.jobs.ts'
import { cardOrdersList, cardOrderViews } from './card-orders.list.ts'
import { readOrder } from './card-orders.sql.ts'
import { decryptDelivery, encryptDelivery } from './delivery-address.ts'

const walletTypes = ['regular', 'immediate'] as const
const dayHours = 24

const mountReads = (kernel: Kernel): void => {
  const { mount, encryption } = kernel
  mountList(kernel, cardOrdersList)

  mount(readCardOrder, async ({ sql, me, params }) => {
    const order = await readOrder(sql, params.id)
    if (order?.userId !== me.userId) return refused('record_not_found')
    const [view] = await cardOrderViews(sql, [order])
    if (!view) return refused('record_not_found')
    return accepted({ ...view, address: await decryptDelivery(encryption, order) })
  })

  mount(readCardOrderTerms, async ({ sql, me, now }) => {
    const { user, obstacle, holder, types, orderedTypes } = await readCardOrderFacts(sql, {
      me,
      now,
      encryption,
    })
    return accepted({
      obstacle,
      nameOnCard: nameOnCard(user),
      ordered: types.flatMap(({ id, code }) => (orderedTypes.has(id) ? [code] : [])),
      wallets: walletTypes.flatMap((wallet) => {
        const state = holder && openWallet(holder, wallet)
        return state ? [{ wallet, available: state.availableCents }] : []
      }),
    })
  })
}

type ShownType = CardOrderTerms['types'][number]

/** When a physical card should be there at the latest; null for a virtual card. */
const readExpectedBy = async (sql: Queries, type: ShownType, now: Date): Promise<Date | null> =>
  type.form === 'virtual'
    ? null
    : addBusinessHours(now, type.deliveryBusinessDays * dayHours, await readBusinessCalendar(sql))

const mountOrder = ({ mount, ids, clock, encryption }: Kernel): void => {
  const order: Handler<typeof orderCard> = async ({ sql, me, input }) => {
    const now = clock.now()
    const facts = await readCardOrderFacts(sql, { me, now, encryption })
    const { user, types, orderedTypes, holder, obstacle } = facts
    const type = types.find(({ code }) => code === input.type) ?? null
    const name = chosenName(input.name, user)
    const isOrdered = type !== null && orderedTypes.has(type.id)
    const decided = decideOrder({ input, obstacle, type, isOrdered, name, holder })
    if (!decided.accepted) return decided
    if (!type || name === null) return refused('card_not_offered')
    const wallet = decided.value
    const id = ids.next()
    const row: NewOrder = {
      id,
      companyId: user.companyId,
      userId: user.id,
      cardId: ids.next(),
      cardTypeId: type.id,
      planId: type.issuePlanId,
      form: type.form,
      finish: type.finish,
      nameOnCard: name,
      priceCents: type.priceCents,
      encrypted: await encryptDelivery(encryption, id, input.address),
      expectedBy: await readExpectedBy(sql, type, now),
      createdAt: now,
    }
    const before = wallet && holder?.wallets ? holder.wallets[wallet].availableCents : 0n
    const money = wallet === null ? {} : { [wallet]: before }
    return accepted({
      plan: payOrderPlan(row, { wallet, holder }),
      output: { id, ref: cardOrderRef(id) },
      whenRefused: {
        guard_failed: 'wallet_changed',
        insufficient_funds: 'not_enough_money',
        account_closed: 'wallet_changed',
        replayed: 'wallet_changed',
      },
      decidesAgainWhen: ['guard_failed'],
      changes: [
        {
          entity: 'card_order',
          entityId: id,
          companyId: user.companyId,
          userId: user.id,
          before: money,
          after: {
            ...(wallet === null ? {} : { [wallet]: before - row.priceCents }),
            status: 'paid',
            type: type.code,
            price: row.priceCents,
          },
        },
      ],
    })
  }
  mount(orderCard, order)
}

const mountCancellation = ({ mount, clock }: Kernel): void => {
  mount(cancelCardOrder, async ({ sql, me, params }) => {
    const order = await readOrder(sql, params.id)
    if (order?.userId !== me.userId) return refused('record_not_found')
    const card = await findCard(sql, order.cardId)
    if (order.status !== 'paid' || !card || !isUnmade(card)) return refused('card_order_processed')
    const { id, companyId, userId, wallet, priceCents } = order
    const money = wallet === null ? {} : { price: priceCents, wallet }
    return accepted({
      plan: cancelOrderPlan({ ...order, status: 'paid' }, { card, by: me.userId, now: clock.now() }),
      output: { id },
      whenRefused: { guard_failed: 'card_order_processed', replayed: 'card_order_processed' },
      changes: [
        {
          entity: 'card_order',
          entityId: id,
          companyId,
          userId,
          before: { status: 'paid' },
          after: { status: 'refunded', ...money },
        },
        {
          entity: 'card',
          entityId: card.id,
          companyId: card.companyId,
          userId,
          before: { status: card.status },
          after: { status: 'closed' },
        },
      ],
    })
  })
}

/** Orders of cards by cardholders (domain §6). */
export const ordersModule = (kernel: Kernel): void => {
  const { jobs } = kernel
  mountReads(kernel)
  mountOrder(kernel)
  mountCancellation(kernel)
  jobs.on('card_order.paid', 'orders.make_card', createCardOfOrder(kernel))
  jobs.on('card.created', 'orders.fulfil', fulfilVirtual)
}
