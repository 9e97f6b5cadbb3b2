import { expect, test } from 'vitest'
import { ApiError } from '../kernel/api-error.ts'
import { draftProblem, settlementIdOf } from './draft-problem.ts'

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
