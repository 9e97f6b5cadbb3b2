import { timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fault, Faults } from './faults.ts'
import type { ServiceSettings } from './service-settings.ts'
import type { ServiceClock } from './service-clock.ts'
import type { WebhookSender } from './webhook-sender.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const authorised = (request: FastifyRequest, token: string): boolean => {
  const received = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const wanted = Buffer.from(token)
  return loopback.has(request.ip) && received.length === wanted.length && timingSafeEqual(received, wanted)
}

type RequestRecord = { at: string; method: string; path: string; status: number; body: unknown }

const shortText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 2000
    ? `${value.slice(0, 40)}… (${value.length} characters)`
    : value

/** Limits what the request log stores of a body: a few hundred whole images would fill the memory. */
const loggedBody = (body: unknown): unknown => {
  if (body === undefined || body === null) return body
  if (Buffer.isBuffer(body)) return `(${body.length} bytes)`
  const text = JSON.stringify(body, shortText)
  return text.length > 50_000 ? `(${text.length} characters)` : JSON.parse(text)
}

/** Empties every table of the store except the clock. */
const emptyStore = (store: DatabaseSync) => {
  const tables = store
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'service_clock'`,
    )
    .all()
  for (const { name } of tables) store.exec(`delete from "${String(name)}"`)
}

/**
 * The control plane that every embedded service has, for tools and tests: reset, clock, faults, request log, webhook
 * log and resend. `Authorization: Bearer <controlToken>`, from loopback only. Calls:
 * GET /_control/health · POST /_control/reset · GET|POST /_control/clock {offsetMs} · GET|POST /_control/faults ·
 * DELETE /_control/faults(/:id) · GET /_control/requests · GET /_control/webhooks · POST /_control/webhooks/:id/resend ·
 * POST /_control/webhooks/flush
 */
export const mountControl = (deps: {
  app: FastifyInstance
  settings: ServiceSettings
  store: DatabaseSync
  clock: ServiceClock
  faults: Faults
  webhooks: WebhookSender
  resets: readonly (() => void | Promise<void>)[]
}): void => {
  const { app, settings, store, clock, faults, webhooks, resets } = deps
  let notes: RequestRecord[] = []
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/_control') || authorised(request, settings.controlToken)) return
    await reply.code(401).send({ error: 'control token missing or wrong, or not from loopback' })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/_control')) return
    const at = clock.now().toISOString()
    notes.push({
      at,
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      body: loggedBody(request.body),
    })
    if (notes.length > 500) notes = notes.slice(-400)
  })
  app.get('/_control/health', async () => ({ name: settings.name, now: clock.now() }))
  app.post('/_control/reset', async () => {
    emptyStore(store)
    faults.clear()
    notes = []
    for (const forget of resets) await forget()
    return { reset: true }
  })
  app.get('/_control/clock', async () => ({ now: clock.now(), offsetMs: clock.offsetMs() }))
  app.post<{ Body: { offsetMs: number } }>('/_control/clock', async (request, reply) => {
    if (!(request.body.offsetMs >= clock.offsetMs())) {
      return reply.code(409).send({ error: 'the clock never turns back', offsetMs: clock.offsetMs() })
    }
    clock.setOffset(request.body.offsetMs)
    await clock.settle()
    await webhooks.flush()
    return { now: clock.now(), offsetMs: clock.offsetMs() }
  })
  app.get('/_control/faults', async () => faults.list())
  app.post<{ Body: Omit<Fault, 'id'> }>('/_control/faults', async (request) => faults.add(request.body))
  app.delete('/_control/faults', async () => {
    faults.clear()
    return { cleared: true }
  })
  app.delete<{ Params: { id: string } }>('/_control/faults/:id', async (request) => {
    faults.clear(request.params.id)
    return { cleared: true }
  })
  app.get('/_control/requests', async () => [...notes].reverse())
  app.get('/_control/webhooks', async () => webhooks.log())
  app.post('/_control/webhooks/flush', async () => {
    await webhooks.flush()
    return { flushed: true }
  })
  app.post<{ Params: { id: string } }>('/_control/webhooks/:id/resend', async (request, reply) =>
    webhooks.resend(request.params.id)
      ? { resent: true }
      : reply.code(404).send({ error: 'no such message' }),
  )
}
