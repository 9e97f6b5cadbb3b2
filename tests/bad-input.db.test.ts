import type { Endpoint } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requiredFilters } from './list-plans/list-queries.ts'
import { createTestProduct, type TestProduct } from './support/test-product.ts'
import { allTenants } from '../server/src/kernel/database.ts'
import { signUp, type TestPerson } from './support/test-person.ts'

/** Sends every call malformed bodies: each must get a clear refusal and never a 500. */
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
  return Object.keys(shape ?? {})
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

/** These calls end or lock the session that the other calls need, or hold the connection open. */
const leftOut = new Set(['/session/logout', '/session/lock', '/events'])

test('no call answers 500 to any input', async () => {
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

/** Nested so deep that a recursive reader runs out of stack. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const inObject = (json: string) => `{"id":${json},"status":${json}}`

test('a body that nests too deep is refused by every call', async () => {
  const seen: string[] = []
  for (const declared of product.calls.filter(({ method, path }) => method !== 'GET' && !leftOut.has(path))) {
    for (const body of [nested(20_000), inObject(nested(20_000)), inObject(nested(40))]) {
      const answer = await product.request({
        method: declared.method,
        path: pathOf(declared, '0191d6d8-8f0d-7a3c-8e3d-000000000000'),
        body,
        headers: { ...person.headers, 'content-type': 'application/json', 'idempotency-key': 'nested-key' },
      })
      if (answer.status !== 422) seen.push(`${declared.method} ${declared.path} ${answer.status}`)
    }
  }
  expect(seen).toEqual([])
})

test('a webhook that nests too deep is refused', async () => {
  for (const path of ['issuer', 'kyc/events', 'kyc/decisions', 'authsignal']) {
    const answer = await product.request({
      method: 'POST',
      path: `/webhooks/${path}`,
      body: inObject(nested(20_000)),
      headers: {
        'content-type': 'application/json',
        'reap-signature': `timestamp=${product.kernel.clock.realNow().getTime()};signature=AAAA`,
      },
    })
    expect(answer.status, path).toBe(400)
  }
})

test('a webhook larger than any notice is refused before it is parsed', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(200_000) })
  const headers = { 'content-type': 'application/json' }
  const answer = await product.request({ method: 'POST', path: '/webhooks/issuer', body, headers })
  expect(answer.status).toBe(413)
})

test('text that cannot be stored is refused in query, path and body of every call', async () => {
  const seen: string[] = []
  for (const declared of product.calls.filter(({ path }) => !leftOut.has(path))) {
    const isRead = declared.method === 'GET'
    const names = [...namesOf(declared), 'value']
    const query = `?${names.map((name) => `${name}=a%00b`).join('&')}`
    const body = Object.fromEntries(names.map((name) => [name, { deep: ['\ud800'] }]))
    const path = declared.path.replaceAll(/:(\w+)/g, '0191d6d8-8f0d-7a3c-8e3d-000000000000')
    const answer = await product.request({
      method: declared.method,
      path: isRead ? `${path}${query}` : path,
      ...(isRead ? {} : { body: JSON.stringify(body) }),
      headers: { ...person.headers, 'content-type': 'application/json', 'idempotency-key': 'unstorable' },
    })
    if (answer.status !== 422) seen.push(`${declared.method} ${declared.path} ${answer.status}`)
    if (!declared.path.includes(':')) continue
    const there = await product.request({
      method: declared.method,
      path: declared.path.replaceAll(/:(\w+)/g, 'a%00b'),
      headers: person.headers,
    })
    if (there.status !== 422) seen.push(`${declared.method} ${declared.path} ${there.status} in its path`)
  }
  expect(seen).toEqual([])
})

test('a cookie that cannot be stored counts as not sent', async () => {
  const cookie = `${person.headers['cookie']}; other=%00; cardamom=%00`
  const answer = await product.request({ path: '/cards', headers: { ...person.headers, cookie } })
  expect(answer.status).toBe(200)
})

test('a body must be JSON: types that another site can send without a preflight are refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'image/png',
  ]) {
    const headers = { ...person.headers, 'content-type': type }
    const answer = await product.request({ method: 'POST', path: '/notifications/read', body: '{}', headers })
    expect(answer.status, type).toBe(415)
  }
})

test('a query key that is repeated, or named like a prototype, is refused or without effect', async () => {
  const headers = person.headers
  for (const query of [
    'limit=5&limit=6',
    'cursor=a&cursor=b',
    'limit[]=1&limit=',
    'limit=1e400',
    'limit=-0.5',
  ])
    expect((await product.request({ path: `/cards?${query}`, headers })).status, query).toBe(422)
  for (const query of ['__proto__=1', 'constructor=1', 'toString=1', '__proto__[limit]=7', 'sort=-bogus'])
    expect((await product.request({ path: `/cards?${query}`, headers })).status, query).toBe(422)
  const polluted = '{"__proto__":{"limit":7}}'
  const answer = await product.request({
    method: 'POST',
    path: '/sessions',
    body: polluted,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(422)
})

const base64 = (text: string) => Buffer.from(text).toString('base64url')

test('no list accepts a foreign cursor, an unknown order or an unknown filter', async () => {
  const lists = product.calls.filter(
    ({ method, input }) =>
      method === 'GET' && Object.hasOwn((input as { shape?: object } | undefined)?.shape ?? {}, 'cursor'),
  )
  expect(lists.length).toBeGreaterThan(7)
  const admin = await signUp(product)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 6 where id = $1', [admin.id]),
  )
  const id = '0191d6d8-8f0d-7a3c-8e3d-000000000000'
  for (const call of lists) {
    const { path, who } = call
    const { headers } = who === 'signed-in' ? person : admin
    const required = new URLSearchParams(requiredFilters(call as ListEndpoint)).toString()
    for (const query of [
      `cursor=${base64('damaged')}`,
      `cursor=${base64(`AAAAAAAA ${id}`)}`,
      'cursor=%20',
      'sort=-bogus',
      'status=nonsense',
      'staus=credited',
    ]) {
      const answer = await product.request({ path: `${path}?${required}&${query}`, headers })
      const field = query.split('=')[0] ?? ''
      expect([path, query, answer.status], path).toEqual([path, query, 422])
      expect(answer.body).toMatchObject({ code: 'validation', errors: { [field]: [expect.any(String)] } })
    }
    expect((await product.request({ path: `${path}?${required}`, headers })).status, path).toBe(200)
  }
})

test('a field that a call does not have is refused by its name, in the query and in the body', async () => {
  const seen: string[] = []
  for (const { method, path, who, body } of product.calls.filter((call) => !leftOut.has(call.path))) {
    // A missing tag is refused before the input is read, and the six calls of product §7 accept any body.
    if ((who !== 'public' && who !== 'signed-in') || (method !== 'GET' && body === 'bare')) continue
    const isRead = method === 'GET'
    const answer = await product.request({
      method,
      path: `${path.replaceAll(/:\w+/g, '0191d6d8-8f0d-7a3c-8e3d-000000000000')}${isRead ? '?bogus=1' : ''}`,
      ...(isRead ? {} : { body: '{"bogus":1}' }),
      headers: { ...person.headers, 'content-type': 'application/json', 'idempotency-key': 'bogus-key' },
    })
    // In a path with a token, the id matches nothing; that refusal comes before the input is checked.
    if (answer.status === 404 && path.includes(':token')) continue
    if (answer.status !== 422 || answer.body.errors?.bogus?.[0] !== 'This field isn’t recognised.')
      seen.push(`${method} ${path} ${answer.status}`)
  }
  expect(seen).toEqual([])
})

test('a field that the file of a one-time address does not have is refused by its name', async () => {
  const body = { call: '/transactions/statement', query: { bogus: '1' } }
  const answer = await product.request({ method: 'POST', path: '/downloads', body, headers: person.headers })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['bogus']])
})

test('an answer names only a few of many unknown fields', async () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`bogus${index}`, 1]))
  const answer = await product.request({ method: 'POST', path: '/sessions', body })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toMatchObject([422, { length: 20 }])
})

test("an unknown method of a path answers 405 and names the path's methods", async () => {
  const { app } = product.kernel
  const methodsOf = Map.groupBy(product.calls, ({ path }) => path.replaceAll(/:\w+/g, ':id'))
  for (const [path, calls] of methodsOf) {
    const methods = new Set<string>(calls.map(({ method }) => method))
    if (calls.some(({ method, streams }) => method === 'GET' && !streams)) methods.add('HEAD')
    for (const method of [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
    ] as const) {
      if (methods.has(method)) continue
      const answer = await app.inject({ method, url: `/api${path.replaceAll(':id', 'x')}` })
      expect([path, method, answer.statusCode]).toEqual([path, method, 405])
      if (method !== 'HEAD') expect(answer.json()).toMatchObject({ code: 'method_not_allowed' })
      expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining([...methods]))
    }
  }
  // The router finds these addresses too.
  for (const url of ['/api/sessions/', '/api/sessions?from=a', '/api/sessions/#top']) {
    const answer = await app.inject({ method: 'PUT', url })
    expect([url, answer.statusCode]).toEqual([url, 405])
  }
  for (const method of ['PUT', 'PROPFIND'] as const) {
    const gone = await app.inject({ method, url: '/api/nowhere' })
    expect([method, gone.statusCode]).toEqual([method, 404])
  }
})

test('a path outside of the description names its methods too', async () => {
  const { app } = product.kernel
  for (const [url, allow] of [
    ['/healthz', 'GET, HEAD'],
    ['/readyz', 'GET, HEAD'],
    ['/api/docs', 'GET, HEAD'],
    ['/api/openapi.json', 'GET, HEAD'],
    ['/api/webhooks/issuer', 'POST'],
  ] as const) {
    for (const method of ['PUT', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url })
      expect([url, method, answer.statusCode, answer.headers['allow']]).toEqual([url, method, 405, allow])
    }
  }
  for (const url of ['/:a(', '/*', '/%2A', '/api/:id', '/(']) {
    const answer = await app.inject({ method: 'PUT', url })
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
})

test('a call that has a body is refused without one; only the six calls may leave it out', async () => {
  const open = product.calls.filter(
    ({ method, input, who, path }) =>
      method !== 'GET' && input && (who === 'public' || who === 'signed-in') && !leftOut.has(path),
  )
  expect(open.length).toBeGreaterThan(30)
  const mayLeaveOut: string[] = []
  for (const { method, path, body } of open) {
    const at = path.replaceAll(/:\w+/g, '0191d6d8-8f0d-7a3c-8e3d-000000000000')
    const headers = { ...person.headers, 'idempotency-key': 'no-body-at-all', 'if-match': '1' }
    const { status } = await product.request({ method, path: at, headers })
    if (status === 422) continue
    // In a path with a token, the id matches nothing; that refusal comes before the body is checked.
    if (status === 404 && path.includes(':token')) continue
    expect([path, body], path).toEqual([path, 'bare'])
    mayLeaveOut.push(path)
  }
  expect(mayLeaveOut).toEqual(['/authsignal/delete/passkey/:userId'])
})

test('the answer to a malformed address has the usual headers', async () => {
  for (const path of ['/%', '/%ff', `/cards/${'x'.repeat(400)}`]) {
    const answer = await product.request({ path, headers: person.headers })
    expect([404, 422], path).toContain(answer.status)
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.any(String),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
    })
  }
})

test('invalid JSON is refused with a sentence', async () => {
  // The last one has a byte that is no UTF-8.
  const login = Buffer.from('{"login":"\xff","password":"own secret"}', 'latin1')
  for (const payload of ['{', 'x', '[1,', '\u0000', login]) {
    const headers = { 'content-type': 'application/json' }
    const answer = await product.kernel.app.inject({ method: 'POST', url: '/api/sessions', payload, headers })
    expect([String(payload), answer.statusCode]).toEqual([String(payload), 422])
  }
})
