import { z } from 'zod'
import { CardLimitsView } from './cards/card-limits.ts'
import { endpoint, type WireOf } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents, SignedCents } from './money.ts'
import { Decline, spendingCategories } from './transactions.ts'
import { Id, Instant } from './wire.ts'

/** States of a card (product §4, domain §6). `pending`: a request to the issuer has no answer yet. */
export const cardStates = [
  'new',
  'associated',
  'requested_activation',
  'activated',
  'blocked',
  'replaced',
  'expired',
  'closing',
  'closed',
  'pending',
] as const
export type CardState = (typeof cardStates)[number]

export const cardForms = ['virtual', 'physical'] as const
export const cardFinishes = ['plastic', 'metal'] as const
export const cardBlockReasons = ['self', 'admin', 'issuer', 'fraud'] as const
export const cardPaymentStatuses = ['unpaid', 'pending', 'paid', 'refunded', 'waived'] as const

/** Requests to the issuer that a pending card waits for. */
export const cardTransitionsInFlight = ['making', 'activating', 'pausing', 'resuming'] as const

/** Why a card is in its state. The web has a sentence for each, with what happens next. */
export const cardExplanations = [
  'being_made',
  'being_made_late',
  'details_missing',
  'document_missing',
  'ready',
  'not_activated',
  'waits_for_activation',
  'activating',
  'pausing',
  'resuming',
  'paused_by_you',
  'blocked_by_admin',
  'blocked_by_issuer',
  'blocked_for_fraud',
  'disabled',
  'overdrawn',
  'replaced',
  'expired',
  'closing',
  'closed',
] as const
export type CardExplanation = (typeof cardExplanations)[number]

export const CardRow = z.object({
  id: Id,
  /** Short name that people see: `C-7K2M9QFD`. */
  ref: z.string(),
  version: z.number().int(),
  status: z.enum(cardStates),
  /** While `pending`: the request to the issuer that has no answer yet. */
  inFlight: z.enum(cardTransitionsInFlight).nullable(),
  explanation: z.enum(cardExplanations),
  blockReason: z.enum(cardBlockReasons).nullable(),
  form: z.enum(cardForms),
  /** Null for virtual cards. */
  finish: z.enum(cardFinishes).nullable(),
  /** The name as printed on the card. */
  nameOnCard: z.string(),
  /** This and the next three are null until the issuer has made the card. */
  lastDigits: z.string().nullable(),
  bin: z.string().nullable(),
  /** `MM/YY` */
  expiry: z.string().nullable(),
  cif: z.string().nullable(),
  clientCode: z.string(),
  paymentStatus: z.enum(cardPaymentStatuses),
  /** The card programme's setting: a disabled card cannot be loaded or resumed. */
  enabled: z.boolean(),
  /** balance = available + floating */
  balance: SignedCents,
  floating: Cents,
  available: SignedCents,
  /** What the reader may do with the card now. */
  canPause: z.boolean(),
  canResume: z.boolean(),
  canReveal: z.boolean(),
  canLoad: z.boolean(),
  createdAt: Instant,
})
export type CardRow = z.output<typeof CardRow>

export const listCards = listEndpoint({
  path: '/cards',
  summary: 'My cards, newest first',
  who: 'signed-in',
  row: CardRow,
  sorts: ['-createdAt'],
})

/** A recent payment that the issuer declined, with its fix. */
const DeclinedPayment = z.object({
  /** Id of the transaction, for `/transactions/:id`. */
  id: Id,
  merchantName: z.string(),
  category: z.enum(spendingCategories),
  amount: Cents,
  at: Instant,
  decline: Decline,
})
export type DeclinedPayment = z.output<typeof DeclinedPayment>

export const CardDetail = CardRow.extend({
  type: z.object({ code: z.string(), name: z.string() }),
  plan: z.object({ code: z.string(), price: Cents, replacementPrice: Cents }),
  activatedAt: Instant.nullable(),
  blockedAt: Instant.nullable(),
  limits: CardLimitsView,
  /** Newest first, at most ten. */
  declines: z.array(DeclinedPayment),
})
export type CardDetail = z.output<typeof CardDetail>

const CardParams = z.object({ id: Id })

export const readCard = endpoint({
  method: 'GET',
  path: '/cards/:id',
  summary: 'One of my cards: money, state and its reason, type and plan, recent declines',
  who: 'signed-in',
  params: CardParams,
  output: CardDetail,
  refusals: { record_not_found: 404 },
})

export const pauseCard = endpoint({
  method: 'POST',
  path: '/cards/:id/pause',
  summary:
    'Pause my card; it is `pending` until the issuer has done it, then `card.blocked` comes by the live stream',
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'write',
  idempotent: true,
  status: 202,
  params: CardParams,
  output: CardRow,
  refusals: { record_not_found: 404, card_invalid: 409 },
})

export const resumeCard = endpoint({
  method: 'POST',
  path: '/cards/:id/resume',
  summary: 'Resume a card that I paused; `card.resumed` comes by the live stream',
  who: 'signed-in',
  effect: 'write',
  idempotent: true,
  status: 202,
  params: CardParams,
  output: CardRow,
  refusals: { record_not_found: 404, card_invalid: 409 },
})

export const revealCard = endpoint({
  method: 'POST',
  path: '/cards/:id/reveal',
  summary: "Address of the issuer's own page that shows the number once; for a sandboxed frame",
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'outside',
  stepUp: 'S2',
  params: CardParams,
  /** Theme of the issuer's page inside ours; `system` follows the person's device. */
  input: z.object({ theme: z.enum(['light', 'dark', 'system']).default('system') }),
  output: z.object({ url: z.url(), expiresAt: Instant }),
  refusals: { record_not_found: 404, card_invalid: 409, unavailable: 503 },
})

export const readCardOptions = endpoint({
  method: 'GET',
  path: '/cards/request-options',
  summary: 'Cards that people of my company can request, with their prices',
  who: 'signed-in',
  output: z.object({
    /**
     * True when the company makes a virtual card automatically after the identity check, so that no
     * cardholder requests one.
     */
    automatic: z.boolean(),
    types: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        form: z.enum(cardForms),
        finish: z.enum(cardFinishes).nullable(),
        /** True: people can request it now. False: it is only announced. */
        isOffered: z.boolean(),
        /** 0: available at once. */
        deliveryBusinessDays: z.number().int(),
        plans: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            price: Cents,
            replacementPrice: Cents,
            imageUrl: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  refusals: {},
})

/** Cards as sent on the wire: money and instants are text. */
export type CardOnWire = WireOf<typeof listCards>['items'][number]
export type CardDetailOnWire = WireOf<typeof readCard>
