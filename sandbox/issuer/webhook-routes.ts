import type { FastifyInstance } from 'fastify'
import type { WebhookSender } from '../kernel/webhook-sender.ts'
import type { Desk, IssuerEvent } from './desk.ts'
import { fieldsOf } from './fields.ts'
import { invalid } from './refusal.ts'
import type { Db } from '../kernel/sqlite.ts'

type Subscription = { url: string; created_at: string }

const subscription = (db: Db) => db.one<Subscription>('select url, created_at from subscription')

/** Sends an event to the one subscriber, if there is one. */
export const tellSubscriber = (db: Db, webhooks: WebhookSender, event: IssuerEvent): void => {
  const subscriber = subscription(db)
  if (!subscriber) return
  const { id, eventType, at, data } = event
  const body = JSON.stringify({ id, eventType, createdAt: at.toISOString(), data })
  webhooks.send({ url: subscriber.url, event: eventType, body })
}

const shown = (db: Db) => {
  const row = subscription(db)
  return row ? { subscriberUrl: row.url, createdAt: row.created_at } : { subscriberUrl: null }
}

/** One subscriber URL; the last one wins. */
export const mountWebhooks = (app: FastifyInstance, desk: Desk): void => {
  app.post('/webhooks', async ({ body }, reply) => {
    const url = fieldsOf(body).needText('subscriberUrl', 2000)
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw invalid('subscriberUrl must be an http or https address')
    }
    const kept = [url, desk.now().toISOString()]
    desk.db.run('insert or replace into subscription values (1, ?, ?)', ...kept)
    return reply.code(201).send(shown(desk.db))
  })
  app.get('/webhooks', async () => shown(desk.db))
  app.delete('/webhooks', async () => {
    desk.db.run('delete from subscription')
    return shown(desk.db)
  })
}
