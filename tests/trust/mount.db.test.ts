import { bulkEndpoint } from '@cardamom/contract/bulk'
import { endpoint } from '@cardamom/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'
import { createAudit } from '../../server/src/audit/audit.sql.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'
import { accepted, refused } from '../../server/src/kernel/answer.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createMount } from '../../server/src/kernel/mount.ts'
import { mountBulk } from '../../server/src/kernel/mount-bulk.ts'
import type { Handler } from '../../server/src/kernel/mount-context.ts'
import type { Principal } from '../../server/src/kernel/principal.ts'
import { createRateLimits } from '../../server/src/kernel/rate-limit.ts'
import { createTurns, usualTurns } from '../../server/src/kernel/turns.ts'

const probe = (path: `/${string}`, who: 'public' | 'signed-in' | 'users.view', stepUp?: 'S1') =>
  endpoint({
    method: 'POST',
    path,
    summary: 'A probe',
    who,
    ...(stepUp ? { stepUp } : {}),
    output: z.null(),
    refusals: {},
  })
const calls = [
  probe('/open', 'public'),
  probe('/open-confirmed', 'public', 'S1'),
  probe('/own', 'signed-in'),
  probe('/confirmed', 'signed-in', 'S1'),
  probe('/tagged', 'users.view'),
]

const apiKey = {
  kind: 'api_key',
  keyId: '0191d6d8-8f0d-7a3c-8e3d-000000000001',
  companyId: '0191d6d8-8f0d-7a3c-8e3d-000000000002',
  scope: { kind: 'all' },
  may: () => true,
} as const satisfies Principal

const withNote = { input: z.object({ note: z.string().optional() }) }
const callsWithNote = [
  { ...probe('/noted', 'public'), ...withNote },
  { ...probe('/noted-of-the-spec', 'public'), ...withNote, body: 'bare' as const },
]

const money = endpoint({
  method: 'POST',
  path: '/money',
  summary: 'A probe',
  who: 'public',
  effect: 'money',
  idempotent: true,
  input: z.object({ call: z.uuid(), once: z.boolean().default(false) }),
  output: z.object({ answer: z.number() }),
  refusals: { already_done: 409 },
})

/** Writes a name once; a second write is refused. */
const claim = endpoint({
  method: 'POST',
  path: '/claim',
  summary: 'A probe',
  who: 'public',
  idempotent: true,
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
  refusals: { already_done: 409 },
})

const rowCall = endpoint({
  method: 'POST',
  path: '/rows/:id/end',
  summary: 'A probe',
  who: 'signed-in',
  params: z.object({ id: z.uuid() }),
  output: z.null(),
  refusals: {},
})
const bulk = bulkEndpoint(rowCall, { path: '/rows/bulk/end', summary: 'A probe' })

/** Refuses in its last transaction, after a write. */
const ending = endpoint({
  method: 'POST',
  path: '/ending',
  summary: 'A probe',
  who: 'public',
  effect: 'outside',
  idempotent: true,
  input: z.object({ key: z.string(), ends: z.enum(['rollback', 'commit', 'done']) }),
  output: z.object({ key: z.string() }),
  refusals: { changed_meanwhile: 409 },
})

let product: TestProduct
let app: FastifyInstance
let ran: string[]
let lookups = 0
let isKnown = true
/** The principal of the next calls, and whether their token was seen before. */
let person: Extract<Principal, { kind: 'session' }> | null = null
let isSeen = false
let confirmations: string[]
/** What was logged as an error, and the row that fails. */
let errors: unknown[]
let brokenRow: string
/** A delay before the handler of `claim` reads. */
let beforeClaim = async (): Promise<void> => undefined
/** Each app is a copy of the server. */
const mountOn = (at: FastifyInstance) => {
  const { kernel } = product
  return createMount({
    ...kernel,
    ...createAudit(kernel),
    app: at,
    log: { error: (...line) => void errors.push(line) },
    rateLimits: createRateLimits(kernel.clock.realNow, true),
    backPressure: { refuses: () => null, stop: () => undefined },
    turns: createTurns(usualTurns),
    refuseClosed: () => Promise.resolve(null),
    tokenOwner: () => {
      if (person && isSeen) return { kind: 'user', userId: person.userId }
      return { kind: isKnown && !person ? 'none' : 'unknown' }
    },
    authenticate: async () => {
      lookups += 1
      return isKnown ? accepted({ principal: person ?? apiKey }) : refused('unauthenticated')
    },
    checkStepUp: async ({ kind }) => {
      confirmations.push(kind)
      return kind === 'session'
        ? accepted({ releaseGrant: async () => undefined })
        : refused('permission_denied')
    },
    liveCursor: () => null,
    approvals: { newId: kernel.ids.next, register: () => undefined, prepare: () => Promise.reject() },
    announceCall: () => () => undefined,
  })
}
const claimOnce: Handler<typeof claim> = async ({ sql, input: { name }, now }) => {
  await beforeClaim()
  const insert = `insert into setting (key, value, changed_at) values ($1, '"1"', $2) on conflict do nothing`
  return (await sql.run(insert, [name, now])) === 1 ? accepted({ name }) : refused('already_done')
}
beforeAll(async () => {
  product = await createTestProduct()
  const { kernel } = product
  app = Fastify()
  ran = []
  confirmations = []
  errors = []
  const mount = mountOn(app)
  for (const call of [...calls, ...callsWithNote]) {
    mount(call, async () => {
      ran.push(call.path)
      return accepted(null)
    })
  }
  let answers = 0
  mount(money, async ({ sql, input }) => {
    const journal = capitalContributed({ id: input.call, amountCents: 5n, effectiveAt: kernel.clock.now() })
    answers += 1
    const isDone = await sql.maybe('select 1 from journal where idem = $1', [journal.key])
    if (isDone && input.once) return refused('already_done')
    return accepted({ plan: { journals: [journal] }, output: { answer: answers }, whenRefused: {} })
  })
  mount(claim, claimOnce)
  mount(rowCall, async ({ params: { id } }) => {
    if (id === brokenRow) throw new Error('A bug')
    return accepted(null)
  })
  mountBulk({ mount }, bulk)
  mount(ending, async ({ input: { key, ends }, finish }) =>
    finish(
      { key },
      async ({ sql }) => {
        await sql.run(`insert into setting (key, value, changed_at) values ($1, '"1"', $2)`, [
          key,
          kernel.clock.now(),
        ])
        if (ends !== 'done') return refused('changed_meanwhile')
      },
      ends === 'commit' ? 'commit' : 'rollback',
    ),
  )
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await product.stop()
})

test('a principal that is no person can make only public calls, and none with a step-up', async () => {
  const answers = []
  for (const { path } of calls) {
    const { statusCode } = await app.inject({ method: 'POST', url: `/api${path}` })
    answers.push([path, statusCode])
  }
  expect(answers).toEqual([
    ['/open', 200],
    ['/open-confirmed', 403],
    ['/own', 403],
    ['/confirmed', 403],
    ['/tagged', 403],
  ])
  expect(ran).toEqual(['/open'])
  // The step-up check decides for every kind of principal; mount never skips it.
  expect(confirmations).toEqual(['api_key'])
})

test('a body that a call declares is required, except of the six calls', async () => {
  const send = async (path: string, payload?: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = payload === undefined ? {} : { headers, payload }
    return (await app.inject({ method: 'POST', url: `/api${path}`, ...body })).statusCode
  }
  for (const missing of [undefined, 'null']) {
    expect([await send('/noted', missing), await send('/noted-of-the-spec', missing)]).toEqual([422, 200])
  }
  expect([await send('/noted', '{}'), await send('/noted-of-the-spec', '{}')]).toEqual([200, 200])
})

test('a money call answers its effect, again under its key and under no other key', async () => {
  const call = product.kernel.ids.next()
  const send = async (key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const payload = JSON.stringify({ call })
    const answer = await app.inject({ method: 'POST', url: '/api/money', headers, payload })
    return [answer.statusCode, answer.json<{ data?: object; code?: string }>()] as const
  }
  const done = { success: true, data: { answer: 1 } }
  expect(await send('money-key-1')).toEqual([200, done])
  expect(await send('money-key-1')).toEqual([200, done])
  // This call wrote nothing, so no answer is stored for it.
  expect(await send('money-key-2')).toEqual([409, expect.objectContaining({ code: 'idempotency_conflict' })])
})

test('a money call is replayed even if its handler now refuses, and only for the same request', async () => {
  const call = product.kernel.ids.next()
  const send = async (key: string, once = true) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const payload = JSON.stringify({ call, once })
    const answer = await app.inject({ method: 'POST', url: '/api/money', headers, payload })
    const { data, code } = answer.json<{ data?: object; code?: string }>()
    return {
      status: answer.statusCode,
      isReplayed: answer.headers['idempotent-replayed'] === 'true',
      data,
      code,
    }
  }
  const first = await send('money-once-1')
  expect(first).toMatchObject({ status: 200, isReplayed: false })
  expect(await send('money-once-1')).toEqual({ ...first, isReplayed: true })
  expect(await send('money-once-1', false)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(await send('money-once-2')).toMatchObject({ status: 409, code: 'already_done', isReplayed: false })
})

test('an effect of another copy of the server under the same key is replayed, not refused', async () => {
  const copy = Fastify()
  mountOn(copy)(claim, claimOnce)
  await copy.ready()
  const send = async (at: FastifyInstance, key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await at.inject({
      method: 'POST',
      url: '/api/claim',
      headers,
      payload: '{"name":"claimed"}',
    })
    return {
      status: answer.statusCode,
      text: answer.body,
      isReplayed: 'idempotent-replayed' in answer.headers,
    }
  }
  // Both copies found nothing under the key; then one of them writes while the other has not decided yet.
  let goOn = () => undefined as void
  let isHeld = () => undefined as void
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const until = new Promise<void>((resolve) => (goOn = resolve))
  beforeClaim = () => {
    beforeClaim = async () => undefined
    isHeld()
    return until
  }
  const slow = send(copy, 'claim-key-1')
  await held
  const quick = await send(app, 'claim-key-1')
  goOn()
  expect(quick).toMatchObject({ status: 200, isReplayed: false })
  expect(await slow).toEqual({ ...quick, isReplayed: true })
  expect((await send(copy, 'claim-key-2')).status).toBe(409)
  await copy.close()
})

test('an outside call can end with a refusal in its last transaction, which is rolled back or saved as declared', async () => {
  const send = async (key: string, ends: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `ending-${key}` }
    const payload = JSON.stringify({ key, ends })
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/ending', headers, payload })
    return statusCode
  }
  expect([
    await send('undone', 'rollback'),
    await send('saved', 'commit'),
    await send('done', 'done'),
  ]).toEqual([409, 409, 200])
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ key: string }>(`select key from setting where key = any ($1) order by key`, [
      ['undone', 'saved', 'done'],
    ]),
  )
  expect(rows.map(({ key }) => key)).toEqual(['done', 'saved'])
  // A refusal is not stored under its key, so the next try runs the handler again.
  expect(await send('undone', 'rollback')).toBe(409)
})

const personOf = (userId: string) => {
  const scope = { kind: 'own', userId, companyId: apiKey.companyId } as const
  const of = { userId, sessionId: userId, companyId: apiKey.companyId, scope, ownScope: scope }
  return { kind: 'session', ...of, roleId: 2, may: () => false, impersonatorId: null } as const
}

test('a bug in one row of a bulk call is logged with the request, and the other rows are done', async () => {
  const { ids } = product.kernel
  const [broken, right] = [ids.next(), ids.next()]
  brokenRow = broken
  person = personOf(ids.next())
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'bulk-with-a-bug' }
  const payload = JSON.stringify({ ids: [broken, right] })
  const answer = await app.inject({ method: 'POST', url: '/api/rows/bulk/end', headers, payload })
  person = null
  expect(answer.json()).toMatchObject({
    data: {
      results: [
        { id: broken, code: 'unavailable' },
        { id: right, code: null },
      ],
    },
  })
  const where = { requestId: expect.any(String) as string, method: 'POST', route: '/rows/:id/end' }
  expect(errors).toEqual([['A row of a bulk call failed', new Error('A bug'), where]])
})

test('a flood of invented tokens is refused before a session is read', async () => {
  isKnown = false
  const send = async () => (await app.inject({ method: 'POST', url: '/api/own' })).statusCode
  const before = lookups
  const answers: number[] = []
  for (let sent = 0; sent < 310; sent += 1) answers.push(await send())
  isKnown = true
  expect(new Set(answers.slice(0, 290))).toEqual(new Set([401]))
  expect(answers.slice(-5)).toEqual([429, 429, 429, 429, 429])
  expect(lookups - before).toBeLessThanOrEqual(300)
})

test('a person who floods is refused before their session is read once their token was seen, and no other person is', async () => {
  const flooding = personOf(apiKey.companyId)
  const send = async () => (await app.inject({ method: 'POST', url: '/api/own' })).statusCode
  person = flooding
  isSeen = true
  const before = lookups
  const answers: number[] = []
  for (let sent = 0; sent < 305; sent += 1) answers.push(await send())
  expect(answers.indexOf(429)).toBe(300)
  expect(lookups - before).toBe(300)
  person = personOf(product.kernel.ids.next())
  expect(await send()).toBe(200)
  person = null
})
