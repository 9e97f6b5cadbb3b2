import { z } from 'zod'
import { cardFinishes, cardForms } from './cards.ts'
import { endpoint, type WireOf } from './endpoint.ts'
import { alongside, checkZip, requiredPersonFields } from './identity/person-fields.ts'
import { listEndpoint } from './list.ts'
import { Cents, SignedCents } from './money.ts'
import { WalletType } from './wallets/wallet-money.ts'
import { Id, Instant, typedText } from './wire.ts'

/**
 * `paid`: the card is not delivered yet. `fulfilled`: a virtual card is issued, a physical one is shipped. `refunded`:
 * cancelled before that, and the wallet has the money again.
 */
export const cardOrderStatuses = ['paid', 'fulfilled', 'refunded'] as const

/** Longest name that a card can have. */
export const longestCardName = 26

const { street, zip, city, country } = requiredPersonFields
/** Where a physical card is sent. */
export const DeliveryAddress = z
  .object({ street, zip, city, country })
  .superRefine((address, issues) => checkZip(address, issues), alongside)

/** Why a person cannot order a card now; each is also a refusal of the order. */
export const cardOrderObstacles = [
  'permission_denied',
  'card_creation_off',
  'cards_module_off',
  'kyc_required',
  'card_details_missing',
  'card_document_missing',
  'too_young',
] as const

const CardOrderRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  status: z.enum(cardOrderStatuses),
  typeName: z.string(),
  form: z.enum(cardForms),
  finish: z.enum(cardFinishes).nullable(),
  nameOnCard: z.string(),
  price: Cents,
  /** The wallet that paid; null: the card is free. */
  wallet: WalletType.nullable(),
  /** Null while the card does not exist yet. */
  cardId: Id.nullable(),
  /** The card is not made: nobody has begun to produce it, or the card issuer refused it. */
  canCancel: z.boolean(),
  /** When a physical card should be there at the latest; null for a virtual card. */
  expectedBy: Instant.nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})

export const listCardOrders = listEndpoint({
  path: '/card-orders',
  summary: 'My orders of cards, the last first',
  who: 'signed-in',
  row: CardOrderRow,
  sorts: ['-createdAt'],
})

export const readCardOrder = endpoint({
  method: 'GET',
  path: '/card-orders/:id',
  summary: 'One of my orders of cards, with its delivery address',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: CardOrderRow.extend({
    address: z
      .object({ street: z.string(), zip: z.string(), city: z.string(), country: z.string() })
      .nullable(),
  }),
  refusals: { record_not_found: 404 },
})

export const readCardOrderTerms = endpoint({
  method: 'GET',
  path: '/card-order-terms',
  summary: 'Whether I can order a card now, the name that it would have, and the wallets that can pay',
  who: 'signed-in',
  output: z.object({
    obstacle: z.enum(cardOrderObstacles).nullable(),
    nameOnCard: z.string(),
    /** Codes of the types of which an order is under way. */
    ordered: z.array(z.string()),
    wallets: z.array(z.object({ wallet: WalletType, available: SignedCents })),
  }),
  refusals: {},
})

export const orderCard = endpoint({
  method: 'POST',
  path: '/card-orders',
  summary: 'Order a card and pay for it from a wallet of mine; a virtual card is issued at once',
  who: 'signed-in',
  effect: 'money',
  idempotent: true,
  status: 201,
  input: z.object({
    /** Code of the type of card. */
    type: typedText({ max: 40 }),
    /** As embossed: each word is one of the person's names or its first letter. */
    name: typedText({ max: longestCardName, empty: 'name_empty' }),
    /** The price that the person saw. */
    price: Cents,
    /** Null for a free card. */
    wallet: WalletType.nullable(),
    /** For a physical card only. */
    address: DeliveryAddress.nullable(),
  }),
  output: z.object({ id: Id, ref: z.string() }),
  refusals: {
    permission_denied: 403,
    card_creation_off: 409,
    cards_module_off: 409,
    kyc_required: 409,
    card_details_missing: 409,
    card_document_missing: 409,
    too_young: 409,
    card_not_offered: 409,
    card_ordered: 409,
    price_changed: 409,
    name_not_yours: 409,
    wallet_not_found: 409,
    not_enough_money: 409,
    wallet_changed: 409,
    validation: 422,
  },
})

export const cancelCardOrder = endpoint({
  method: 'POST',
  path: '/card-orders/:id/cancellation',
  summary:
    'Cancel an order whose card is not made: not in production, or refused by the card issuer; the wallet that paid has the money again, and the card is closed',
  who: 'signed-in',
  effect: 'money',
  idempotent: true,
  rate: 'money',
  params: z.object({ id: Id }),
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404, card_order_processed: 409 },
})

export type CardOrderOnWire = WireOf<typeof listCardOrders>['items'][number]
export type CardOrderTermsOnWire = WireOf<typeof readCardOrderTerms>
