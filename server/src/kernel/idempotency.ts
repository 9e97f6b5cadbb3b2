import { createHash } from 'node:crypto'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from './answer.ts'
import type { Clock } from './clock.ts'
import { everything, type Database } from './database.ts'
import type { Queries } from './queries.ts'

/** The key of the call that runs now; stored with its answer in the effect's own transaction. */
export type KeyUse = { readonly principal: string; readonly key: string; readonly fingerprint: Buffer }

type Begun = {
  readonly use: KeyUse | null
  readonly replay: { status: number; body: string } | null
  /** Ends the time in which a second call with this key is told to wait. */
  readonly end: () => void
}

const keyForm = /^[\x21-\x7e]{8,255}$/
const find = 'select fingerprint, status, body from idempotency where principal = $1 and key = $2'
const insert = `insert into idempotency (principal, key, fingerprint, status, body, at) values ($1, $2, $3, $4, $5, $6)`

/** Hash of what identifies a request: route, parameters and body (security §7). */
const fingerprintOf = (declared: Endpoint, request: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([declared.method, declared.path, request.params, request.body ?? null]))
    .digest()

/** Looks keys up and keeps their first answers: one effect for each key, whatever the number of tries. */
export const createIdempotency = (deps: { db: Database; clock: Clock }) => {
  const inFlight = new Set<string>()
  return {
    begin: async (call: {
      declared: Endpoint
      request: FastifyRequest
      subject: string
    }): Promise<Answer<Begun, 'validation' | 'idempotency_conflict' | 'idempotency_in_flight'>> => {
      if (!call.declared.idempotent) return accepted({ use: null, replay: null, end: () => undefined })
      const key = call.request.headers['idempotency-key']
      if (typeof key !== 'string' || !keyForm.test(key)) {
        return refused('validation', { data: { errors: { 'idempotency-key': ['idempotency_key_missing'] } } })
      }
      const principal = call.subject
      const fingerprint = fingerprintOf(call.declared, call.request)
      const known = await deps.db.read(everything, (sql) =>
        sql.maybe<{ fingerprint: Buffer; status: number; body: string }>(find, [principal, key]),
      )
      if (known) {
        if (!known.fingerprint.equals(fingerprint)) return refused('idempotency_conflict')
        return accepted({ use: null, replay: known, end: () => undefined })
      }
      const mark = `${principal} ${key}`
      if (inFlight.has(mark)) return refused('idempotency_in_flight', { data: { retryAfterSeconds: 1 } })
      inFlight.add(mark)
      return accepted({
        use: { principal, key, fingerprint },
        replay: null,
        end: () => inFlight.delete(mark),
      })
    },
    /** A second copy of the server that ran the same key meanwhile breaks the primary key: its effect rolls back. */
    store: async (sql: Queries, use: KeyUse, answer: { status: number; body: string }): Promise<void> => {
      await sql.run(insert, [
        use.principal,
        use.key,
        use.fingerprint,
        answer.status,
        answer.body,
        deps.clock.realNow(),
      ])
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>
