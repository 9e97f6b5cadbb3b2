import { messages as en } from '@cardamom/contract/messages/en/wallet-lines'
import { messages as es } from '@cardamom/contract/messages/es/wallet-lines'
import { createTranslator, type AbstractIntlMessages } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { Text } from '../../kernel/i18n.tsx'
import { formulaOf } from './share-formula.ts'

const texts: Record<'en' | 'es', AbstractIntlMessages> = { en, es }
const textOf = (locale: 'en' | 'es'): Text<'walletLines'> =>
  createTranslator({
    locale,
    messages: texts[locale],
    onError: (error) => {
      throw error
    },
  }) as unknown as Text<'walletLines'>

const basis = { gross: '333.33', rates: ['0.25'], level: '0.83', part: null, others: [] as string[] }
const whole = { basis, earned: '0.83', amount: '0.83' }
const part = { basis: { ...basis, part: '80.00' }, earned: '0.66', amount: '0.66' }
const rest = { basis: { ...basis, others: ['80.00'] }, earned: '0.17', amount: '0.17' }

test('a share says how it was computed', () => {
  const of = (share: Parameters<typeof formulaOf>[1]) => formulaOf(textOf('en'), share)
  expect(of(whole)).toBe('$333.33 × 0.25% = $0.83')
  expect(
    of({ basis: { ...basis, rates: ['0.75', '0.50'], level: '4.16' }, earned: '4.16', amount: '4.16' }),
  ).toBe('$333.33 × (0.75% + 0.50%) = $4.16')
  expect(of(part)).toBe('$333.33 × 0.25% = $0.83, and $0.83 × 80.00% = $0.66')
  expect(of(rest)).toBe('$333.33 × 0.25% = $0.83, less 80.00% of $0.83 = $0.17')
  expect(of({ ...whole, amount: '0.80' })).toBe('$333.33 × 0.25% = $0.83 · $0.03 of it reversed before')
  expect(of({ ...whole, basis: null })).toBe('The rates of this share were not recorded.')
})

test('and in Spanish', () => {
  const of = (share: Parameters<typeof formulaOf>[1]) => formulaOf(textOf('es'), share)
  expect(of(part)).toBe('$333.33 × 0.25% = $0.83, y $0.83 × 80.00% = $0.66')
  expect(of(rest)).toBe('$333.33 × 0.25% = $0.83, menos el 80.00% de $0.83 = $0.17')
  expect(of({ ...whole, amount: '0.80' })).toBe('$333.33 × 0.25% = $0.83 · $0.03 de eso revertido antes')
})
