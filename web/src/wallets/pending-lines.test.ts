import { expect, test } from 'vitest'
import { pendingLines, type PendingGroup } from './pending-lines.ts'

const part: PendingGroup['parts'][number] = {
  wallet: 'regular',
  runAt: '2026-11-24T16:00:00.000Z',
  reason: 'hold',
  amount: '7.50',
  count: 1,
  skipped: [],
  settlement: null,
  since: null,
}
const texts = {
  nameOf: (name: string) => name || 'Someone',
  walletOf: () => 'Regular wallet',
  reasonOf: () => 'After the hold',
}
const rest = ['Regular wallet', '2026-11-24T16:00:00.000Z', 'After the hold', '7.50']

test('the file has the words of the page for who has no name, as owner and as company', () => {
  const group = { id: 'one', name: '', amount: '7.50', parts: [part] }
  expect(pendingLines([group], { ...texts, isByOwner: false })).toEqual([['Someone', ...rest]])
  expect(pendingLines([{ ...group, companyName: '' }], { ...texts, isByOwner: true })).toEqual([
    ['Someone', 'Someone', ...rest],
  ])
  expect(
    pendingLines([{ ...group, name: 'Eva', companyName: 'Lima' }], { ...texts, isByOwner: true }),
  ).toEqual([['Eva', 'Lima', ...rest]])
})
