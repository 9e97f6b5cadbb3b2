import { expect, test } from 'vitest'
import { parseRows } from './bulk-rows.ts'

const id = '01980000-0000-7000-8000-00000000000a'
const plain = (text: string) =>
  parseRows(text).map(({ line, card, email, amount, note, problem }) => [
    line,
    card,
    email,
    amount,
    note,
    problem?.code ?? null,
  ])

test('names of columns, a byte order mark, other line ends, quotes and empty lines are read', () => {
  const text = `\u{feff}card,email,amount,note\r\n${id},,25,"July, 1st"\r\n\r\n1234,ana@x.example,25.5,\r\n`
  expect(plain(text)).toEqual([
    [2, id, null, '25', 'July, 1st', null],
    [4, '1234', 'ana@x.example', '25.5', null, null],
  ])
})

test('semicolons and tabs separate cells too, and then a comma may be the decimal sign', () => {
  expect(plain(`tarjeta;correo;importe;nota\n12;a@x.example;25,50;Año 🎁`)).toEqual([
    [2, '0012', 'a@x.example', '25.50', 'Año 🎁', null],
  ])
  expect(plain(`${id}\t\t1,5`)[0]).toEqual([1, id, null, '1.5', null, null])
  expect(plain('amount,card\n7,' + id)).toEqual([[2, id, null, '7', null, null]])
})

test('what is wrong with a row is said with its line', () => {
  const wrong = [
    `${id},,1,250.00`,
    `${id}`,
    `'; --,a@x.example,5`,
    '1234,,5',
    `${id},,=1+1`,
    `${id},,0.1+0.2`,
    `${id},,1.234`,
    `${id},,0.00`,
    `${id},,-5`,
    `${id},,5,${'x'.repeat(201)}`,
  ]
  expect(wrong.map((text) => plain(text)[0]?.[5])).toEqual([
    null,
    'columns',
    'digits',
    'email',
    'amount',
    'amount',
    'amount',
    'amount',
    'amount',
    'note',
  ])
  expect(parseRows(`1234,A@x.example,5\n1234,a@X.example,6`)[1]?.problem).toEqual({
    code: 'duplicate',
    line: 1,
  })
})

test('a note over several lines counts each of them', () => {
  expect(plain(`${id},,5,"a\nb"\n1234,a@x.example,6`).map(([line, , , , , code]) => [line, code])).toEqual([
    [1, 'note'],
    [3, null],
  ])
})

test('ten thousand rows are read at once', () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, row) => `${String(row % 10_000).padStart(4, '0')},p${row}@x.example,1`,
  )
  expect(parseRows(rows.join('\n')).filter(({ problem }) => problem).length).toBe(0)
})
