import { formatCents } from '@cardamom/contract/money'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'

type Row = { readonly cardId: string; readonly total: bigint }

const isRow = (value: unknown): value is Row => {
  const { cardId, total } = (value ?? {}) as { cardId?: unknown; total?: unknown }
  return typeof cardId === 'string' && typeof total === 'bigint'
}

/** Who gets how much, in the order of the file: `Ana Paz 1234: 25.00`. Two people decide about nothing that they do not see. */
export const describeReceivers = async (sql: Queries, rows: unknown): Promise<string[]> => {
  const named = Array.isArray(rows) ? rows.filter(isRow) : []
  const ids = named.map(({ cardId }) => cardId)
  const cards = new Map((await listCardsByIds(sql, ids)).map((card) => [card.id, card]))
  const names = await readNames(sql, [...new Set([...cards.values()].map(({ userId }) => userId))])
  return named.map(({ cardId, total }) => {
    const card = cards.get(cardId)
    const holder = card ? `${names.get(card.userId) ?? ''} ${card.lastDigits ?? ''}`.trim() : cardId
    return `${holder}: ${formatCents(total)}`
  })
}
