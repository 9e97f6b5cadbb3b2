import { sql as fragment } from 'kysely'
import { ofTestPeople } from '../identity/test-people.sql.ts'
import { readCappedCounts } from '../kernel/capped-count.ts'
import type { Scope } from '../kernel/database.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'

/** Activated cards of each of these companies without those of test people, at most 10,001. */
export const countActiveCardsOf = (sql: Queries, companyIds: readonly string[]) =>
  readCappedCounts(sql, companyIds, {
    rowsOf: fragment`select from card where card.company_id = each.id and card.status = 'activated'`,
    without: fragment<string>`select card.company_id from card
      where card.company_id = any(${companyIds}::uuid[]) and card.status = 'activated' and ${ofTestPeople('card.userId')}`,
  })

/**
 * Activated cards of the scope, and those of them that were activated since an instant. Cards of test people are
 * subtracted, so that the index counts the cards without reading them.
 */
export const countActiveCards = async (
  sql: Queries,
  { since, scope }: { readonly since: Date; readonly scope: Scope },
): Promise<{ active: number; activated: number }> => {
  const all = sql
    .selectFrom('card')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('active'),
      fn.countAll<bigint>().filterWhere('card.activatedAt', '>=', since).as('activated'),
    ])
    // The index of activated cards has this constant in its condition.
    .where('card.status', '=', constant('activated'))
  const cards = scope.kind === 'companies' ? all.where('card.companyId', '=', anyOf(scope.companyIds)) : all
  const counted = await cards.executeTakeFirstOrThrow()
  const ofTests = await cards.where(ofTestPeople('card.userId')).executeTakeFirstOrThrow()
  return {
    active: Number(counted.active - ofTests.active),
    activated: Number(counted.activated - ofTests.activated),
  }
}
