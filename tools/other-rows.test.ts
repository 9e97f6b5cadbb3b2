import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fewRows, notYetDeclared, rowsWithoutPages, type ApiDescription } from './other-rows.ts'

const file = join(import.meta.dirname, '../docs/api.json')

test('a call that answers rows is a declared list, or is named with its reason', () => {
  const description = JSON.parse(readFileSync(file, 'utf8')) as ApiDescription
  expect(Object.keys(description.paths).length).toBeGreaterThan(200)
  const named = [...Object.keys(fewRows), ...notYetDeclared]
  expect(rowsWithoutPages(description).toSorted()).toEqual(named.toSorted())
})

test('planted rows without pages are found, also behind a reference', () => {
  const rows = { type: 'array', items: { type: 'object' } }
  const answer = (data: object) => ({
    get: {
      responses: { 200: { content: { 'application/json': { schema: { properties: { data } } } } } },
    },
  })
  const planted = {
    paths: {
      '/rows': answer(rows),
      '/items': answer({ properties: { items: rows } }),
      '/named': answer({ $ref: '#/components/schemas/Named' }),
      '/pages': answer({ properties: { items: rows, nextCursor: { type: 'string' } } }),
      '/words': answer({ properties: { items: { type: 'array', items: { type: 'string' } } } }),
      '/parts': answer({ properties: { legs: rows } }),
    },
    components: { schemas: { Named: { properties: { items: rows } } } },
  } as unknown as ApiDescription
  expect(rowsWithoutPages(planted)).toEqual(['/rows', '/items', '/named'])
})
