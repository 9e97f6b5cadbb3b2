import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

type RunningCall = { readonly key: string; readonly call: string; readonly bodyMark: string }
type StoredCall = { call: string; body_mark: string; status: bigint; body: string; created_at: string }

const keyLifeMs = 86_400_000
const neverStored = (status: number): boolean => status >= 500 || [401, 422, 429].includes(status)

const runningOf = (request: FastifyRequest, key: string): RunningCall => ({
  key,
  call: `${request.method} ${pathOf(request)}`,
  bodyMark: createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex'),
})

const checkIdempotencyKey = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined && pathOf(request) !== '/cards') return undefined
  if (typeof key === 'string' && key !== '' && key.length <= 255) return key
  throw new Refusal(
    422,
    'IDEMPOTENCY_KEY_REQUIRED',
    'An Idempotency-Key of at most 255 characters is required',
  )
}

const storedAnswer = (desk: Desk, running: RunningCall): StoredCall | undefined => {
  const since = new Date(desk.now().getTime() - keyLifeMs).toISOString()
  desk.db.run('delete from idempotency where created_at < ?', since)
  const stored = desk.db.one<StoredCall>('select * from idempotency where key = ?', running.key)
  if (stored && (stored.call !== running.call || stored.body_mark !== running.bodyMark)) {
    throw new Refusal(422, 'IDEMPOTENCY_KEY_MISMATCH', 'This key was used with another request')
  }
  return stored
}

/** POST calls with a key run once in 24 hours; a repeated call gets the stored answer. */
export const mountIdempotency = (app: FastifyInstance, desk: Desk): void => {
  const runningKeys = new Set<string>()
  const runningBy = new WeakMap<FastifyRequest, RunningCall>()
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    const key = checkIdempotencyKey(request)
    if (key === undefined) return
    const running = runningOf(request, key)
    const stored = storedAnswer(desk, running)
    if (stored) {
      await reply
        .code(Number(stored.status))
        .header('idempotent-replayed', 'true')
        .type('application/json; charset=utf-8')
        .send(stored.body)
      return
    }
    if (runningKeys.has(key)) throw new Refusal(409, 'IDEMPOTENCY_KEY_CONFLICT', 'The first call still runs')
    runningKeys.add(key)
    runningBy.set(request, running)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const running = runningBy.get(request)
    if (!running) return payload
    runningKeys.delete(running.key)
    if (neverStored(reply.statusCode)) return payload
    desk.db.insert('idempotency', {
      key: running.key,
      call: running.call,
      body_mark: running.bodyMark,
      status: reply.statusCode,
      body: typeof payload === 'string' ? payload : '',
      created_at: desk.now().toISOString(),
    })
    return payload
  })
}
