import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../../tests/support/test-product.ts'

/** The controls work for everybody on this machine, but not for foreign pages in the same browser. */
const nowhere = 'http://127.0.0.1:9'
let product: TestProduct
beforeAll(async () => {
  const mail = { baseUrl: nowhere, controlUrl: nowhere, controlToken: '' }
  product = await createTestProduct({ SANDBOX_SERVICES: JSON.stringify({ mail }) })
})
afterAll(() => product.stop())

const removeDemo = async (
  headers: Readonly<Record<string, string>>,
  payload?: string,
  url = '/api/sandbox/demo/remove',
) => {
  const answer = await product.kernel.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost:4000', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return answer.statusCode
}

test('a program and a page of the sandbox may use the controls', async () => {
  expect(await removeDemo({})).toBe(200)
  const own = { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }
  expect(await removeDemo(own)).toBe(200)
  expect(await removeDemo({ ...own, 'content-type': 'application/json' }, '{}')).toBe(200)
  const company = { host: 'andes.localhost:4000', origin: 'http://andes.localhost:4000' }
  expect(await removeDemo(company)).toBe(200)
})

test('a foreign page may not use the controls', async () => {
  expect(await removeDemo({ origin: 'https://evil.example' })).toBe(403)
  expect(await removeDemo({ origin: 'null' })).toBe(403)
  expect(await removeDemo({ origin: 'http://localhost:4030' })).toBe(403)
  expect(await removeDemo({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await removeDemo({ 'sec-fetch-site': 'same-site' })).toBe(403)
})

test('an escape in the path does not avoid the check', async () => {
  const foreign = { origin: 'https://evil.example' }
  for (const path of [
    '/api/%73andbox/demo/remove',
    '/%61pi/sandbox/demo/remove',
    '/api/sandbo%78/demo/remove',
  ])
    expect(await removeDemo(foreign, undefined, path)).toBe(403)
})

test('a foreign name that leads to this machine may not use the controls, though its page has the same origin', async () => {
  const rebound = {
    host: 'evil.example:4000',
    origin: 'http://evil.example:4000',
    'sec-fetch-site': 'same-origin',
  }
  expect(await removeDemo(rebound)).toBe(403)
})

test('the controls can be read under a host of the sandbox only', async () => {
  const statusAt = async (method: 'GET' | 'HEAD', path: string, host: string) =>
    (await product.kernel.app.inject({ method, url: `/api/sandbox${path}`, headers: { host } })).statusCode
  for (const path of ['', '/outages']) {
    for (const host of ['localhost:4000', 'andes.localhost:4000', '127.0.0.1:4000', '[::1]:4000'])
      expect(await statusAt('GET', path, host), host).toBe(200)
    for (const host of ['evil.example:4000', 'localhost.evil.example', '192.0.2.1:4000']) {
      expect(await statusAt('GET', path, host), host).toBe(403)
      expect(await statusAt('HEAD', path, host), host).toBe(403)
    }
  }
})

test('a body that a form can send is refused, because it is not JSON', async () => {
  expect(await removeDemo({ 'content-type': 'text/plain' }, '{}')).toBe(415)
  expect(await removeDemo({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')).toBe(415)
})
