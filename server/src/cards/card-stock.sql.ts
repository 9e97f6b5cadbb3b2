import { sql as fragment, type Insertable } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { CardStock } from '../kernel/schema.ts'

/** Which of these serials the stock has. */
export const readKnownSerials = async (sql: Queries, serials: readonly string[]): Promise<Set<string>> => {
  const rows = sql.selectFrom('cardStock').select('serial').where('serial', '=', anyOf(serials))
  return new Set((await rows.execute()).map(({ serial }) => serial))
}

/** Others who change the stock wait until this transaction ends, so that what was judged stays true. */
export const lockStock = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('stock of cards', 0))`.as('lock'))
    .execute()
}

export const insertStock = async (sql: Queries, rows: readonly Insertable<CardStock>[]): Promise<void> => {
  await sql
    .insertInto('cardStock')
    .values([...rows])
    .execute()
}
