import { expect, test } from 'vitest'
import { ApiError } from '../kernel/api-error.ts'
import {
  draftProblem,
  emptyLine,
  sentLines,
  settlementIdOf,
  signedOf,
  typedSums,
} from './settlement-draft.ts'
import { typedSettlement } from './settlement-draft-rules.ts'

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
    (typedSettlement('Like -12.50').shape.lines.safeParse(lines).error?.issues ?? []).map(
      ({ path, message }) => [path.join('.'), message],
    )
  expect(wrong(emptyLine, line('1'))).toEqual([])
  expect(wrong(line('1'), line('x'), line('2', ''))).toEqual([
    ['1.amount', 'Like -12.50'],
    ['2.note', 'required'],
  ])
  expect(wrong(line('2', ' '))).toEqual([['0.note', 'required']])
  expect(wrong(line('', 'Campaign'))).toEqual([['0.amount', 'Like -12.50']])
})

test('lines are sent without spaces, and summed by sign', () => {
  const lines = [line('10'), emptyLine, line('-2.5', ' Fee '), line('0.01')]
  expect(sentLines(lines)).toEqual([line('10'), line('-2.5', 'Fee'), line('0.01')])
  expect(typedSums(lines)).toEqual({ added: '10.01', deducted: '2.50', total: '7.51' })
  expect(typedSums([emptyLine])).toEqual({ added: '0.00', deducted: '0.00', total: '0.00' })
})

const texts = { text: 'The sum is too large.', wrongDay: 'That day has no run.' }
const refusal = (of: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ status: 422, code: 'validation', message: '', ...of })

test('only an error of the day is shown at the day', () => {
  const ofDay = draftProblem(refusal({ errors: { day: ['Not valid'] } }), texts)
  expect(ofDay).toEqual({ field: 'day', text: texts.wrongDay })
  const ofSum = draftProblem(refusal({ errors: { added: ['Too much'] } }), texts)
  expect(ofSum).toEqual({ field: null, text: texts.text })
})

test('a settlement that exists is named, and a wallet that is missing is shown at its holder', () => {
  const exists = refusal({ status: 409, code: 'settlement_exists', data: { settlementId: 's1' } })
  expect(draftProblem(exists, texts)).toEqual({ field: null, text: texts.text })
  expect([exists, refusal({}), null].map(settlementIdOf)).toEqual(['s1', null, null])
  const missing = refusal({ status: 404, code: 'wallet_not_found' })
  expect(draftProblem(missing, texts).field).toBe('ownerId')
})
