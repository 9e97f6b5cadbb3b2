import type { FastifyInstance } from 'fastify'
import { findCard } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'
import { listPage } from './list-page.ts'
import { findPayment, type PaymentRow } from './payment-rows.ts'
import { transactionJson } from './transaction-json.ts'

/** The end of a list's last day or instant, so that `2026-11-20` includes the whole day. */
const upTo = (text: string | undefined): string | null =>
  text === undefined ? null : text.length === 10 ? `${text}T23:59:59.999Z` : text

const transactionPage = (desk: Desk, of: { query: unknown; cardId: string | null; defaultLimit: number }) => {
  const fields = fieldsOf(of.query)
  return listPage<PaymentRow, ReturnType<typeof transactionJson>>(desk, {
    from: `from payment where (?1 is null or card_id = ?1) and (?2 is null or created_at >= ?2)
      and (?3 is null or created_at <= ?3)`,
    order: 'seq desc',
    values: [of.cardId, fields.text('fromDate') ?? null, upTo(fields.text('toDate'))],
    query: of.query,
    defaultLimit: of.defaultLimit,
    toItem: (payment) => transactionJson(desk, payment),
  })
}

export const mountTransactions = (app: FastifyInstance, desk: Desk): void => {
  app.get('/transactions', async ({ query }) =>
    transactionPage(desk, { query, cardId: null, defaultLimit: 50 }),
  )
  app.get<{ Params: { cardId: string } }>('/cards/:cardId/transactions', async ({ params, query }) =>
    transactionPage(desk, { query, cardId: findCard(desk, params.cardId).id, defaultLimit: 10 }),
  )
  app.get<{ Params: { transactionId: string } }>('/transactions/:transactionId', async ({ params }) =>
    transactionJson(desk, findPayment(desk, params.transactionId)),
  )
}
