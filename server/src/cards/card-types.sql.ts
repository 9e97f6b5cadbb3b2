import { sql as fragment, type Insertable, type Selectable } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { CardType as CardTypeTable } from '../kernel/schema.ts'

/** The type of cards that are made automatically: virtual (the migration has it). */
export const automaticTypeId = '00000000-0000-7000-8000-000000000901'

export type CardTypeRow = Selectable<CardTypeTable>

const types = (sql: Queries) => sql.selectFrom('cardType').selectAll()
/** Types for joins by higher modules. */
export const cardTypeRows = (sql: Queries) =>
  sql.selectFrom('cardType').select(['cardType.id', 'cardType.name'])

/** Names of all types by their ids, also of archived ones: there are few. */
export const readTypeNames = async (sql: Queries): Promise<ReadonlyMap<string, string>> =>
  new Map((await cardTypeRows(sql).execute()).map(({ id, name }) => [id, name]))

const plans = (sql: Queries) => sql.selectFrom('cardPlan').select(['id', 'code', 'name', 'priceCents'])

/** Types that cardholders see, each with its plans, in their order. */
export const readShownTypes = async (sql: Queries) =>
  sql
    .selectFrom('cardType as type')
    .innerJoin('cardPlan as issue', 'issue.id', 'type.issuePlanId')
    .innerJoin('cardPlan as replacement', 'replacement.id', 'type.replacementPlanId')
    .select(['type.code', 'type.name', 'type.form', 'type.finish', 'type.offered', 'type.imageUrl'])
    .select(['type.id', 'type.issuePlanId'])
    .select(['type.deliveryBusinessDays', 'issue.code as planCode', 'issue.name as planName'])
    .select(['issue.priceCents', 'replacement.priceCents as replacementPriceCents'])
    .where('type.archivedAt', 'is', null)
    .orderBy('type.position')
    .orderBy('type.id')
    .execute()

/** The type and the plan of a card, and what its replacement costs now; a card always has them. */
export const readTypeAndPlan = async (
  sql: Queries,
  { cardTypeId, planId }: { cardTypeId: string; planId: string },
) => {
  const type = await types(sql).where('id', '=', cardTypeId).executeTakeFirstOrThrow()
  const plan = await plans(sql).where('id', '=', planId).executeTakeFirstOrThrow()
  const replacement = await plans(sql).where('id', '=', type.replacementPlanId).executeTakeFirstOrThrow()
  return { type, plan, replacement }
}

export const findType = async (sql: Queries, id: string): Promise<CardTypeRow | null> =>
  (await types(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The two plans of a type. */
export const plansOfType = async (
  sql: Queries,
  type: Pick<CardTypeRow, 'issuePlanId' | 'replacementPlanId'>,
) => ({
  issuePlan: await plans(sql).where('id', '=', type.issuePlanId).executeTakeFirstOrThrow(),
  replacementPlan: await plans(sql).where('id', '=', type.replacementPlanId).executeTakeFirstOrThrow(),
})

/** False: another type has its code. */
export const insertType = async (sql: Queries, type: Insertable<CardTypeTable>): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('cardType')
      .values(type)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )

/** Whether another type has this code; capitals make no difference. */
export const isTypeCodeUsed = async (sql: Queries, code: string, id: string): Promise<boolean> =>
  (await sql
    .selectFrom('cardType')
    .select('id')
    .where(fragment<boolean>`lower(code) = lower(${code})`)
    .where('id', '!=', id)
    .executeTakeFirst()) !== undefined

export const writeType = async (sql: Queries, id: string, changes: object): Promise<void> => {
  await sql
    .updateTable('cardType')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const removeType = (sql: Queries, id: string): Promise<unknown> =>
  sql.deleteFrom('cardType').where('id', '=', id).execute()
