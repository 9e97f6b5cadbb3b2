import type { DeclinedPayment } from '@cardamom/contract/cards'
import type { Queries } from '../kernel/queries.ts'
import { declineAdvice, type CardNow } from './decline-advice.ts'
import { listDeclinedRows } from './transactions.sql.ts'

const shown = 10

/** The latest declined payments of a card, newest first, each with the advice that helps now. */
export const recentDeclines = async (
  sql: Queries,
  card: CardNow & { readonly cardId: string },
): Promise<DeclinedPayment[]> => {
  const rows = await listDeclinedRows(sql, { cardId: card.cardId, limit: shown })
  return rows.map((row) => ({
    id: row.id,
    merchantName: row.merchantName ?? '',
    category: row.category ?? 'other',
    amount: -row.amountCents,
    at: row.at,
    decline: declineAdvice(
      {
        reason: row.declineReason ?? 'other',
        amountCents: -row.amountCents,
        availableCents: row.declineAvailableCents,
      },
      card,
    ),
  }))
}
