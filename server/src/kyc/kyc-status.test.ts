import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { accepted, refused } from '../kernel/answer.ts'
import { isFinal, nextStatus, transitionsOf, statesOf } from '../kernel/states.ts'
import {
  applyProviderEvent,
  attemptsLeft,
  decideKycStart,
  decidesAttempt,
  isVerified,
  kycTransitions,
  usesAttempt,
} from './kyc-status.ts'
import type { KycAdminEvent, KycEvent, KycProviderEvent, KycStatus } from './kyc-status.ts'

/** The target of each event and its source states, written a second time by hand. */
const expected: readonly (readonly [KycEvent, readonly KycStatus[], KycStatus])[] = [
  ['session.created', ['declined', 'expired', 'abandoned', 'reset'], 'created'],
  ['provider.started', ['created', 'resubmitted'], 'started'],
  ['provider.submitted', ['created', 'started', 'resubmitted'], 'submitted'],
  ['provider.in_review', ['created', 'started', 'submitted', 'resubmitted'], 'needs_review'],
  ['provider.approved', ['created', 'started', 'submitted', 'resubmitted', 'needs_review'], 'positive'],
  ['provider.approved_with_doubt', ['created', 'started', 'submitted', 'resubmitted'], 'needs_review'],
  ['provider.declined', ['created', 'started', 'submitted', 'resubmitted', 'needs_review'], 'declined'],
  ['provider.declined', ['positive'], 'needs_review'],
  ['provider.resubmission_requested', ['created', 'started', 'submitted', 'needs_review'], 'resubmitted'],
  ['provider.expired', ['created', 'started', 'resubmitted'], 'expired'],
  ['provider.abandoned', ['created', 'started', 'resubmitted'], 'abandoned'],
  [
    'admin.approved',
    ['submitted', 'resubmitted', 'needs_review', 'declined', 'admin_rejected'],
    'admin_approved',
  ],
  [
    'admin.rejected',
    [
      'created',
      'started',
      'submitted',
      'resubmitted',
      'needs_review',
      'positive',
      'declined',
      'expired',
      'abandoned',
      'admin_approved',
    ],
    'admin_rejected',
  ],
  [
    'admin.reset',
    [
      'created',
      'started',
      'submitted',
      'resubmitted',
      'needs_review',
      'positive',
      'declined',
      'expired',
      'abandoned',
      'admin_approved',
      'admin_rejected',
    ],
    'reset',
  ],
]

const allEvents = [...new Set(transitionsOf(kycTransitions).map(({ event }) => event))]
const providerEvents = allEvents.filter((event): event is KycProviderEvent => event.startsWith('provider.'))

type ProviderEvent = { name: KycProviderEvent; sessionId: string; attemptId: string | null }
const told = (name: KycProviderEvent, attemptId: string | null = 'a1'): ProviderEvent => ({
  name,
  sessionId: 's1',
  attemptId,
})

/** Applies events as a caller does, and remembers which attempts have a verdict. */
const replay = (events: readonly ProviderEvent[], from: KycStatus = 'created') => {
  const decidedAttemptIds = new Set<string>()
  let status = from
  let holdsLoads = false
  for (const event of events) {
    const change = applyProviderEvent({ kycCase: { status, sessionId: 's1', decidedAttemptIds }, event })
    if (decidesAttempt(event.name) && event.attemptId !== null) decidedAttemptIds.add(event.attemptId)
    status = change?.status ?? status
    holdsLoads ||= change?.holdsLoads ?? false
  }
  return { status, holdsLoads }
}

const anyOrder = (events: readonly ProviderEvent[]) =>
  fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2, maxLength: events.length * 2 })

describe('the states of a KYC case', () => {
  it('has these transitions and no other', () => {
    for (const from of statesOf(kycTransitions)) {
      for (const event of allEvents) {
        const to = expected.find(([name, states]) => name === event && states.includes(from))?.[2] ?? null
        expect([from, event, nextStatus(kycTransitions, from, event)]).toEqual([from, event, to])
      }
    }
    expect(statesOf(kycTransitions)).toHaveLength(12)
    expect(statesOf(kycTransitions).filter((state) => isFinal(kycTransitions, state))).toEqual([])
  })

  it('verifies by the provider or by an admin', () => {
    expect(statesOf(kycTransitions).filter(isVerified)).toEqual(['positive', 'admin_approved'])
    expect(isVerified(null)).toBe(false)
  })
})

describe('provider events', () => {
  it('follow the usual paths', () => {
    expect(
      replay([told('provider.started'), told('provider.submitted'), told('provider.approved')]).status,
    ).toBe('positive')
    expect(
      replay([told('provider.submitted'), told('provider.in_review'), told('provider.approved')]).status,
    ).toBe('positive')
    expect(replay([told('provider.started'), told('provider.expired', null)]).status).toBe('expired')
    const again = [told('provider.resubmission_requested'), told('provider.started', 'a2')]
    expect(replay([told('provider.submitted'), ...again]).status).toBe('started')
  })

  it('put loads on hold when an approval is withdrawn', () => {
    const withdrawn = [told('provider.submitted'), told('provider.approved'), told('provider.declined')]
    expect(replay(withdrawn)).toEqual({ status: 'needs_review', holdsLoads: true })
    expect(replay([...withdrawn, ...withdrawn])).toEqual({ status: 'needs_review', holdsLoads: true })
  })

  it('leave a doubtful approval to an admin', () => {
    const doubted = [told('provider.submitted'), told('provider.approved_with_doubt')]
    expect(replay([...doubted, told('provider.approved'), told('provider.declined')])).toEqual({
      status: 'needs_review',
      holdsLoads: false,
    })
  })

  it('never overwrite an admin decision or a reset', () => {
    const decisions: KycAdminEvent[] = ['admin.approved', 'admin.rejected', 'admin.reset']
    const anyEvent = fc.tuple(fc.constantFrom(...providerEvents), fc.constantFrom('a1', 'a2', null))
    fc.assert(
      fc.property(fc.constantFrom(...decisions), fc.array(anyEvent), (decision, events) => {
        const decided = nextStatus(kycTransitions, 'submitted', decision) ?? 'submitted'
        expect(decided).not.toBe('submitted')
        const after = replay(
          events.map(([name, attemptId]) => told(name, attemptId)),
          decided,
        )
        expect(after).toEqual({ status: decided, holdsLoads: false })
      }),
    )
  })

  it('of another session change nothing', () => {
    const kycCase = { status: 'created', sessionId: 's2', decidedAttemptIds: new Set<string>() } as const
    for (const name of providerEvents) expect(applyProviderEvent({ kycCase, event: told(name) })).toBeNull()
  })

  const resubmitted = [
    told('provider.started'),
    told('provider.submitted'),
    told('provider.resubmission_requested'),
    told('provider.started', 'a2'),
    told('provider.submitted', 'a2'),
  ]
  test.each([
    [
      'approved',
      [told('provider.started'), told('provider.submitted'), told('provider.approved')],
      'positive',
    ],
    [
      'declined',
      [told('provider.started'), told('provider.submitted'), told('provider.declined')],
      'declined',
    ],
    ['approved the second time', [...resubmitted, told('provider.approved', 'a2')], 'positive'],
    ['declined the second time', [...resubmitted, told('provider.declined', 'a2')], 'declined'],
  ] as const)('%s: ends the same in any order, with each event twice', (_name, events, status) => {
    fc.assert(
      fc.property(anyOrder(events), (order) => {
        expect(replay(order)).toEqual({ status, holdsLoads: false })
      }),
      { numRuns: 300 },
    )
  })

  it('approved and declined in any order never leave a person verified', () => {
    const both = [told('provider.submitted'), told('provider.approved'), told('provider.declined')]
    fc.assert(fc.property(anyOrder(both), (order) => !isVerified(replay(order).status)))
  })
})

describe('attempts', () => {
  it('are used by submitted attempts, not by expired ones', () => {
    expect(providerEvents.filter(usesAttempt).toSorted()).toEqual([
      'provider.approved',
      'provider.approved_with_doubt',
      'provider.declined',
      'provider.in_review',
      'provider.resubmission_requested',
      'provider.submitted',
    ])
    expect(attemptsLeft({ limit: 3, used: 1 })).toBe(2)
    expect(attemptsLeft({ limit: 1, used: 3 })).toBe(0)
  })
})

describe('starting', () => {
  const ready = { left: 3, isActive: true, isEmailVerified: true, isAdult: true }
  const exhausted = { ...ready, left: 0 }

  test.each([
    [null, accepted('new_session'), refused('AT003')],
    ['reset', accepted('new_session'), refused('AT003')],
    ['expired', accepted('new_session'), refused('AT003')],
    ['abandoned', accepted('new_session'), refused('AT003')],
    ['declined', accepted('new_session'), refused('AT003')],
    ['created', accepted('same_session'), accepted('same_session')],
    ['started', accepted('same_session'), accepted('same_session')],
    ['resubmitted', accepted('same_session'), refused('AT003')],
    ['submitted', refused('REV001'), refused('REV001')],
    ['needs_review', refused('REV001'), refused('REV001')],
    ['admin_rejected', refused('RJT001'), refused('RJT001')],
    ['positive', accepted('already_verified'), accepted('already_verified')],
    ['admin_approved', accepted('already_verified'), accepted('already_verified')],
  ] as const)('from %s', (status, answer, withoutAttempts) => {
    expect(decideKycStart({ ...ready, status })).toEqual(answer)
    expect(decideKycStart({ ...exhausted, status })).toEqual(withoutAttempts)
    if (answer.accepted && answer.value === 'new_session' && status !== null) {
      expect(nextStatus(kycTransitions, status, 'session.created')).toBe('created')
    }
  })

  it('needs an active, confirmed, adult person', () => {
    expect(decideKycStart({ ...ready, status: null, isActive: false })).toEqual(
      refused('unauthorized_access'),
    )
    expect(decideKycStart({ ...ready, status: null, isEmailVerified: false })).toEqual(
      refused('email_not_verified'),
    )
    expect(decideKycStart({ ...ready, status: null, isAdult: false })).toEqual(
      refused('invalid_user_data', { field: 'birthDate' }),
    )
  })
})
