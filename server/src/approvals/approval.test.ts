import { expect, test } from 'vitest'
import {
  approvalRefusal,
  rejectionRefusal,
  selfCheckWaitMs,
  versionOf,
  withdrawalRefusal,
} from './approval.ts'

const now = new Date('2026-03-02T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const row = {
  status: 'requested',
  checkerTag: 'treasury.move',
  kind: 'recordTreasuryOperation',
  path: ['norte'],
  makerId: 'maker',
  expiresAt: at(1),
  selfCheckFrom: at(0),
} as const
const person = (userId: string, more: object = {}) => ({
  userId,
  companyId: 'norte',
  scope: { kind: 'companies', companyIds: ['norte'] } as const,
  may: () => true,
  impersonatorId: null,
  ...more,
})
const alone = { now, isAlone: true }

test('a maker who is alone waits until the stored time, in production for a day', () => {
  expect(selfCheckWaitMs).toEqual({ sandbox: 0, production: 86_400_000 })
  expect(approvalRefusal({ ...row, selfCheckFrom: at(0.001) }, person('maker'), alone)).toBe(
    'self_check_waits',
  )
  expect(approvalRefusal(row, person('maker'), alone)).toBe(null)
  expect(approvalRefusal(row, person('maker'), { now, isAlone: false })).toBe('own_request')
  expect(approvalRefusal({ ...row, selfCheckFrom: null }, person('maker'), alone)).toBe('own_request')
  expect(approvalRefusal(row, person('maker', { may: () => false }), alone)).toBe('permission_denied')
})

test('nobody decides while they act for somebody else, and nobody after the end', () => {
  const asOther = person('checker', { impersonatorId: 'admin' })
  expect(rejectionRefusal(row, asOther, now)).toBe('permission_denied')
  expect(withdrawalRefusal(row, person('maker', { impersonatorId: 'admin' }), now)).toBe('permission_denied')
  expect(rejectionRefusal({ ...row, expiresAt: now }, person('checker'), now)).toBe('approval_expired')
  expect(rejectionRefusal({ ...row, status: 'approved' }, person('checker'), now)).toBe('approval_decided')
  expect(withdrawalRefusal({ ...row, status: 'expired' }, person('maker'), now)).toBe('approval_expired')
  expect(withdrawalRefusal(row, person('checker'), now)).toBe('permission_denied')
})

test('the version changes with the object and with what is shown of it', () => {
  const changes = [{ name: 'amount', before: null, after: '5.00' }] as const
  const first = versionOf({ version: 1, changes })
  expect(versionOf({ version: 1, changes })).toBe(first)
  expect(versionOf({ version: 2, changes })).not.toBe(first)
  expect(versionOf({ version: 1, changes: [{ ...changes[0], before: '1.00' }] })).not.toBe(first)
})
