import { catalogues } from '@cardamom/contract/messages/catalogues'
import { expect, test } from 'vitest'
import { ApiError } from '../../kernel/api.ts'
import type { Text } from '../../kernel/i18n.tsx'
import { translatorOf } from '../../kernel/translator.ts'
import { problemWithLimit } from './limit-problem.ts'

const t = translatorOf({
  locale: 'en',
  messages: catalogues.en.moneyForms,
}) as unknown as Text<'moneyForms'>
const problemOf = problemWithLimit({ invalid_amount: 'amount' }, t)
const refusal = (data?: object) =>
  new ApiError({ status: 409, code: 'invalid_amount', message: 'Invalid amount', ...(data ? { data } : {}) })
const limits = { amount: '700.00', minimum: '50.00', maximum: '500.00', leftToday: '120.00' }

test.each([
  ['below_minimum', 'Invalid amount. $700.00 is below the minimum of $50.00. Left today: $120.00.'],
  ['over_maximum', 'Invalid amount. $700.00 is above the maximum of $500.00. Left today: $120.00.'],
  ['over_daily', 'Invalid amount. $700.00 is above what today’s limit leaves: $120.00.'],
])('a withdrawal that is %s says the limit and what is left today', (why, text) => {
  expect(problemOf(refusal({ why, ...limits }))).toEqual({ field: 'amount', text })
})

test('an amount that no limit refuses has the sentence alone', () => {
  expect(problemOf(refusal())).toEqual({ field: 'amount', text: 'Invalid amount' })
})
