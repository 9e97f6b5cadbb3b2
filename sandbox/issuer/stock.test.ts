import { expect, test } from 'vitest'
import type { Desk } from './desk.ts'
import { freeNumber } from './stock.ts'
import type { EncryptedNumber } from './vault.ts'

const numberOf = (mark: string): EncryptedNumber => ({ encrypted: new Uint8Array(), mark, last4: '0000' })

test('a number that a card or a stock card has is not issued again', () => {
  const drawn = ['of a card', 'of a stock card', 'free'].map(numberOf)
  const desk = {
    vault: { issue: () => drawn.shift() ?? numberOf('none left') },
    db: { one: (_text: string, mark: string) => (mark === 'free' ? undefined : { 1: 1n }) },
  }
  expect(freeNumber(desk as unknown as Desk, '53129942').mark).toBe('free')
})
