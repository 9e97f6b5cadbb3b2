import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { WebhookSender } from '../kernel/webhook-sender.ts'
import type { Desk, IssuerEvent } from './desk.ts'
import { Refusal } from './refusal.ts'
import type { Db } from '../kernel/sqlite.ts'

type Subscription = { readonly id: string; readonly url: string; readonly created_at: string }

const subscription = (db: Db) => db.one<Subscription>('select * from subscription')

/** Sends an event to the one subscriber, if there is one. */
export const tellSubscriber = (db: Db, webhooks: WebhookSender, event: IssuerEvent): void => {
  const subscriber = subscription(db)
  if (!subscriber) return
  const { eventName, eventType, data } = event
  const body = JSON.stringify({ eventName, eventType, data })
  webhooks.send({ url: subscriber.url, event: `${eventType}.${eventName}`, body })
}

/** Headers that identify a message; the trace id is the same on retries. */
export const messageHeaders = (message: { id: string; event: string }): Record<string, string> => {
  const [eventType = '', ...name] = message.event.split('.')
  return {
    'x-reap-trace-id': message.id,
    'x-reap-event-name': name.join('.'),
    'x-reap-event-type': eventType,
  }
}

const shown = (row: Subscription) => ({
  id: row.id,
  subscriberUrl: row.url,
  budgetId: 'budget-1',
  businessUuid: '9f0c2f7e-6a55-4c0e-8a34-1f6f0b7d0001',
  createdAt: row.created_at,
  updatedAt: row.created_at,
})

/** There is one subscription; the last one replaces the others. */
export const mountWebhooks = (app: FastifyInstance, desk: Desk): void => {
  app.post<{ Body: { subscriberUrl: string } }>('/webhooks', async ({ body }) =>
    desk.db.whole(() => {
      const id = randomUUID()
      desk.db.run('delete from subscription')
      desk.db.insert('subscription', { id, url: body.subscriberUrl, created_at: desk.now().toISOString() })
      return { id }
    }),
  )
  app.get('/webhooks', async () => {
    const row = subscription(desk.db)
    return { items: row ? [shown(row)] : [] }
  })
  app.delete<{ Params: { id: string } }>('/webhooks/:id', async ({ params }) => {
    const count = desk.db.run('delete from subscription where id = ?', params.id)
    if (count === 0) throw new Refusal(404, 'not_found', 'There is no such subscription')
    return { id: params.id }
  })
}
