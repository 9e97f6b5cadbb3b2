import type { SessionUser } from '@cardamom/contract/access'
import { walletSourceKinds } from '@cardamom/contract/wallets/wallet-lines'
import { expect, test } from 'vitest'
import { recordPageOf } from './record-pages.ts'

type Reader = Pick<SessionUser, 'role_id'>
const pagesOf = (user: Reader | null, tags: readonly string[]) =>
  Object.fromEntries(
    walletSourceKinds.flatMap((kind) => {
      const page = recordPageOf({ kind, user, can: (tag) => tags.includes(tag) })
      return page === null ? [] : [[kind, page]]
    }),
  )

test('people open the transfers, adjustments, settlements and withdrawals of their own wallets, and no load of a client', () => {
  const own = {
    transfer: '/wallet/transfers',
    adjustment: '/wallet/adjustments',
    settlement: '/wallet/settlements',
    withdrawal: '/withdrawals',
  }
  for (const role of [2, 7, 8]) expect(pagesOf({ role_id: role }, [])).toEqual(own)
})

test('an administrator opens the records whose tags they have', () => {
  expect(pagesOf({ role_id: 5 }, [])).toEqual({})
  expect(pagesOf({ role_id: 5 }, ['withdrawals.view', 'transfers.view'])).toEqual({
    transfer: '/admin/transfers',
    wallet_load: '/admin/transfers',
    withdrawal: '/admin/withdrawals',
  })
})
