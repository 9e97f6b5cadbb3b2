import { endpoint } from '@cardamom/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../../../tests/support/test-product.ts'
import { createAudit } from '../audit/audit.sql.ts'
import { capitalContributed } from '../treasury/treasury-postings.ts'
import { accepted } from './answer.ts'
import { createMount } from './mount.ts'
import type { Principal } from './principal.ts'
import { createRateLimits } from './rate-limit.ts'
import { createTurns, usualTurns } from './turns.ts'

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

const apiKey: Principal = {
  kind: 'api_key',
  keyId: '0191d6d8-8f0d-7a3c-8e3d-000000000001',
  companyId: '0191d6d8-8f0d-7a3c-8e3d-000000000002',
  scope: { kind: 'all' },
  may: () => true,
}

const withNote = { input: z.object({ note: z.string().optional() }) }
const noted = [
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
  input: z.object({ act: z.uuid() }),
  output: z.object({ answer: z.number() }),
  refusals: {},
})

let product: TestProduct
let app: FastifyInstance
let ran: string[]
beforeAll(async () => {
  product = await createTestProduct()
  const { kernel } = product
  app = Fastify()
  ran = []
  const mount = createMount({
    ...kernel,
    ...createAudit(kernel),
    app,
    rateLimits: createRateLimits(kernel.clock.realNow, true),
    backPressure: { refuses: () => null, stop: () => undefined },
    turns: createTurns(usualTurns),
    authenticate: async () => accepted({ principal: apiKey }),
    checkStepUp: async () => accepted({ giveBack: async () => undefined }),
    liveCursor: () => null,
  })
  for (const call of [...calls, ...noted]) {
    mount(call, async () => {
      ran.push(call.path)
      return accepted(null)
    })
  }
  let answers = 0
  mount(money, async ({ input }) => {
    const journal = capitalContributed({ id: input.act, amountCents: 5n, effectiveAt: kernel.clock.now() })
    answers += 1
    return accepted({ plan: { journals: [journal] }, output: { answer: answers }, whenRefused: {} })
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await product.stop()
})

test('a principal that is no person reaches public calls only, and none with a step-up', async () => {
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

test('an act of money answers what it wrote: again under its key, and to no other key', async () => {
  const act = product.kernel.ids.next()
  const send = async (key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const payload = JSON.stringify({ act })
    const answer = await app.inject({ method: 'POST', url: '/api/money', headers, payload })
    return [answer.statusCode, answer.json<{ data?: object; code?: string }>()] as const
  }
  const done = { success: true, data: { answer: 1 } }
  expect(await send('money-key-1')).toEqual([200, done])
  expect(await send('money-key-1')).toEqual([200, done])
  // Nothing was written for this one, so it has no answer of its own.
  expect(await send('money-key-2')).toEqual([409, expect.objectContaining({ code: 'idempotency_conflict' })])
})
