import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { schemaFile, schemaTypes } from './schema-types.ts'

test('the types of the schema are those of the migrated database', async () => {
  const ownerUrl = inject('ownerUrl').replace(/\/cardamom$/, '/template_cardamom')
  const text = await schemaTypes(ownerUrl)
  expect(text, 'run `node tools/schema-types.ts`').toBe(readFileSync(schemaFile, 'utf8'))
})

test('a text column whose check lists its values is a union of them', () => {
  const schema = readFileSync(schemaFile, 'utf8')
  expect(schema).toContain("form: 'virtual' | 'physical';")
  expect(schema).toContain('balance: Generated<bigint>;')
})
