import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentParts } from './settlement-document.ts'

const read = (name: string) =>
  documentParts(readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8'))

test('a text has headings, paragraphs, lists, tables and code', () => {
  const text = [
    '# Title',
    'One line\nand another `x`.',
    '```sh\nnode a.mjs\n```',
    '- one\n  more\n- two',
    '1. first\n2. second',
    '| field | |\n|---|---|\n| `a` | the a |',
  ].join('\n\n')
  expect(documentParts(`${text}\n`)).toEqual([
    { kind: 'heading', text: 'Title' },
    { kind: 'paragraph', text: 'One line and another `x`.' },
    { kind: 'code', text: 'node a.mjs' },
    { kind: 'list', isNumbered: false, items: ['one more', 'two'] },
    { kind: 'list', isNumbered: true, items: ['first', 'second'] },
    { kind: 'table', head: ['field', ''], rows: [['`a`', 'the a']] },
  ])
})

test('the format in Spanish has the same parts, fields and values as in English', () => {
  const [english, spanish] = [read('settlement-file.md'), read('settlement-file.es.md')]
  const shape = (parts: typeof english) =>
    parts.map((part) =>
      part.kind === 'table'
        ? part.rows.map(([name = '']) => name.match(/`[^`]+`/g))
        : part.kind === 'list'
          ? part.items.length
          : part.kind,
    )
  expect(shape(spanish)).toEqual(shape(english))
})
