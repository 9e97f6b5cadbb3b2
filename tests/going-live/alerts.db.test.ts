import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'
import { root } from './operations-page.ts'

/** deploy/alerts.yaml names figures of `/metrics`, and every figure of the document that needs a person. */
const rules = readFileSync(join(root, 'deploy/alerts.yaml'), 'utf8')
const named = [...rules.matchAll(/^ +expr: (.+)$/gm)].flatMap(([, expression = '']) => [
  ...expression.replaceAll(/\{[^}]*\}/g, '').matchAll(/[a-z]+(?:_[a-z]+)+/g),
])
const alerted = new Set(named.map(([name]) => name))

let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct()
})
afterAll(() => product.stop())

test('every figure of a rule is a gauge of the product', async () => {
  const text = await product.metricsText()
  const gauges = new Set([...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name))
  expect(alerted.size).toBeGreaterThan(20)
  expect([...alerted].filter((name) => !gauges.has(name))).toEqual([])
})

test('every figure that needs a person has a rule', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, table = ''] = /^\| figure \| meaning \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? []
  const figures = [...table.matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => name)
  expect(figures.length).toBeGreaterThan(20)
  const hasRule = (name: string) => alerted.has(name) || alerted.has(`${name}_seconds`)
  expect(figures.filter((name) => !hasRule(name))).toEqual([])
})
