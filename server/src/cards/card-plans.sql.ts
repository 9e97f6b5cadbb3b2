import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { CardPlan as CardPlanTable } from '../kernel/schema.ts'
import type { Insertable, Selectable } from 'kysely'

export type CardPlanRow = Selectable<CardPlanTable>

const plans = (sql: Queries) => sql.selectFrom('cardPlan').selectAll()

/** Plans for joins by higher modules. */
export const cardPlanRows = (sql: Queries) =>
  sql.selectFrom('cardPlan').select(['cardPlan.id', 'cardPlan.name'])

export const findPlan = async (sql: Queries, id: string): Promise<CardPlanRow | null> =>
  (await plans(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** Types of cards that have a plan, by name. */
export const typesOfPlan = (sql: Queries, id: string): Promise<{ id: string; name: string }[]> =>
  sql
    .selectFrom('cardType')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('issuePlanId', '=', id), eb('replacementPlanId', '=', id)]))
    .orderBy('name')
    .execute()

/** False: another plan has its code. */
export const insertPlan = async (sql: Queries, plan: Insertable<CardPlanTable>): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('cardPlan')
      .values(plan)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )

/** Whether another plan has this code; capitals make no difference. */
export const isPlanCodeUsed = async (sql: Queries, code: string, id: string): Promise<boolean> =>
  (await sql
    .selectFrom('cardPlan')
    .select('id')
    .where(fragment<boolean>`lower(code) = lower(${code})`)
    .where('id', '!=', id)
    .executeTakeFirst()) !== undefined

export const writePlan = async (sql: Queries, id: string, changes: object): Promise<void> => {
  await sql
    .updateTable('cardPlan')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const removePlan = (sql: Queries, id: string): Promise<unknown> =>
  sql.deleteFrom('cardPlan').where('id', '=', id).execute()
