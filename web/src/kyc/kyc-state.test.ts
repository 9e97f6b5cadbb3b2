import { kycReasons, kycStatuses } from '@cardamom/contract/kyc'
import { messages as en } from '@cardamom/contract/messages/en/kyc'
import { messages as es } from '@cardamom/contract/messages/es/kyc'
import { createTranslator, type AbstractIntlMessages } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import type { Text } from '../kernel/i18n.tsx'
import type { Kyc } from './kyc-start.ts'
import { downTexts, mainFinding, stateTexts, tipsOf } from './kyc-state.ts'

// The type is general, because the compiler needs a minute to compare the exact keys of these messages.
const texts: Record<'en' | 'es', AbstractIntlMessages> = { en, es }
const textOf = (locale: 'en' | 'es'): Text<'kyc'> =>
  createTranslator({
    locale,
    messages: texts[locale],
    onError: (error) => {
      throw error
    },
  }) as unknown as Text<'kyc'>

const blank: Kyc = {
  status: null,
  reason: null,
  code: null,
  nextAction: 'start',
  isVerified: false,
  isHeld: false,
  attempts: { limit: 3, used: 0, left: 3 },
  images: [],
  timeline: [],
  form: { firstName: 'Lucía', lastName: 'Ferrer', documentType: 'ID_CARD', country: 'PE' },
  sessionExpiresAt: null,
  reviewBy: null,
  flow: 'redirect',
}
const days = { until: 'Fri 27 Nov', reviewBy: 'Mon 23 Nov, 3:00 PM' }
const image = (side: 'front' | 'back' | 'face', ...findings: string[]) => ({
  side,
  accepted: findings.length === 0,
  findings,
})

describe.each(['en', 'es'] as const)('the texts of a state in %s', (locale) => {
  const t = textOf(locale)

  it('exist for every state, reason and code', () => {
    for (const status of [null, ...kycStatuses]) {
      for (const reason of [null, ...kycReasons]) {
        for (const code of [null, 'AT003', 'RJT001', 'REV001'] as const) {
          const texts = stateTexts(t, { ...blank, status, reason, code }, days)
          expect(texts.title).not.toBe('')
          expect(texts.body).not.toMatch(/[{}]|undefined/)
          expect(texts.pill === null).toBe(status === null)
        }
      }
    }
    expect(downTexts(t).code).toBe('FL001')
  })

  it('name every side and finding of a picture', () => {
    const findings = [
      'missing',
      'too_small',
      'blurred',
      'too_dark',
      'too_bright',
      'repeated',
      'expired',
      'new_word',
    ]
    const titles = findings.flatMap((finding) =>
      (['front', 'back', 'face'] as const).map((side) => {
        const kyc: Kyc = { ...blank, status: 'resubmitted', images: [image(side, finding)] }
        expect(tipsOf(t, kyc)).toHaveLength(1)
        return stateTexts(t, kyc, days).title
      }),
    )
    // An expired document is expired on both sides and says so once.
    expect(new Set(titles).size).toBe(22)
    expect(titles.join()).not.toMatch(/[{}]/)
  })
})

describe('a case under review', () => {
  const t = textOf('en')
  const kyc: Kyc = { ...blank, status: 'needs_review', code: 'REV001' }

  it('names the day of the decision, and says when that day has passed', () => {
    expect(stateTexts(t, kyc, days).body).toContain('We decide by Mon 23 Nov, 3:00 PM')
    expect(stateTexts(t, kyc, { ...days, reviewBy: null }).body).toContain('longer than')
  })
})

describe('a rejection', () => {
  const t = textOf('en')

  it('shows the reason of the provider', () => {
    const body = (reason: Kyc['reason']) => stateTexts(t, { ...blank, status: 'declined', reason }, days).body
    expect(body('document_tampered')).toMatch(/edited.*original/)
    expect(body('document_used')).toMatch(/another account.*Log in/)
  })
})

describe('the text about refused photos', () => {
  const t = textOf('en')

  it('names the side of the document, and says that the other photos are fine', () => {
    const images = [image('front'), image('back', 'blurred'), image('face')]
    const texts = stateTexts(t, { ...blank, status: 'resubmitted', images }, days)
    expect(texts.title).toBe('The back of your ID card is blurred')
    expect(texts.body).toBe('We couldn’t read the text. Your other photos are fine.')
  })

  it('counts the photos when there are several', () => {
    const images = [image('front', 'too_dark'), image('back'), image('face', 'blurred')]
    const kyc: Kyc = { ...blank, status: 'resubmitted', images }
    expect(stateTexts(t, kyc, days).title).toBe('We need 2 photos again')
    expect(stateTexts(t, kyc, days).body).toBe('Your other photos are fine.')
    expect(tipsOf(t, kyc)).toHaveLength(2)
  })

  it('is one sentence when the document has expired', () => {
    const images = [image('front', 'expired'), image('back', 'expired'), image('face')]
    expect(stateTexts(t, { ...blank, status: 'resubmitted', images }, days).title).toBe(
      'Your ID card has expired',
    )
  })

  it('uses the most important finding', () => {
    expect(mainFinding(['blurred', 'too_small'])).toBe('too_small')
    expect(mainFinding([])).toBe('other')
  })
})
