import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { functionsFile, schemaFile, schemaFunctions, schemaTypes } from './schema-types.ts'

const ownerUrl = inject('ownerUrl').replace(/\/cardamom$/, '/template_cardamom')

test.each([
  ['types', schemaFile, schemaTypes],
  ['functions', functionsFile, schemaFunctions],
] as const)('the %s of the schema are those of the migrated database', async (_name, file, textOf) => {
  const text = await textOf(ownerUrl)
  expect(text, 'run `node tools/schema-types.ts`').toBe(readFileSync(file, 'utf8'))
})

test('a text column whose check lists its values is a union of them', () => {
  const schema = readFileSync(schemaFile, 'utf8')
  expect(schema).toContain("form: 'virtual' | 'physical';")
  expect(schema).toContain('balance: Generated<bigint>;')
})
