import type { ledgerOwnerKinds } from '@cardamom/contract/reports/ledger-accounts'
import { cardRows } from '../cards/cards.sql.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

type OwnedAccount = {
  readonly code: string
  readonly ownerId: string | null
  readonly companyId: string | null
}
type OwnerKind = (typeof ledgerOwnerKinds)[number]

export type LedgerOwner = {
  readonly kind: OwnerKind
  readonly name: string
  readonly companyName: string
}

/** The owners of the accounts of the chart that a card has. */
const ofCard = /^(card\.|load\.pending$)/

/** The cards of these people that are in the scope. */
export const cardsOfPeople = async (sql: Queries, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return []
  const cards = await cardRows(sql).where('card.userId', '=', anyOf(userIds)).execute()
  return cards.map(({ id }) => id)
}

/**
 * Who owns accounts of the scope. A card is named by its person. A name is empty where the person left the scope, or the
 * owner is no record of the product any more.
 */
export const readLedgerOwners = async (
  sql: Queries,
  rows: readonly OwnedAccount[],
): Promise<(row: OwnedAccount) => LedgerOwner> => {
  const companyIds = [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))]
  const companies = await readBrandNames(sql, companyIds)
  const idsWhere = (isWanted: (row: OwnedAccount) => boolean) => [
    ...new Set(rows.filter(isWanted).flatMap(({ ownerId }) => ownerId ?? [])),
  ]
  const cardIds = idsWhere(({ code }) => ofCard.test(code))
  const cards =
    cardIds.length === 0 ? [] : await cardRows(sql).where('card.id', '=', anyOf(cardIds)).execute()
  const holderOf = new Map(cards.map(({ id, userId }) => [id, userId]))
  const personIds = idsWhere(({ code, ownerId, companyId }) => !ofCard.test(code) && ownerId !== companyId)
  const people = await readNames(sql, [
    ...new Set([...personIds, ...cards.flatMap(({ userId }) => userId ?? [])]),
  ])
  return ({ code, ownerId, companyId }) => {
    const companyName = companyId === null ? '' : (companies.get(companyId) ?? '')
    if (ownerId === null) return { kind: 'operator', name: '', companyName }
    if (ofCard.test(code))
      return { kind: 'card', name: people.get(holderOf.get(ownerId) ?? '') ?? '', companyName }
    if (ownerId === companyId) return { kind: 'company', name: companyName, companyName }
    const name = people.get(ownerId)
    return name === undefined
      ? { kind: 'other', name: '', companyName }
      : { kind: 'person', name, companyName }
  }
}
