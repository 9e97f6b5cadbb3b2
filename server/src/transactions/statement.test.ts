import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesFor, paper, positionOf } from './statement-layout.ts'
import { placeText } from './document-text.ts'
import { dollars, heldLine, bookedLine, type LineTexts } from './statement-lines.ts'
import type { TransactionRecord } from './transactions.sql.ts'
import { rangesOf, runsOf, subsets, type Ranges, type Subset } from './statement-text.ts'

test('lines are placed down the pages, above the foot, and no page is empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (count) => {
      let last = { page: 1, top: 0 }
      for (let at = 0; at < count; at += 1) {
        const position = positionOf(at)
        if (position.page === last.page) expect(position.top).toBeGreaterThan(last.top)
        else expect(position.page).toBe(last.page + 1)
        expect(position.top + paper.lineHeight).toBeLessThan(paper.height - 48)
        last = position
      }
      expect(pagesFor(count)).toBe(last.page)
    }),
    { numRuns: 30 },
  )
  expect(pagesFor(0)).toBe(1)
})

const ranges: ReadonlyMap<Subset, Ranges> = new Map(
  subsets.map((name) => {
    const text = { latin: 'U+0000-00FF,U+2212', 'latin-ext': 'U+0100-02BA', cyrillic: 'U+0400-045F' }
    return [name, rangesOf(name in text ? text[name as keyof typeof text] : 'U+FFFE')]
  }),
)

test('each character is drawn with the subset of the font that has it', () => {
  expect(runsOf('Ñandú', ranges)).toEqual([{ subset: 'latin', text: 'Ñandú' }])
  expect(runsOf('Łódź − Кафе', ranges)).toEqual([
    { subset: 'latin-ext', text: 'Ł' },
    { subset: 'latin', text: 'ód' },
    { subset: 'latin-ext', text: 'ź' },
    { subset: 'latin', text: ' − ' },
    { subset: 'cyrillic', text: 'Кафе' },
  ])
})

test('a character that the font does not have is one sign, even of several code points', () => {
  expect(runsOf('A 👨‍👩‍👧 B', ranges)).toEqual([{ subset: 'latin', text: 'A ? B' }])
  expect(runsOf('e\u0301', ranges)).toEqual([{ subset: 'latin', text: 'é' }])
})

test('amounts have thousands separators and a typographic minus', () => {
  expect([0n, 5n, 123_456_789n, -524_90n].map(dollars)).toEqual([
    '$0.00',
    '$0.05',
    '$1,234,567.89',
    '−$524.90',
  ])
})

const texts: LineTexts = {
  text: (key, facts = {}) => [key, ...Object.values(facts)].join(' '),
  dayOf: (at) => at.toISOString().slice(0, 10),
  digitsOf: (id) => (id === 'card' ? '4821' : null),
  locationOf: (shop) => placeText('en', shop),
}
const row = {
  cardId: 'card',
  at: new Date('2026-11-20T15:00:00Z'),
  purpose: 'purchase',
  merchantName: 'Hotel Miramar',
  merchantCity: 'Cusco',
  merchantCountry: 'PER',
  originalAmount: '377.00',
  originalCurrency: 'PEN',
  originalRate: '3.7538',
  settledCents: -10_143n,
  heldCents: 0n,
  holdsUntil: null,
  loadGrossCents: null,
  reason: null,
} as unknown as TransactionRecord

test('a row shows the shop, the amount and the balance after it', () => {
  expect(bookedLine(row, 89_857n, texts)).toEqual({
    kind: 'row',
    day: '2026-11-20',
    title: 'Hotel Miramar',
    below: 'Cusco, Peru · statement.original PEN 377.00 3.7538',
    card: '4821',
    amount: '−$101.43',
    balance: '$898.57',
    isIn: false,
  })
  const load = {
    ...row,
    merchantName: null,
    purpose: 'load' as const,
    settledCents: 97_000n,
    loadGrossCents: 100_000n,
    loadFeeCents: 3_000n,
  }
  expect(bookedLine(load, 97_000n, texts)).toMatchObject({
    title: 'transactionExport.values.purpose.load',
    below: 'statement.loadOf $1,000.00 $30.00',
    amount: '+$970.00',
    isIn: true,
  })
  const fee = { ...row, purpose: 'fee' as const, reason: 'storage' }
  expect(bookedLine(fee, 0n, texts).title).toBe('statement.fee.other')
  expect(bookedLine({ ...fee, loadGrossCents: null, merchantName: 'Ripley' }, 0n, texts).below).toMatch(
    /^Ripley/,
  )
})

test('a held row shows its end and no balance', () => {
  const held = {
    ...row,
    settledCents: 0n,
    heldCents: 5_000n,
    holdsUntil: new Date('2026-11-27T15:00:00Z'),
  }
  expect(heldLine(held, texts)).toMatchObject({
    amount: '−$50.00',
    balance: '',
    below: expect.stringContaining('statement.heldUntil 2026-11-27'),
  })
})
