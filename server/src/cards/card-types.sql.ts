import type { Queries } from '../kernel/queries.ts'

/** The type and the plan of cards that are made automatically: virtual, free (the migration has them). */
export const automaticTypeId = '00000000-0000-7000-8000-000000000901'
export const automaticPlanId = '00000000-0000-7000-8000-000000000911'

const cardTypes = (sql: Queries) =>
  sql
    .selectFrom('cardType')
    .select(['id', 'code', 'name', 'form', 'finish', 'design', 'deliveryBusinessDays', 'offered'])

const cardPlans = (sql: Queries) =>
  sql
    .selectFrom('cardPlan')
    .select(['id', 'cardTypeId', 'code', 'name', 'priceCents', 'replacementPriceCents', 'imageUrl'])

/** Every type with the plans that can be chosen, in the order in which people see them. */
export const listCardTypes = async (sql: Queries) => {
  const active = cardPlans(sql).where('active', '=', true)
  const plans = await active.orderBy('priceCents').orderBy('code').execute()
  const types = await cardTypes(sql).orderBy('position').execute()
  return types.map((type) => ({ ...type, plans: plans.filter((plan) => plan.cardTypeId === type.id) }))
}

/** The type and the plan of a card; a card always has both. */
export const readTypeAndPlan = async (
  sql: Queries,
  { cardTypeId, planId }: { cardTypeId: string; planId: string },
) => ({
  type: await cardTypes(sql).where('id', '=', cardTypeId).executeTakeFirstOrThrow(),
  plan: await cardPlans(sql).where('id', '=', planId).executeTakeFirstOrThrow(),
})
