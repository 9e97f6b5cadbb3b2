import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A fault that was set on the control plane. On requests: `delay` (ms), `status` (answered instead),
 * `drop_before` (closes the connection before the effect), `drop_after` (the effect happens, the answer is
 * lost), `delay_after` (the effect happens, the answer is delayed). On webhooks: `lose`, `duplicate`,
 * `reorder` (held until the next one was sent), `bad_signature`.
 */
export type Fault = {
  readonly id: string
  readonly kind:
    | 'delay'
    | 'status'
    | 'drop_before'
    | 'drop_after'
    | 'delay_after'
    | 'lose'
    | 'duplicate'
    | 'reorder'
    | 'bad_signature'
  readonly method?: string
  /** Regular expression over the path (webhooks: over the event's name). */
  readonly path?: string
  readonly value?: number
  /** How many more times it applies; absent: until it is removed. */
  remaining?: number
}

export type Faults = {
  readonly add: (fault: Omit<Fault, 'id'>) => Fault
  readonly list: () => readonly Fault[]
  readonly clear: (id?: string) => void
  /** Returns the first matching fault of these kinds and counts one use, or null. */
  readonly strike: (
    kinds: readonly Fault['kind'][],
    subject: { method?: string; path: string },
  ) => Fault | null
}

const requestKinds = ['delay', 'status', 'drop_before', 'drop_after', 'delay_after'] as const

/** A refusal in the form of each protocol, so that every client recognises it. */
const faultBody = {
  status: 'fail',
  code: 'injected_fault',
  error: 'injected_fault',
  errorCode: 'injected_fault',
  errorDescription: 'A fault that was requested.',
}

const matches = (fault: Fault, subject: { method?: string; path: string }): boolean =>
  (fault.method === undefined || fault.method === subject.method) &&
  (fault.path === undefined || new RegExp(fault.path).test(subject.path))

export const createFaults = (app: FastifyInstance): Faults => {
  let active: Fault[] = []
  const faults: Faults = {
    add: (wanted) => {
      const fault: Fault = { id: randomUUID(), ...wanted }
      active.push(fault)
      return fault
    },
    list: () => active,
    clear: (id) => {
      active = id === undefined ? [] : active.filter((fault) => fault.id !== id)
    },
    strike: (kinds, subject) => {
      const fault = active.find((each) => kinds.includes(each.kind) && matches(each, subject))
      if (!fault) return null
      if (fault.remaining !== undefined && (fault.remaining -= 1) <= 0) faults.clear(fault.id)
      return fault
    },
  }
  const dropAfter = new WeakSet<FastifyRequest>()
  const delayAfter = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/_control')) return
    const fault = faults.strike(requestKinds, { method: request.method, path })
    if (!fault) return
    if (fault.kind === 'delay') await new Promise((done) => setTimeout(done, fault.value ?? 1000))
    if (fault.kind === 'status') await reply.code(fault.value ?? 503).send(faultBody)
    if (fault.kind === 'drop_before') {
      // Without the hijack the handler would still run, and the effect would happen.
      reply.hijack()
      request.raw.socket.destroy()
    }
    if (fault.kind === 'drop_after') dropAfter.add(request)
    if (fault.kind === 'delay_after') delayAfter.set(request, fault.value ?? 1000)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (dropAfter.has(request)) request.raw.socket.destroy()
    const delayMs = delayAfter.get(request)
    if (delayMs !== undefined) await new Promise((done) => setTimeout(done, delayMs))
    return payload
  })
  return faults
}
