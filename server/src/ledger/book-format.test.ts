import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOf } from './book-fields.ts'
import { lineSpecs } from './book-format.ts'
import { readBook } from './book-reader.ts'

const typeTexts: Readonly<Record<string, string>> = {
  uuid: 'id',
  text: 'text',
  char: 'letter',
  bool: 'flag',
  int4: 'integer',
  int8: 'number',
  bytea: 'hex',
  timestamptz: 'time',
  jsonb: 'JSON',
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/money.md'), 'utf8')
const section = page.slice(page.indexOf('## 10. Format of an exported book'))

test('docs/money.md has the fields of every line, in order', () => {
  const written = [...section.matchAll(/^\| `(\w+)` \| (`.*) \|/gm)].map(
    ([, name, fields]) => `${name}: ${fields}`,
  )
  const described = ([name, table]: [string, Parameters<typeof fieldsOf>[0]]) => {
    const fields = fieldsOf(table).map(({ name: field, type }) => {
      const word = typeTexts[type.replace('?', '')]
      return `\`${field}\` ${word}${type.endsWith('?') ? '?' : ''}`
    })
    return `${name}: ${fields.join(', ')}`
  }
  const lines = lineSpecs.map(({ line, table }) => described([line, table]))
  const parts = lineSpecs.flatMap((spec) => Object.entries(spec.parts).map(described))
  expect(written.map((row) => row.split(' | ')[0])).toEqual([...lines, ...parts])
})

test('the example in docs/money.md is a whole file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'example-'))
  const file = join(folder, 'book.jsonl')
  writeFileSync(file, /```json\n([^`]*)```/.exec(section)?.[1] ?? '')
  const lines: string[] = []
  for await (const { spec } of readBook(file)) lines.push(spec.line)
  rmSync(folder, { recursive: true })
  expect(lines.join(' ')).toBe('account account change change journal queued queued queued')
})
