import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../tests/support/test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct({ RATE_LIMITS: 'on' })
})
afterAll(() => product.stop())

const pagesAMinute = 300
const statusOf = async (url: string, remoteAddress: string) =>
  (await product.kernel.app.inject({ method: 'GET', url, remoteAddress })).statusCode

test('documents that are no call share the limit of pages of their network', async () => {
  const documents = ['/api/docs', '/api/openapi.json', '/api/docs.css', '/device-check']
  const statuses = async (address: string) => Promise.all(documents.map((url) => statusOf(url, address)))
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 302])
  for (let count = documents.length; count < pagesAMinute; count += 1)
    await statusOf('/api/docs.css', '203.0.113.7')
  expect(await statuses('203.0.113.7')).toEqual([429, 429, 429, 429])
  expect(await statuses('203.0.113.8')).toEqual([200, 200, 200, 302])
})
