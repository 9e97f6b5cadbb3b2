import { csvCell } from '@cardamom/contract/csv-cell'
import { formatCents } from '@cardamom/contract/money'
import { expect, test } from 'vitest'
import { CsvBytes } from './csv-bytes.ts'

const file = new CsvBytes()
const written = (
  write: (into: CsvBytes, source: Buffer, start: number, end: number) => void,
  text: string,
) => {
  // The value is in the middle of others.
  const source = Buffer.from(`=x,${text}"y`)
  write(file, source, 3, 3 + Buffer.byteLength(text))
  return file.flush().toString()
}

/** Parts of texts that a spreadsheet may read in another way; each is combined with each. */
const parts = [
  '',
  'a',
  'Z9',
  ' ',
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  ',',
  ';',
  '|',
  '\t',
  '\r',
  '\n',
  '\r\n',
  `'`,
  'é',
  'Ñ',
  '×',
  'ɿ',
  'ʀ',
  'Ж',
  '漢',
  '😀',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\u202e',
  '-12.50',
  '0',
]

test('a text is the same cell as bytes and as a text', () => {
  const texts = parts.flatMap((first) =>
    parts.flatMap((second) => parts.map((third) => first + second + third)),
  )
  const others = texts.filter(
    (text) => written((into, ...value) => into.text(...value), text) !== csvCell(text),
  )
  expect(others).toEqual([])
})

test.each([
  '0',
  '1',
  '-1',
  '9',
  '10',
  '-10',
  '99',
  '100',
  '-100',
  '12345',
  '-9223372036854775808',
  '9223372036854775807',
])('%s cents are written as dollars', (cents) => {
  expect(written((into, ...value) => into.cents(...value), cents)).toBe(formatCents(BigInt(cents)))
})

test.each([
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05.6', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02 03:04:05.123456', '2026-01-02T03:04:05.123Z'],
])('the instant %s has milliseconds', (stored, shown) => {
  expect(written((into, ...value) => into.instant(...value), stored)).toBe(shown)
})

test('lines follow each other, however long they are', () => {
  const long = Buffer.from('long '.repeat(20_000))
  const lines: string[] = []
  for (let piece = 0; piece < 3; piece += 1) {
    file.text(long, 0, long.length)
    file.write(Buffer.from('\r\n'))
    lines.push(file.flush().toString())
  }
  expect(lines).toEqual(Array.from({ length: 3 }, () => `${long.toString()}\r\n`))
  expect(file.flush()).toHaveLength(0)
})
