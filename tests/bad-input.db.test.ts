import type { Endpoint } from '@cardamom/contract/endpoint'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from './support/test-product.ts'
import { signUp, type TestPerson } from './support/test-person.ts'

/** Every call with bodies that nobody would send on purpose: a clear refusal each time, and never a 500. */
let product: TestProduct
let person: TestPerson

beforeAll(async () => {
  product = await createTestProduct()
  person = await signUp(product)
})
afterAll(() => product.stop())

const runsEach = 30

const hostileText = fc.oneof(
  fc.constantFrom(
    `'; drop table app_user; --`,
    '\u0000',
    '💳',
    '../../etc/passwd',
    '%00',
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    'null',
    '0.1e3',
    '-0',
    '1'.repeat(400),
    '2026-02-29',
    '\u202Eabc',
    '\ud800',
    '',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.uuid(),
)
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), hostileText, { maxKeys: 3 }),
)

const namesOf = (declared: Endpoint): string[] => {
  const shape = (declared.input as { shape?: Record<string, unknown> } | undefined)?.shape
  return Object.keys(shape ?? { value: 0 })
}

const bodyOf = (declared: Endpoint) =>
  fc.oneof(
    hostileValue,
    fc.record(Object.fromEntries(namesOf(declared).map((name) => [name, hostileValue])), {
      requiredKeys: [],
    }),
  )

const pathOf = (declared: Endpoint, value: string) =>
  declared.path.replaceAll(/:(\w+)/g, () =>
    encodeURIComponent(value.replaceAll(/[\ud800-\udfff]/g, '?') || '-'),
  )

const queryOf = (body: unknown): string => {
  if (body === null || typeof body !== 'object') return ''
  const pairs = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value) ?? '',
  ])
  return `?${new URLSearchParams(pairs).toString()}`
}

/** These end or lock the session that the other calls need, or hold the connection open. */
const leftOut = new Set(['/session/logout', '/session/lock', '/events'])

test('no call answers 500, whatever it is sent', async () => {
  const seen: string[] = []
  for (const declared of product.calls.filter(({ path }) => !leftOut.has(path))) {
    const sendOnce = async (body: unknown, value: string) => {
      const isRead = declared.method === 'GET'
      const query = isRead ? queryOf(body) : ''
      const answer = await product.request({
        method: declared.method,
        path: `${pathOf(declared, value)}${query}`,
        ...(isRead ? {} : { body: JSON.stringify(body) ?? 'undefined' }),
        headers: {
          ...person.headers,
          'content-type': 'application/json',
          'idempotency-key': `key-${value.length}-${seen.length}`,
        },
      })
      if (answer.status >= 500 && answer.status !== 503)
        seen.push(`${declared.method} ${declared.path} ${answer.status} ${JSON.stringify(body)}`)
      if (answer.status >= 400)
        expect(answer.body).toMatchObject({ success: false, code: expect.any(String) })
    }
    await fc.assert(fc.asyncProperty(bodyOf(declared), hostileText, sendOnce), { numRuns: runsEach })
  }
  expect(product.calls.length).toBeGreaterThan(30)
  expect(seen).toEqual([])
}, 240_000)

test('what is no JSON is refused with a sentence', async () => {
  for (const body of ['{', 'x', '[1,', '\u0000']) {
    const answer = await product.request({
      method: 'POST',
      path: '/sessions',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
  }
})
