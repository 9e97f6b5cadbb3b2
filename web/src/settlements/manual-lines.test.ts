import { expect, test } from 'vitest'
import { emptyLine, sentLines, signedOf, typedSums } from './manual-lines.ts'
import { SettlementDraft } from './settlement-draft-rules.ts'

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

test('each wrong field of a line is found, and an empty line has none', () => {
  const wrong = (...lines: unknown[]) =>
    (SettlementDraft.shape.lines.safeParse(lines).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ])
  expect(wrong(emptyLine, line('1'))).toEqual([])
  expect(wrong(line('1'), line('x'), line('2', ''))).toEqual([
    ['1.amount', 'invalid_amount'],
    ['2.note', 'required'],
  ])
  expect(wrong(line('2', ' '))).toEqual([['0.note', 'required']])
  expect(wrong(line('', 'Campaign'))).toEqual([['0.amount', 'invalid_amount']])
})

test('lines are sent without spaces, and summed by sign', () => {
  const lines = [line('10'), emptyLine, line('-2.5', ' Fee '), line('0.01')]
  expect(sentLines(lines)).toEqual([line('10'), line('-2.5', 'Fee'), line('0.01')])
  expect(typedSums(lines)).toEqual({ added: '10.01', deducted: '2.50', total: '7.51' })
  expect(typedSums([emptyLine])).toEqual({ added: '0.00', deducted: '0.00', total: '0.00' })
})
