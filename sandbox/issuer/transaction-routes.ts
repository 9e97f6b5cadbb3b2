import type { FastifyInstance } from 'fastify'
import { findCard } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { paymentJson } from './payment-json.ts'
import { findPayment, type PaymentRow } from './payment-rows.ts'
import { invalid } from './refusal.ts'

const statuses = ['PENDING', 'CLEARED', 'DECLINED', 'VOID'] as const

/** Transactions by last change, oldest change first: the last page's cursor can be polled for what is new. */
const changes = (desk: Desk, query: Fields, cardId: string | undefined) => {
  const limit = query.number('limit', { from: 1, to: 200 }) ?? 50
  const cursor = query.text('cursor', 20) ?? '0'
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('cursor must be one that a page gave')
  const rows = desk.db.all<PaymentRow>(
    `select * from payment where change_no > ?1 and (?2 is null or card_id = ?2) and (?3 is null or status = ?3)
       and (?4 is null or updated_at >= ?4) and (?5 is null or updated_at < ?5)
     order by change_no limit ?6`,
    BigInt(cursor),
    cardId ?? null,
    query.oneOf('status', statuses) ?? null,
    query.instant('from')?.toISOString() ?? null,
    query.instant('to')?.toISOString() ?? null,
    limit + 1,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => paymentJson(desk, row)),
    nextCursor: last ? String(last.change_no) : null,
    hasMore: rows.length > limit,
  }
}

export const mountTransactions = (app: FastifyInstance, desk: Desk): void => {
  app.get('/transactions', async ({ query }) => {
    const fields = fieldsOf(query)
    return changes(desk, fields, fields.text('cardId'))
  })
  app.get<{ Params: { id: string } }>('/cards/:id/transactions', async ({ params, query }) =>
    changes(desk, fieldsOf(query), findCard(desk, params.id).id),
  )
  app.get<{ Params: { id: string } }>('/transactions/:id', async ({ params }) =>
    paymentJson(desk, findPayment(desk, params.id)),
  )
}
