import type { Queries } from '../kernel/queries.ts'

/** The type and the plan of cards that are made without being asked for: virtual, free (the migration has them). */
export const automaticTypeId = '00000000-0000-7000-8000-000000000901'
export const automaticPlanId = '00000000-0000-7000-8000-000000000911'

export type CardType = {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly form: 'virtual' | 'physical'
  readonly finish: 'plastic' | 'metal' | null
  readonly design: string
  readonly delivery_business_days: number
  readonly offered: boolean
}
export type CardPlan = {
  readonly id: string
  readonly card_type_id: string
  readonly code: string
  readonly name: string
  readonly price_cents: bigint
  readonly replacement_price_cents: bigint
  readonly image_url: string | null
}

const types =
  'select id, code, name, form, finish, design, delivery_business_days, offered from card_type order by place'
const plans = `select id, card_type_id, code, name, price_cents, replacement_price_cents, image_url from card_plan
  where active order by price_cents, code`
const typeById =
  'select id, code, name, form, finish, design, delivery_business_days, offered from card_type where id = $1'
const planById = `select id, card_type_id, code, name, price_cents, replacement_price_cents, image_url
  from card_plan where id = $1`

/** Every type with the plans that can be chosen, in the order in which people see them. */
export const listCardTypes = async (
  sql: Queries,
): Promise<(CardType & { readonly plans: readonly CardPlan[] })[]> => {
  const all = await sql.rows<CardPlan>(plans)
  return (await sql.rows<CardType>(types)).map((type) => ({
    ...type,
    plans: all.filter((plan) => plan.card_type_id === type.id),
  }))
}

/** The type and the plan of a card; a card always has both. */
export const readTypeAndPlan = async (
  sql: Queries,
  card: { cardTypeId: string; planId: string },
): Promise<{ type: CardType; plan: CardPlan }> => ({
  type: await sql.one<CardType>(typeById, [card.cardTypeId]),
  plan: await sql.one<CardPlan>(planById, [card.planId]),
})
