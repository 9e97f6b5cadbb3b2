import type { cardOrderObstacles, orderCard } from '@cardamom/contract/orders'
import type { RefusalOf } from '@cardamom/contract/endpoint'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { transitions } from '../kernel/states.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

/** Transitions of an order of a card (domain §6). */
export const cardOrderTransitions = transitions({
  table: 'cardOrder',
  initial: ['paid'],
  states: {
    paid: { 'card_order.fulfilled': 'fulfilled', 'card_order.refunded': 'refunded' },
    fulfilled: {},
    refunded: {},
  },
})

export type Obstacle = (typeof cardOrderObstacles)[number]
export type OrderRefusal = RefusalOf<typeof orderCard>

/** What the person typed. */
export type OrderInput = {
  readonly price: bigint
  readonly wallet: WalletType | null
  readonly address: object | null
}

/** Facts of a person that decide whether they may order a card. */
export type PersonFacts = {
  readonly isCardholder: boolean
  /** Cards can be made for the company, which is open. */
  readonly isCreationOn: boolean
  readonly isModuleOff: boolean
  readonly isVerified: boolean
  /** What is missing for the issuer. */
  readonly gap: 'details_missing' | 'document_missing' | null
  readonly isAdult: boolean
}

/** Why a person cannot order a card (product §5, domain §6); the first reason counts. */
export const obstacleOf = (facts: PersonFacts): Obstacle | null => {
  if (!facts.isCardholder) return 'permission_denied'
  if (!facts.isCreationOn) return 'card_creation_off'
  if (facts.isModuleOff) return 'cards_module_off'
  if (!facts.isVerified) return 'kyc_required'
  if (facts.gap) return facts.gap === 'details_missing' ? 'card_details_missing' : 'card_document_missing'
  return facts.isAdult ? null : 'too_young'
}

/** The wallet that pays; null: the card is free. */
const decidePayment = (
  { wallet, price }: OrderInput,
  holder: WalletHolder | null,
): Answer<WalletType | null, OrderRefusal> => {
  if (price === 0n) return accepted(null)
  const state = wallet && holder && openWallet(holder, wallet)
  if (!state) return refused('wallet_not_found', { field: 'wallet' })
  // A card is not paid by the allowance of another company (domain §7).
  if (state.availableCents < price) return refused('not_enough_money', { field: 'wallet' })
  return accepted(wallet)
}

/** Decides about an order; answers the wallet that pays. */
export const decideOrder = (of: {
  readonly input: OrderInput
  readonly obstacle: Obstacle | null
  /** Null: nobody can order this type. */
  readonly type: { readonly form: 'virtual' | 'physical'; readonly priceCents: bigint } | null
  readonly isOrdered: boolean
  /** Null: the typed name has words that are not the person's. */
  readonly name: string | null
  readonly holder: WalletHolder | null
}): Answer<WalletType | null, OrderRefusal> => {
  const { input, obstacle, type } = of
  if (obstacle) return refused(obstacle)
  if (!type) return refused('card_not_offered')
  if (of.isOrdered) return refused('card_ordered')
  if (type.priceCents !== input.price) return refused('price_changed')
  if (of.name === null) return refused('name_not_yours', { field: 'name' })
  if ((type.form === 'physical') !== (input.address !== null))
    return refused('validation', { data: { errors: { address: ['required'] } } })
  return decidePayment(input, of.holder)
}
