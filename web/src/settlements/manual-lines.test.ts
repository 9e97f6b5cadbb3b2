import { expect, test } from 'vitest'
import { sentLines, signedOf, typedSums, withNewLine, wrongField } from './manual-lines.ts'

const emptyLine = { amount: '', note: '' }
const line = (amount: string, note = 'Campaign') => ({ amount, note })

test('a typed amount has either sign and is not 0', () => {
  expect([' 200 ', '-12.5', '−3', '0', '-0.00', 'x', '1.234', ''].map(signedOf)).toEqual([
    '200',
    '-12.5',
    '-3',
    null,
    null,
    null,
    null,
    null,
  ])
})

test('the first wrong field is found, and an empty line is none', () => {
  expect(wrongField([emptyLine, line('1')])).toBeNull()
  expect(wrongField([line('1'), line('x'), line('2', '')])).toEqual({ at: 1, field: 'amount' })
  expect(wrongField([line('1'), line('2', ' ')])).toEqual({ at: 1, field: 'note' })
  expect(wrongField([line('', 'Campaign')])).toEqual({ at: 0, field: 'amount' })
})

test('lines are sent without spaces, and summed by sign', () => {
  const lines = [line('10'), emptyLine, line('-2.5', ' Fee '), line('0.01')]
  expect(sentLines(lines)).toEqual([line('10'), line('-2.5', 'Fee'), line('0.01')])
  expect(typedSums(lines)).toEqual({ added: '10.01', deducted: '2.50', total: '7.51' })
  expect(typedSums([emptyLine])).toEqual({ added: '0.00', deducted: '0.00', total: '0.00' })
})

test('a new line has a key that no other line has', () => {
  const [first, second] = withNewLine(withNewLine([]))
  expect(withNewLine(second ? [second] : []).map(({ key }) => key)).toEqual([2, 3])
  expect(first).toEqual({ key: 1, ...emptyLine })
})
