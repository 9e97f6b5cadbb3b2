import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant, typedText } from '../wire.ts'
import { CatalogueCode, CatalogueName } from './card-plans.ts'

/** A card is virtual, or a physical one of plastic or metal. */
export const cardKinds = ['virtual', 'plastic', 'metal'] as const
const YesNo = z.enum(['true', 'false'])

/** Largest file of a picture, before it is made smaller. */
export const pictureBytes = 8_388_608
const base64Signs = 11_184_812
const bodyBytes = 11_300_000

const CardTypeRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(cardKinds),
  /** Price of its issue plan. */
  price: Cents,
  /** Price of its replacement plan. */
  replacementPrice: Cents,
  /** False: it is announced, and cannot be requested yet. */
  offered: z.boolean(),
  /** True: it is not shown to cardholders, and cannot be requested any more. */
  archived: z.boolean(),
  createdAt: Instant,
})

export const listCardTypes = listEndpoint({
  path: '/card-types',
  summary: 'Types of cards with their prices, in the order in which cardholders see them',
  who: 'card_types.view',
  row: CardTypeRow,
  sorts: ['position', 'name', 'code', '-createdAt'],
  filters: { kind: z.enum(cardKinds).optional(), offered: YesNo.optional(), archived: YesNo.optional() },
  search: true,
  byId: true,
})

const PlanOfType = z.object({ id: Id, code: z.string(), name: z.string(), price: Cents })

export const CardType = CardTypeRow.extend({
  /** A change sends it back as `If-Match`. */
  version: z.number().int(),
  issuePlan: PlanOfType,
  replacementPlan: PlanOfType,
  /** Name of the artwork at the card issuer. */
  design: z.string(),
  deliveryBusinessDays: z.number().int(),
  position: z.number().int(),
  /** Null: the card is drawn in the company's colours. */
  imageUrl: z.string().nullable(),
  /** Automatic cards are of this type. */
  isAutomatic: z.boolean(),
})

const Params = z.object({ id: Id })
const fields = {
  code: CatalogueCode,
  name: CatalogueName,
  issuePlanId: Id,
  replacementPlanId: Id,
  design: typedText({ max: 60, empty: 'required' }),
  deliveryBusinessDays: z.number().int().min(0).max(60),
  position: z.number().int().min(1).max(999),
  offered: z.boolean(),
}

export const getCardType = endpoint({
  method: 'GET',
  path: '/card-types/:id',
  summary: 'One type of cards with its plans and its picture',
  who: 'card_types.view',
  params: Params,
  output: CardType,
  refusals: { record_not_found: 404 },
})

const planRefusals = { code_taken: 409, plan_not_possible: 409 } as const

export const createCardType = endpoint({
  method: 'POST',
  path: '/card-types',
  summary: 'Create a type of cards',
  who: 'card_types.manage',
  stepUp: 'S1',
  idempotent: true,
  status: 201,
  /** Its kind cannot be changed later: cards of the type have it. */
  input: z.object({ ...fields, kind: z.enum(cardKinds) }),
  output: CardType,
  refusals: { ...planRefusals, validation: 422 },
})

const change = {
  who: 'card_types.manage',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: Params,
} as const
const changeRefusals = { record_not_found: 404, record_changed: 409, validation: 422 } as const

export const updateCardType = endpoint({
  ...change,
  method: 'PATCH',
  path: '/card-types/:id',
  summary: 'Change a type of cards; cards that exist stay as they are',
  input: z.object(fields).partial(),
  output: CardType,
  refusals: { ...changeRefusals, ...planRefusals },
})

export const changeCardTypeImage = endpoint({
  ...change,
  method: 'POST',
  path: '/card-types/:id/image',
  summary: 'Set the picture of a type of cards from a JPEG, PNG or WebP file, or remove it',
  effect: 'outside',
  maxBodyBytes: bodyBytes,
  /** The file in base64; null removes the picture. */
  input: z.object({ file: z.string().max(base64Signs).nullable() }),
  output: CardType,
  refusals: { ...changeRefusals, picture_not_accepted: 409 },
})

export const archiveCardType = endpoint({
  ...change,
  method: 'POST',
  path: '/card-types/:id/archive',
  summary: 'Archive a type of cards: it cannot be requested any more; cards that exist stay as they are',
  output: CardType,
  refusals: { ...changeRefusals, automatic_type: 409 },
})

export const restoreCardType = endpoint({
  ...change,
  method: 'POST',
  path: '/card-types/:id/restore',
  summary: 'Restore an archived type of cards',
  output: CardType,
  refusals: changeRefusals,
})

export const deleteCardType = endpoint({
  ...change,
  method: 'DELETE',
  path: '/card-types/:id',
  summary: 'Delete a type of which there was never a card',
  output: z.object({ deleted: z.literal(true) }),
  refusals: { ...changeRefusals, related_records: 409, automatic_type: 409 },
})
