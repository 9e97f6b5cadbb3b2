import { hash } from 'node:crypto'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from './answer.ts'
import { createBatchedLookup } from './batched-lookup.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Queries } from './queries.ts'

/** The key of the current call; its transaction stores the key with the answer. */
export type KeyUse = { readonly principal: string; readonly key: string; readonly fingerprint: Buffer }

/** The first answer as it is stored. */
type StoredAnswer = { readonly fingerprint: Buffer; readonly status: number; readonly body: string }

type KeyCheck = {
  readonly use: KeyUse | null
  readonly replay: { status: number; body: string } | null
  /** Ends the period in which a second call with this key must wait. */
  readonly end: () => void
}

const keyForm = /^[\x21-\x7e]{8,255}$/
const find = `select k.position::int as position, i.fingerprint, i.status, i.body
  from unnest($1::text[], $2::text[]) with ordinality k (principal, key, position)
  join idempotency i on i.principal = k.principal and i.key = k.key`
const insert = `insert into idempotency (principal, key, fingerprint, status, body, at) values ($1, $2, $3, $4, $5, $6)`

/** Hash of what identifies a request: route, parameters and body (api §7). */
const fingerprintOf = (declared: Endpoint, request: FastifyRequest): Buffer =>
  hash(
    'sha256',
    JSON.stringify([declared.method, declared.path, request.params, request.body ?? null]),
    'buffer',
  )

/** Keys have no spaces, so the last space separates the key from its principal. */
const markOf = ({ principal, key }: Pick<KeyUse, 'principal' | 'key'>): string => `${principal} ${key}`

/** Fixed SQL texts, because every call with a key uses them. Simultaneous lookups are sent together. */
const createLookup = (db: Database) =>
  createBatchedLookup<StoredAnswer>((marks) =>
    db.read(wholeInstallation, async (sql) => {
      const parted = marks.map((mark) => mark.lastIndexOf(' '))
      const principals = marks.map((mark, index) => mark.slice(0, parted[index]))
      const keys = marks.map((mark, index) => mark.slice((parted[index] ?? 0) + 1))
      const rows = await sql.rows<StoredAnswer & { position: number }>(find, [principals, keys])
      return new Map(rows.map(({ position, ...stored }) => [marks[position - 1] ?? '', stored]))
    }),
  )

/** Finds keys and stores their first answers: each key has one effect, whatever the number of requests. */
export const createIdempotency = (deps: { db: Database; clock: Clock }) => {
  const inFlight = new Set<string>()
  const findStored = createLookup(deps.db)

  /** The stored answer of a key; null: there is none yet. */
  const replayOf = async (
    use: KeyUse,
  ): Promise<Answer<{ status: number; body: string } | null, 'idempotency_conflict'>> => {
    const known = await findStored(markOf(use))
    if (known && !known.fingerprint.equals(use.fingerprint)) return refused('idempotency_conflict')
    return accepted(known && { status: known.status, body: known.body })
  }
  return {
    replayOf,
    /** @param isLater true: the poster finds an earlier answer with the effect, so no lookup is made now */
    start: async (call: {
      declared: Endpoint
      request: FastifyRequest
      subject: string
      isLater: boolean
    }): Promise<Answer<KeyCheck, 'validation' | 'idempotency_conflict' | 'idempotency_in_flight'>> => {
      if (!call.declared.idempotent) return accepted({ use: null, replay: null, end: () => undefined })
      const key = call.request.headers['idempotency-key']
      if (typeof key !== 'string' || !keyForm.test(key)) {
        return refused('validation', { data: { errors: { 'idempotency-key': ['idempotency_key_missing'] } } })
      }
      const use = { principal: call.subject, key, fingerprint: fingerprintOf(call.declared, call.request) }
      const replay = call.isLater ? accepted(null) : await replayOf(use)
      if (!replay.accepted) return replay
      if (replay.value) return accepted({ use: null, replay: replay.value, end: () => undefined })
      const mark = markOf(use)
      if (inFlight.has(mark)) return refused('idempotency_in_flight', { data: { retryAfterSeconds: 1 } })
      inFlight.add(mark)
      return accepted({ use, replay: null, end: () => inFlight.delete(mark) })
    },
    /**
     * A second copy of the server that used the same key violates the primary key, and its effect rolls back.
     */
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
