import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** What a plan is the price of: a new card, or its replacement. */
export const planKinds = ['issue', 'replacement'] as const
const YesNo = z.enum(['true', 'false'])

/** Code of a plan or a type of cards; two codes that differ only in capitals are the same. */
export const CatalogueCode = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{2,}$/, { error: 'short_code_invalid' })
export const CatalogueName = typedText({ max: 80, empty: 'name_empty' })

const CardPlanRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(planKinds),
  price: Cents,
  /** Types of cards that have it now. */
  typeCount: z.number().int(),
  archived: z.boolean(),
  createdAt: Instant,
})

export const listCardPlans = listEndpoint({
  path: '/card-plans',
  summary: 'Plans: what a new card or a replacement costs, by name',
  who: 'card_types.view',
  row: CardPlanRow,
  sorts: ['name', 'code', '-price', 'price', '-createdAt'],
  filters: { kind: z.enum(planKinds).optional(), archived: YesNo.optional() },
  search: true,
  byId: true,
})

/** `version`: a change sends it back as `If-Match`. `types`: the types of cards that have it now. */
export const CardPlan = CardPlanRow.extend({
  version: z.number().int(),
  types: z.array(z.object({ id: Id, name: z.string() })),
})

const Params = z.object({ id: Id })

export const getCardPlan = endpoint({
  method: 'GET',
  path: '/card-plans/:id',
  summary: 'One plan with the types of cards that have it',
  who: 'card_types.view',
  params: Params,
  output: CardPlan,
  refusals: { record_not_found: 404 },
})

export const createCardPlan = endpoint({
  method: 'POST',
  path: '/card-plans',
  summary: 'Create a plan',
  who: 'plans.manage',
  stepUp: 'S1',
  idempotent: true,
  status: 201,
  input: z.object({ code: CatalogueCode, name: CatalogueName, kind: z.enum(planKinds), price: Cents }),
  output: CardPlan,
  refusals: { code_taken: 409, validation: 422 },
})

const change = {
  who: 'plans.manage',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: Params,
} as const
const changeRefusals = { record_not_found: 404, record_changed: 409, validation: 422 } as const

export const updateCardPlan = endpoint({
  ...change,
  method: 'PATCH',
  path: '/card-plans/:id',
  summary: 'Change code, name or price of a plan; cards that were requested before keep their price',
  input: z.object({ code: CatalogueCode, name: CatalogueName, price: Cents }).partial(),
  output: CardPlan,
  refusals: { ...changeRefusals, code_taken: 409 },
})

export const archiveCardPlan = endpoint({
  ...change,
  method: 'POST',
  path: '/card-plans/:id/archive',
  summary: 'Archive a plan that no type of cards has: it cannot be chosen any more',
  output: CardPlan,
  refusals: { ...changeRefusals, plan_used: 409 },
})

export const restoreCardPlan = endpoint({
  ...change,
  method: 'POST',
  path: '/card-plans/:id/restore',
  summary: 'Restore an archived plan',
  output: CardPlan,
  refusals: changeRefusals,
})

export const deleteCardPlan = endpoint({
  ...change,
  method: 'DELETE',
  path: '/card-plans/:id',
  summary: 'Delete a plan that no type and no card ever had',
  output: z.object({ deleted: z.literal(true) }),
  refusals: { ...changeRefusals, related_records: 409 },
})
