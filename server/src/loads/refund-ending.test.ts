import { expect, test } from 'vitest'
import { refundObstacle } from './refund-ending.ts'

type Step = 'approved' | 'sending' | 'unknown' | 'done' | 'failed'
const obstacle = (status: string, ...steps: Step[]) =>
  refundObstacle(
    { status },
    steps.map((step) => ({ step })),
  )

test('a refund is stopped only while nothing of it may still be paid', () => {
  expect(refundObstacle(null, [])).toBe('refund_not_queued')
  for (const status of ['requested', 'withdrawn', 'paid', 'failed'])
    expect(obstacle(status, 'approved')).toBe('refund_not_queued')
  // Its payments are not ordered yet, or wait; or an attempt of one is final and paid nothing.
  expect([obstacle('queued'), obstacle('queued', 'approved'), obstacle('sending', 'approved')]).toEqual([
    null,
    null,
    null,
  ])
  expect([obstacle('sending', 'done', 'failed'), obstacle('sending', 'done', 'approved')]).toEqual([
    null,
    null,
  ])
  for (const step of ['sending', 'unknown'] as const)
    expect([obstacle('sending', step), obstacle('sending', 'failed', step)]).toEqual([
      'refund_being_paid',
      'refund_being_paid',
    ])
  // In an earlier version a person sent it: nobody knows whether it is paid.
  expect(obstacle('sending')).toBe('refund_being_paid')
})
