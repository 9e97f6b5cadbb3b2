import { expect, test } from 'vitest'
import { textsOf } from './row-blocks.test-kit.ts'
import { createRowSplitter, type RowBlock } from './row-blocks.ts'

const message = (code: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, code)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const rowOf = (...values: (string | null)[]): Buffer => {
  const parts = values.map((value) => {
    const length = Buffer.alloc(4)
    const bytes = Buffer.from(value ?? '')
    length.writeInt32BE(value === null ? -1 : bytes.length)
    return Buffer.concat([length, bytes])
  })
  const columns = Buffer.alloc(2)
  columns.writeInt16BE(values.length)
  return message('D', Buffer.concat([columns, ...parts]))
}

const rows = [
  ['1', null, ''],
  ['2', 'Ñandú 😀', 'D'],
  [null, null, null],
  ['4', 'x'.repeat(300), '\0'],
]
const received = Buffer.concat([
  message('T', Buffer.from('names')),
  ...rows.slice(0, 2).map((row) => rowOf(...row)),
  message('N', Buffer.from('a notice')),
  ...rows.slice(2).map((row) => rowOf(...row)),
  message('C', Buffer.from('SELECT 4')),
  message('Z', Buffer.from('I')),
])

test.each([1, 2, 3, 7, 64, 10_000])('rows and other messages are divided in chunks of %i bytes', (size) => {
  const blocks: RowBlock[] = []
  const codes: string[] = []
  const split = createRowSplitter({
    block: (block) => {
      blocks.push(block)
      codes.push(...block.starts.map(() => 'D'))
    },
    driver: (messages) => codes.push(messages.toString('latin1', 0, 1)),
  })
  for (let at = 0; at < received.length; at += size) split(received.subarray(at, at + size))
  expect(textsOf(blocks)).toEqual(rows)
  expect(codes.join('')).toBe('TDDNDDCZ')
})
