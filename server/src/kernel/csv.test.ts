import { expect, test } from 'vitest'
import { csvPieces, type CsvValue } from './csv.ts'

const fileOf = async (rows: readonly CsvValue[][]) => {
  const pages = async function* () {
    for (const row of rows) yield [row]
  }
  const columns = ['one', 'two'].map((name, at) => ({ name, cell: (row: CsvValue[]) => row[at] ?? null }))
  const pieces: string[] = []
  for await (const piece of csvPieces(pages(), { columns, texts: 'noise', text: (key) => key }))
    pieces.push(piece)
  return pieces.join('')
}

test('a file starts with a byte order mark and a header, and has a line for each row', async () => {
  const at = new Date('2026-11-24T23:00:00Z')
  expect(
    await fileOf([
      [at, null],
      ['=1', 3],
    ]),
  ).toBe("\uFEFFnoise.fields.one,noise.fields.two\r\n2026-11-24T23:00:00.000Z,\r\n'=1,3\r\n")
})

test('large amounts are exact, and negative ones are not formulas', async () => {
  const lines = (
    await fileOf([
      [-9_007_199_254_740_993_01n, 5n],
      [0n, -7n],
    ])
  ).split('\r\n')
  expect(lines.slice(1, 3)).toEqual(['-9007199254740993.01,0.05', '0.00,-0.07'])
})
