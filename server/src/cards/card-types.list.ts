import { listCardTypes } from '@cardamom/contract/cards/card-types'
import { sql as fragment, type SqlBool } from 'kysely'
import { list } from '../kernel/list.ts'
import { kindOf } from './card-kind.ts'
import { pattern } from './catalogue.ts'

/** Types of cards of the installation, with the prices of their plans. */
export const cardTypesList = list(listCardTypes, {
  table: 'cardType',
  scope: 'shared',
  from: (sql) =>
    sql
      .selectFrom('cardType')
      .innerJoin('cardPlan as issue', 'issue.id', 'cardType.issuePlanId')
      .innerJoin('cardPlan as replacement', 'replacement.id', 'cardType.replacementPlanId')
      .select(['cardType.id', 'cardType.code', 'cardType.name', 'cardType.form', 'cardType.finish'])
      .select(['cardType.offered', 'cardType.archivedAt', 'cardType.createdAt'])
      .select(['issue.priceCents', 'replacement.priceCents as replacementPriceCents']),
  filters: {
    kind: (kind: string) => fragment<SqlBool>`coalesce(card_type.finish, 'virtual') = ${kind}`,
    offered: (offered: string) => fragment<SqlBool>`card_type.offered = ${offered === 'true'}`,
    archived: (archived: string) =>
      fragment<SqlBool>`(card_type.archived_at is not null) = ${archived === 'true'}`,
  },
  search: (phrase) =>
    fragment<SqlBool>`(lower(card_type.name) like ${pattern(phrase)} or lower(card_type.code) like ${pattern(phrase)})`,
  items: (rows) =>
    rows.map(({ form, finish, archivedAt, priceCents, replacementPriceCents, ...type }) => ({
      ...type,
      kind: kindOf({ form, finish }),
      price: priceCents,
      replacementPrice: replacementPriceCents,
      archived: archivedAt !== null,
    })),
})
