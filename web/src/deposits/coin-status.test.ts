import { catalogues } from '@cardamom/contract/messages/catalogues'
import { expect, test } from 'vitest'
import { coinMilestones, coinStatusText, coinTone } from './coin-status.ts'

const textsOf = (locale: 'en' | 'es'): Readonly<Record<string, string>> =>
  catalogues[locale].topUps.coin.status

test.each(['en', 'es'] as const)(
  'each state that a deposit by crypto can have has a name in %s',
  (locale) => {
    const textOf = coinStatusText(
      ((key: string) => textsOf(locale)[key.replace('coin.status.', '')]) as never,
    )
    for (const status of coinMilestones) {
      expect(textOf(status)).toBe(textsOf(locale)[status])
      expect(textOf(status)).toMatch(/^[A-Z]/)
    }
  },
)

test('a state that is over is quiet, and one that a person decides about is not', () => {
  expect(['refunded', 'expired', 'cancelled'].map(coinTone)).toEqual(['neutral', 'neutral', 'neutral'])
  expect(['review', 'topped_up', 'refunding'].map(coinTone)).toEqual(['warn', 'good', 'info'])
})

test('a state of a newer server is shown unchanged', () => {
  expect([coinStatusText(((key: string) => key) as never)('kept'), coinTone('kept')]).toEqual([
    'kept',
    'neutral',
  ])
})
