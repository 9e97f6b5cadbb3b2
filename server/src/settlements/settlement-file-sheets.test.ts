import { expect, test } from 'vitest'
import { createMessageOf } from '../kernel/text.ts'
import { shareItem } from './settlement-file-items.ts'
import { shareLineOf } from './settlement-file-sheets.ts'
import type { FiledShare } from './settlement-file.ts'

const messageOf = createMessageOf()
const share: FiledShare = {
  id: '01900000-0000-7000-8000-000000000001',
  source: 'load',
  ref: 'L-100',
  acceptedAt: new Date('2026-03-02T10:00:00Z'),
  dueAt: new Date('2026-03-04T10:00:00Z'),
  basis: { grossCents: 1_000_00n, rates: [7_500n, 5_000n], part: null, others: [] },
  earnedCents: 12_50n,
  settledCents: 10_00n,
}

test.each([
  ['en', '0.75 + 0.50% of $1,000.00 · $2.50 taken back before'],
  ['es', '0.75 + 0.50% de $1,000.00 · $2.50 retirados antes'],
] as const)('a share with an undone part says so in the PDF file, in %s', (lang, below) => {
  const text = (key: string, facts?: Readonly<Record<string, string>>) => messageOf(lang, key, facts)
  expect(shareLineOf(shareItem(share, text), { text, lang })).toMatchObject([{ below }])
})
