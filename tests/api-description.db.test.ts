import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { en } from './support/catalogue.ts'
import { createTestProduct, type TestProduct } from './support/test-product.ts'

/** `docs/api.json` describes the mounted API. After an intended change: `UPDATE_DOCS=1 npm test database`. */
const file = join(import.meta.dirname, '../docs/api.json')
let product: TestProduct

type Description = { paths: Record<string, Record<string, { operationId: string; requestBody?: unknown }>> }

type Operation = {
  parameters: ({ name: string } | { $ref: string })[]
  responses: Record<string, { content?: object; headers?: object }>
}

beforeAll(async () => {
  product = await createTestProduct({
    SANDBOX_SERVICES: JSON.stringify({
      chain: { baseUrl: 'http://127.0.0.1:9', controlUrl: 'http://127.0.0.1:9', controlToken: 'x' },
    }),
  })
})
afterAll(() => product.stop())

const read = async () => (await product.request({ path: '/openapi.json' })).body as Description

test('the written description is the mounted API', async () => {
  const described = `${JSON.stringify(await read(), null, 1)}\n`
  if (process.env['UPDATE_DOCS']) writeFileSync(file, described)
  expect(readFileSync(file, 'utf8') === described, 'docs/api.json is out of date: UPDATE_DOCS=1').toBe(true)
})

test('each call has a name of its own', async () => {
  const operations = Object.values((await read()).paths).flatMap((path) => Object.values(path))
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBe(product.calls.length)
})

test('every refusal that a call declares has its text', () => {
  const missing = product.calls.flatMap(({ path, refusals }) =>
    Object.keys(refusals)
      .filter((code) => !Object.hasOwn(en.refusals, code))
      .map((code) => `${path}: ${code}`),
  )
  expect(missing).toEqual([])
})

test('every call that changes something declares its permission, and money calls need a key', () => {
  const open = product.calls.filter(
    ({ method, who, path }) => method !== 'GET' && who === 'public' && !path.startsWith('/sandbox'),
  )
  expect(open.map(({ path }) => path).sort()).toMatchInlineSnapshot(`
    [
      "/card-freezes",
      "/card-freezes/:token",
      "/email-change-links/:token/cancellation",
      "/email-verifications",
      "/email-verifications/:token",
      "/email-verifications/:token/renewal",
      "/factor-recoveries",
      "/factor-recoveries/:token/cancellation",
      "/factor-recoveries/:token/completion",
      "/factor-recoveries/:token/selfie",
      "/magic-links",
      "/recoveries",
      "/recoveries/:token",
      "/recoveries/:token/renewal",
      "/registrations",
      "/seller-invitations/opened",
      "/sessions",
      "/sessions/factor",
      "/sessions/otp",
      "/sessions/passkey",
    ]
  `)
  const money = product.calls.filter(({ effect, path }) => effect === 'money' || path === '/loads')
  expect(money.filter(({ method, idempotent }) => method === 'POST' && !idempotent)).toEqual([])
})

test('the page for people lists every call', async () => {
  const page = await product.request({ path: '/docs' })
  for (const { path } of product.calls) expect(page.body).toContain(`/api${path}`)
})

test('files and streams have their own media types, confirmed calls their header', async () => {
  const { paths } = (await read()) as unknown as { paths: Record<string, Record<string, Operation>> }
  const typesOf = (path: string) => Object.keys(paths[path]?.['get']?.responses['200']?.content ?? {})
  expect(typesOf('/api/events')).toEqual(['text/event-stream'])
  expect(typesOf('/api/transactions/export')).toEqual(['text/csv'])
  expect(typesOf('/api/transactions/statement')).toEqual(['application/pdf'])
  expect(typesOf('/api/downloads/{token}')).toEqual(['text/csv', 'application/pdf', 'application/x-ndjson'])
  for (const { method, path, stepUp, idempotent, headers = [], who } of product.calls) {
    const described = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    const shared = described?.parameters.flatMap((each) =>
      '$ref' in each ? [each.$ref.split('/').at(-1)] : [],
    )
    expect(shared).toEqual([
      ...(idempotent ? ['IdempotencyKey'] : []),
      ...(stepUp ? ['StepUp'] : []),
      ...headers.map((name) => ({ 'If-Match': 'IfMatch', 'Last-Event-ID': 'LastEventId' })[name]),
      'Lang',
    ])
    const [answer] = Object.values(described?.responses ?? {})
    expect(Object.keys(answer?.headers ?? {})).toEqual(who === 'public' ? [] : ['session-token'])
  }
})

test('the description has no form from which openapi-generator makes a broken client', async () => {
  const described = JSON.stringify(await read())
  // A generated Python client refuses every answer that has this.
  expect(described).not.toMatch(/"const":(?:true|false)/)
  // The Python generator fails on this, and the TypeScript client does not compile.
  expect(described).not.toContain('"data":{"type":"null"}')
  const withoutData = product.calls.filter(({ output, streams }) => !streams && output.type === 'null')
  expect(described.match(/"data":\{"const":null\}/g)).toHaveLength(withoutData.length)
})

test('every call that a text of the description names exists', async () => {
  const described = await read()
  const named = [...JSON.stringify(described).matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`]+)`/g)]
  expect(named.length).toBeGreaterThan(0)
  for (const [, method = '', path = ''] of named) {
    expect([path, described.paths[path]?.[method.toLowerCase()]]).toEqual([path, expect.any(Object)])
  }
})

test('every reference of the description has a target', async () => {
  const described = await read()
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const leadsTo = (path: string) =>
    path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], described)
  expect(new Set(references).size).toBeGreaterThan(1)
  for (const path of new Set(references)) expect([path, leadsTo(path)]).toEqual([path, expect.any(Object)])
})
