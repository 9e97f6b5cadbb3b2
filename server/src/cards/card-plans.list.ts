import { listCardPlans } from '@cardamom/contract/cards/card-plans'
import { sql as fragment, type SqlBool } from 'kysely'
import { list } from '../kernel/list.ts'
import { pattern } from './catalogue.ts'

/** Plans of the installation, with the number of types that have each. */
export const cardPlansList = list(listCardPlans, {
  table: 'cardPlan',
  scope: 'shared',
  from: (sql) =>
    sql
      .selectFrom('cardPlan')
      .select(['cardPlan.id', 'cardPlan.code', 'cardPlan.name', 'cardPlan.kind', 'cardPlan.priceCents'])
      .select(['cardPlan.archivedAt', 'cardPlan.createdAt'])
      .select((eb) =>
        eb
          .selectFrom('cardType')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .where((has) =>
            has.or([
              has('cardType.issuePlanId', '=', has.ref('cardPlan.id')),
              has('cardType.replacementPlanId', '=', has.ref('cardPlan.id')),
            ]),
          )
          .as('typeCount'),
      ),
  sorts: { price: 'cardPlan.priceCents' },
  filters: {
    archived: (archived: string) =>
      fragment<SqlBool>`(card_plan.archived_at is not null) = ${archived === 'true'}`,
  },
  search: (phrase) =>
    fragment<SqlBool>`(lower(card_plan.name) like ${pattern(phrase)} or lower(card_plan.code) like ${pattern(phrase)})`,
  items: (rows) =>
    rows.map(({ priceCents, archivedAt, typeCount, ...plan }) => ({
      ...plan,
      price: priceCents,
      archived: archivedAt !== null,
      typeCount: Number(typeCount),
    })),
})
