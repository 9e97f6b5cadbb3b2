import { hash } from 'node:crypto'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from './answer.ts'
import { createBatchedLookup } from './batched-lookup.ts'
import type { Clock } from './clock.ts'
import { allTenants, type Database } from './database.ts'
import type { Queries } from './queries.ts'

/** The key of the call that runs now; stored with its answer in the effect's own transaction. */
export type KeyUse = { readonly principal: string; readonly key: string; readonly fingerprint: Buffer }

/** A first answer as it is stored. */
type Stored = { readonly fingerprint: Buffer; readonly status: number; readonly body: string }

type Begun = {
  readonly use: KeyUse | null
  readonly replay: { status: number; body: string } | null
  /** Ends the time in which a second call with this key is told to wait. */
  readonly end: () => void
}

const keyForm = /^[\x21-\x7e]{8,255}$/
const find = `select k.place::int as place, i.fingerprint, i.status, i.body
  from unnest($1::text[], $2::text[]) with ordinality k (principal, key, place)
  join idempotency i on i.principal = k.principal and i.key = k.key`
const insert = `insert into idempotency (principal, key, fingerprint, status, body, at) values ($1, $2, $3, $4, $5, $6)`

/** Hash of what identifies a request: route, parameters and body (api §7). */
const fingerprintOf = (declared: Endpoint, request: FastifyRequest): Buffer =>
  hash(
    'sha256',
    JSON.stringify([declared.method, declared.path, request.params, request.body ?? null]),
    'buffer',
  )

/** Keys have no spaces, so the last space parts them from their principal. */
const markOf = ({ principal, key }: Pick<KeyUse, 'principal' | 'key'>): string => `${principal} ${key}`

/** Statements of their own text: every call with a key comes here. Calls of the same moment are looked up together. */
const createLookup = (db: Database) =>
  createBatchedLookup<Stored>((marks) =>
    db.read(allTenants, async (sql) => {
      const parted = marks.map((mark) => mark.lastIndexOf(' '))
      const principals = marks.map((mark, index) => mark.slice(0, parted[index]))
      const keys = marks.map((mark, index) => mark.slice((parted[index] ?? 0) + 1))
      const rows = await sql.rows<Stored & { place: number }>(find, [principals, keys])
      return new Map(rows.map(({ place, ...stored }) => [marks[place - 1] ?? '', stored]))
    }),
  )

/** Looks keys up and keeps their first answers: one effect for each key, whatever the number of tries. */
export const createIdempotency = (deps: { db: Database; clock: Clock }) => {
  const inFlight = new Set<string>()
  const lookUp = createLookup(deps.db)

  /** What a key was answered with before; null: nothing yet. */
  const replayOf = async (
    use: KeyUse,
  ): Promise<Answer<{ status: number; body: string } | null, 'idempotency_conflict'>> => {
    const known = await lookUp(markOf(use))
    if (known && !known.fingerprint.equals(use.fingerprint)) return refused('idempotency_conflict')
    return accepted(known && { status: known.status, body: known.body })
  }
  return {
    replayOf,
    /** @param isLater the poster finds an earlier answer with the effect; it is not looked up now */
    begin: async (call: {
      declared: Endpoint
      request: FastifyRequest
      subject: string
      isLater: boolean
    }): Promise<Answer<Begun, 'validation' | 'idempotency_conflict' | 'idempotency_in_flight'>> => {
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
