import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportBook } from '../../server/src/ledger/book-export.ts'
import { readBook } from '../../server/src/ledger/book-reader.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { changeLineOf, hashed, type Line } from './book-lines.test-kit.ts'
import { postVariedBook } from './varied-book.test-kit.ts'

/** A book is read only as an export writes it: no two readers of a file may see different books. */
const folder = makeDataDir('strict-book')
const [file, changed] = [join(folder, 'book.jsonl'), join(folder, 'changed.jsonl')]
let source: TestLedger
let lines: string[]

beforeAll(async () => {
  source = await createTestLedger()
  await postVariedBook(source, signingKeyOf(randomBytes(32).toString('base64')))
  await exportBook(source.db, { file, at: source.clock.realNow() })
  lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
})
afterAll(async () => {
  await source.end()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string, text = '') =>
  lines.findIndex((line) => line.startsWith(`{"line":"${name}"`) && line.includes(text))
const changeLine = (index: number, change: (line: Line) => void) => changeLineOf(lines, index, change)

const read = async (text: string): Promise<number> => {
  writeFileSync(changed, text)
  let count = 0
  for await (const line of readBook(changed)) count += Math.sign(line.number)
  return count
}
const refused = (of: readonly string[], sentence: string, lineEnd = '\n') =>
  expect(read(of.map((line) => `${line}${lineEnd}`).join(''))).rejects.toThrow(sentence)
/** Refuses the file with this text in place of a line, also under a right hash. */
const refusedLine = (index: number, text: string, sentence = 'is not as an export writes it') => {
  expect(text).not.toBe(lines[index])
  const other = lines.with(index, text)
  return refused(index === lines.length - 1 ? other : hashed(other), `line ${index + 1}: it ${sentence}`)
}

test('the file that an export wrote is read', async () => {
  expect(await read(readFileSync(file, 'utf8'))).toBe(lines.length - 2)
})

test('a row with other fields than the format is refused, also under a right hash', async () => {
  const wrong: [string, (line: Line) => void, string][] = [
    [
      'journal',
      ({ legs }) => (legs[0]!['amount'] = '9223372036854775808'),
      'has a `amount` that is not a text with',
    ],
    ['journal', ({ legs }) => delete legs[0]!['hash'], 'has no `hash`, among its legs'],
    [
      'journal',
      (line) => (line['effectiveAt'] = '2026-02-30T00:00:00.000000Z'),
      'has a `effectiveAt` that is not',
    ],
    ['journal', (line) => (line['note'] = ''), 'has a field `note` that this format does not have'],
    ['account', (line) => (line['id'] = 'A'), 'has a `id` that is not an id in lower case'],
    ['account', (line) => (line['code'] = '\ud800'), 'has a `code` that is not a text'],
    ['account', (line) => (line['line'] = 'person'), 'is no line of this format'],
    ['block', (line) => (line['root'] = 'xy'), 'has a `root` that is not hex digits'],
    ...['[]', '{', 'null', '{"a":"\\u0000"}', '{"\\u0000":"a"}', '{"a":["\\ud800"]}'].map(
      (metadata): [string, (line: Line) => void, string] => [
        'journal',
        (line) => (line['details'] = [{ actor: null, reason: null, metadata }]),
        'has a `metadata` that is not a text with a JSON object',
      ],
    ),
  ]
  for (const [name, change, sentence] of wrong) {
    const index = at(name)
    await refused(hashed(changeLine(index, change)), `line ${index + 1}: it ${sentence}`)
  }
  const entry = at('entry')
  const reordered = lines.toSpliced(at('account'), 0, lines[entry] ?? '')
  await refused(hashed(reordered), 'it is a line `account` after lines `entry`')
})

const kinds = ['book', 'account', 'change', 'reference', 'journal', 'entry', 'block', 'queued', 'end']

test.each(kinds)('a line `%s` with a name twice is refused', async (kind) => {
  const index = at(kind)
  const line = lines[index] ?? ''
  await refusedLine(index, line.replace('{', '{"line":"journal",'))
  // The other value comes last, or first as in the right line.
  const pair = /,("\w+":(?:"[^"]*"|\d+|null|true|false))/.exec(line.slice(line.indexOf('"', 9)))?.[1] ?? ''
  expect(pair).not.toBe('')
  await refusedLine(index, line.replace(pair, `${pair},${pair}`))
})

test('a name twice within a leg or the counts is refused', async () => {
  const journal = lines[at('journal')] ?? ''
  await refusedLine(at('journal'), journal.replace('"legs":[{', '"legs":[{"accountId":"7",'))
  await refusedLine(at('journal'), journal.replace('"legs":[', '"legs":[],"legs":['))
  await refusedLine(0, (lines[0] ?? '').replace('"counts":{', '"counts":{"legs":7,'))
  await refusedLine(lines.length - 1, (lines.at(-1) ?? '').replace('"counts":{', '"counts":{"legs":7,'))
})

test.each(kinds)(
  'a line `%s` with spaces, escapes, another order or more fields is refused',
  async (kind) => {
    const index = at(kind)
    const line = lines[index] ?? ''
    for (const text of [` ${line}`, `${line} `, line.replace(':', ': '), line.replace(',', ',\t')])
      await refusedLine(index, text)
    await refusedLine(
      index,
      line.replace(`"${kind}"`, `"\\u00${kind.charCodeAt(0).toString(16)}${kind.slice(1)}"`),
    )
    const fields = Object.entries(JSON.parse(line) as Line)
    const turned = JSON.stringify(Object.fromEntries([...fields.slice(1), ...fields.slice(0, 1)]))
    const isRow = kind !== 'book' && kind !== 'end'
    await refusedLine(index, turned, isRow ? 'has its fields in another order' : undefined)
    const more = line.replace(/}$/, ',"note":""}')
    await refusedLine(index, more, isRow ? 'has a field `note` that this format does not have' : undefined)
  },
)

test('a file with other line ends is refused at its first line', async () => {
  await refused(hashed(lines, undefined, '\r\n'), 'line 1: it is not as an export writes it', '\r\n')
  await refused(lines.with(1, `${lines[1]}\r`), 'line 2: it is not as an export writes it')
  await refused(lines.with(0, `\uFEFF${lines[0]}`), 'line 1: it is incomplete or no JSON')
})

test('numbers in another form, and a text with an escaped letter, are refused', async () => {
  const change = lines[at('change')] ?? ''
  for (const number of ['1.0', '1e0', '10e-1'])
    await refusedLine(at('change'), change.replace('"number":1,', `"number":${number},`))
  const emoji = at('account', '🍋')
  await refusedLine(emoji, (lines[emoji] ?? '').replace('🍋', String.raw`\ud83c\udf4b`))
})

test('a header with another time is refused', async () => {
  for (const time of [null, 7, '2026-11-20', '2026-11-20T15:00:00Z'])
    await refused(
      hashed(changeLine(0, (line) => (line['at'] = time))),
      'line 1: it has an `at` that is not a time with milliseconds and a Z',
    )
})

const orders = {
  account: '`id`',
  change: '`accountId`, `number`',
  reference: '`accountId`, `ref`',
  journal: '`id`',
  entry: '`number`',
  block: '`height`',
}
test.each(Object.entries(orders))('lines `%s` are in the order of %s', async (kind, order) => {
  const first = at(kind)
  const [one, other] = [lines[first] ?? '', lines[first + 1] ?? '']
  const sentence = `line ${first + 2}: it does not follow the line before it: lines \`${kind}\` are in the order of ${order}`
  await refused(hashed(lines.with(first, other).with(first + 1, one)), sentence)
  await refused(hashed(lines.with(first + 1, one)), sentence)
})

const withParts = (name: string) =>
  lines.findIndex(
    (line) => line.startsWith('{"line":"journal"') && (JSON.parse(line)[name] as object[]).length > 1,
  )

test.each([
  ['legs', '`accountId`, `seq`'],
  ['walletLines', '`ownerId`, `wallet`, `seq`'],
])('%s of a journal are in the order of %s', async (name, order) => {
  const index = withParts(name)
  const sentence = `line ${index + 1}: it has ${name} that are not in the order of ${order}`
  await refused(hashed(changeLine(index, (line) => (line[name] as object[]).reverse())), sentence)
  const twice = (line: Line) => (line[name] = [(line[name] as object[])[0], (line[name] as object[])[0]])
  await refused(hashed(changeLine(index, twice)), sentence)
})

test('a journal has one detail at most', async () => {
  const detail = { actor: 'a', reason: null, metadata: null }
  const index = at('journal')
  await refused(
    hashed(changeLine(index, (line) => (line['details'] = [detail, detail]))),
    `line ${index + 1}: it has more than one row of \`details\``,
  )
})

test('numbers of 64 bits are compared as numbers', async () => {
  const index = withParts('legs')
  const numbered = (...seqs: string[]) => {
    const change = (line: Line) => (line.legs = seqs.map((seq) => ({ ...line.legs[0], seq })))
    return read(
      hashed(changeLine(index, change))
        .map((line) => `${line}\n`)
        .join(''),
    )
  }
  await expect(numbered('9', '10', '100')).rejects.toThrow('legs, and the file has')
  await expect(numbered('10', '9')).rejects.toThrow('not in the order of')
})

test('a line above 64 MiB is refused without being read', async () => {
  const long = `{"line":"account","note":"${'x'.repeat(1 << 26)}"}`
  await refused(lines.with(1, long), 'line 2: it is longer than 64 MiB')
})

/** What PostgreSQL makes of a JSON text; null: it refuses it. */
const storedText = async (text: string): Promise<string | null> => {
  try {
    const { rows } = await source.owner.query<{ text: string }>('select $1::jsonb::text as text', [text])
    return rows[0]?.text ?? null
  } catch {
    return null
  }
}
const isAccepted = async (metadata: string): Promise<boolean> => {
  const details = [{ actor: null, reason: null, metadata }]
  const index = at('journal', '"details":[]')
  const reading = read(
    hashed(changeLine(index, (line) => (line['details'] = details)))
      .map((line) => `${line}\n`)
      .join(''),
  )
  // The counts of the first line are those of the unchanged file.
  const sentence = await reading.then(String, (error: Error) => error.message)
  return !sentence.includes('has a `metadata`')
}

test.each([
  '{"a": 1, "a": 2}',
  '{"a":1}',
  '{"b": 1, "a": 2}',
  '{"bb": 1, "c": 2}',
  '{"a": 1e3}',
  '{"a": -0}',
  '{"a": -0.0}',
  '{"a": [1,2]}',
  '{"a": {"b": 1, "b": 1}}',
  String.raw`{"a": "\u0041"}`,
  String.raw`{"a": "\/"}`,
  '{"a": 1} ',
])('metadata is read as PostgreSQL writes it: not %s', async (metadata) => {
  expect(await storedText(metadata)).not.toBe(metadata)
  expect(await isAccepted(metadata)).toBe(false)
})

test('any metadata that PostgreSQL writes is read, and no other text of it', async () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('a', 'é', '🦊', '__proto__', '7'),
  )
  const number = fc.constantFrom('0', '1', '-7', '1.10', '12345678901234567890.5', '1e20', '0.1e-7', '-0.5')
  const numbered = fc.tuple(name, number).map(([key, text]) => `{${JSON.stringify(key)}: ${text}}`)
  const object = fc
    .dictionary(name, fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }), { maxKeys: 4 })
    .map((value) => JSON.stringify(value))
  await fc.assert(
    fc.asyncProperty(fc.oneof(object, numbered), async (text) => {
      const stored = await storedText(text)
      expect(await isAccepted(text)).toBe(stored === text)
      if (stored !== null) expect(await isAccepted(stored)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
