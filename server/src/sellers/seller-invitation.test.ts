import { NewSellerCode } from '@cardamom/contract/sellers/seller-codes'
import { expect, test } from 'vitest'
import { codeFrom, sellerInvitationState } from './seller-invitation.ts'

const now = new Date('2026-11-20T15:00:00Z')
const open = { acceptedAt: null, revokedAt: null, expiresAt: new Date(now.getTime() + 1) }

test('an invitation is open until its time is over, it is accepted or it is revoked', () => {
  expect(sellerInvitationState(open, now)).toBe('invited')
  expect(sellerInvitationState({ ...open, expiresAt: now }, now)).toBe('expired')
  expect(sellerInvitationState({ ...open, revokedAt: now }, now)).toBe('revoked')
  expect(sellerInvitationState({ ...open, expiresAt: now, acceptedAt: now }, now)).toBe('accepted')
})

test('the first code has letters of the first name, and is always a code', () => {
  expect(codeFrom('Eva', 42)).toBe('EVA000042')
  expect(codeFrom('José María', 1_234_567)).toBe('JOSEMARI234567')
  for (const name of ['', 'Ω', '李', 'Å'])
    expect(NewSellerCode.safeParse(codeFrom(name, 7)).success).toBe(true)
})
