import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KycAttemptStatus, KycDecision, KycSnapshot, KycVerdict } from '../providers/kyc/port.ts'
import { endOfTime, mergeSnapshot, newDecision } from './kyc-merge.ts'
import type { KnownAttempt } from './kyc-merge.ts'
import { kycTransitions } from './kyc-status.ts'
import type { KycStatus } from './kyc-status.ts'
import { statesOf } from '../kernel/states.ts'

const unread = {
  firstName: null,
  lastName: null,
  birthDate: null,
  documentType: null,
  documentNumber: null,
  country: null,
  validUntil: null,
}
const decided = (attemptId: string, verdict: KycVerdict): KycDecision => ({
  attemptId,
  verdict,
  reason: verdict === 'resubmission_requested' ? 'image_quality' : null,
  decidedAt: new Date('2026-11-20T17:40:00Z'),
  facts: unread,
  images: [],
})
const snapshot = (statuses: readonly KycAttemptStatus[], verdict?: KycVerdict): KycSnapshot => ({
  attempts: statuses.map((status, index) => ({ attemptId: `a${index + 1}`, status })),
  decision: verdict ? decided(`a${statuses.length}`, verdict) : null,
})

type Case = { status: KycStatus; used: number; known: readonly KnownAttempt[]; held: boolean }
const started: Case = { status: 'created', used: 0, known: [], held: false }
const after = (from: Case, ...read: readonly KycSnapshot[]): Case =>
  read.reduce((before, each) => {
    const merge = mergeSnapshot({ ...before, snapshot: each, findings: [] })
    const known = new Map([...before.known, ...merge.attempts].map((mine) => [mine.attemptId, mine]))
    return {
      status: merge.status,
      used: merge.used,
      known: [...known.values()],
      held: before.held || merge.holdsLoads,
    }
  }, from)

describe('a reading of the provider', () => {
  it('fills in what the lost webhooks would have said', () => {
    const merge = mergeSnapshot({ ...started, snapshot: snapshot(['approved'], 'approved'), findings: [] })
    expect(merge.steps.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['started', null],
      ['submitted', 1],
      ['positive', 1],
    ])
    expect(merge.used).toBe(1)
  })

  it('counts an attempt once, on submit', () => {
    expect(after(started, snapshot(['started'])).used).toBe(0)
    const submitted = after(started, snapshot(['submitted']))
    expect(submitted).toMatchObject({ status: 'submitted', used: 1 })
    expect(after(submitted, snapshot(['submitted']), snapshot(['approved'], 'approved')).used).toBe(1)
  })

  it('uses no attempt for a session that ran out', () => {
    expect(after(started, snapshot(['expired'], 'expired'))).toMatchObject({ status: 'expired', used: 0 })
    expect(after(started, snapshot(['abandoned'], 'abandoned'))).toMatchObject({
      status: 'abandoned',
      used: 0,
    })
  })

  it('ends an unfinished resubmission, although its attempt has a verdict', () => {
    const again = after(started, snapshot(['resubmission_requested'], 'resubmission_requested'))
    expect(again).toMatchObject({ status: 'resubmitted', used: 1 })
    expect(after(again, snapshot(['abandoned'], 'abandoned'))).toMatchObject({ status: 'abandoned', used: 1 })
    // The webhook of the request was lost too.
    const waits = after(started, snapshot(['submitted']))
    expect(after(waits, snapshot(['abandoned'], 'abandoned'))).toMatchObject({ status: 'abandoned', used: 1 })
  })

  it('waits for the facts of a verdict', () => {
    expect(after(started, snapshot(['approved']))).toMatchObject({ status: 'submitted', used: 1 })
    const older = {
      ...snapshot(['resubmission_requested', 'declined']),
      decision: decided('a1', 'resubmission_requested'),
    }
    expect(after(started, older)).toMatchObject({ status: 'submitted', used: 2 })
  })

  it('includes a decision that is newer than the list of attempts', () => {
    const newer = { ...snapshot(['submitted']), decision: decided('a2', 'declined') }
    expect(after(started, newer)).toMatchObject({ status: 'declined', used: 2 })
  })

  it('sends an approval to review when one of our guards fails', () => {
    const about = { ...started, snapshot: snapshot(['approved'], 'approved') }
    const merge = mergeSnapshot({ ...about, findings: ['names_differ', 'screening_hit'] })
    expect(merge.status).toBe('needs_review')
    expect(merge.steps.at(-1)?.reason).toBe('names_differ')
    // The same reading again changes nothing: a person decides.
    const known = { status: merge.status, used: merge.used, known: merge.attempts, held: false }
    expect(after(known, about.snapshot, snapshot(['declined'], 'declined')).status).toBe('needs_review')
  })

  it('follows a review at the provider to its end', () => {
    const review = after(started, snapshot(['review'], 'review'))
    expect(review.status).toBe('needs_review')
    expect(after(review, snapshot(['approved'], 'approved')).status).toBe('positive')
    expect(after(review, snapshot(['declined'], 'declined')).status).toBe('declined')
  })

  it('holds loads once when an approval is withdrawn', () => {
    const positive = after(started, snapshot(['approved'], 'approved'))
    const back = after(positive, snapshot(['declined'], 'declined'))
    expect(back).toMatchObject({ status: 'needs_review', held: true, used: 1 })
    expect(after(back, snapshot(['declined'], 'declined'), snapshot(['approved'], 'approved'))).toEqual(back)
  })

  it('never overwrites an admin or a reset', () => {
    for (const status of ['admin_approved', 'admin_rejected', 'reset'] as const) {
      for (const verdict of [
        'approved',
        'declined',
        'resubmission_requested',
        'review',
        'expired',
      ] as const) {
        const merge = mergeSnapshot({
          ...started,
          status,
          snapshot: snapshot([verdict], verdict),
          findings: [],
        })
        expect(merge).toMatchObject({ status, used: 0, steps: [] })
      }
    }
  })

  it('recognises a decision that is merged already', () => {
    const read = snapshot(['approved'], 'approved')
    expect(newDecision(read, [])?.verdict).toBe('approved')
    expect(newDecision(read, [{ attemptId: 'a1', isDecided: true }])).toBeNull()
  })
})

/** Every possible reading of a session: attempts that end in a resubmission request, then a last attempt. */
const wayThrough = fc
  .record({
    requests: fc.integer({ min: 0, max: 3 }),
    end: fc.constantFrom<KycVerdict>('approved', 'declined', 'review', 'abandoned', 'resubmission_requested'),
  })
  .map(({ requests, end }) => {
    const way: KycSnapshot[] = [snapshot(['created'])]
    const earlier: KycAttemptStatus[] = []
    for (let attempt = 0; attempt <= requests; attempt += 1) {
      const last = attempt === 0 ? null : decided(`a${attempt}`, 'resubmission_requested')
      for (const status of ['started', 'submitted'] as const) {
        if (end === 'abandoned' && attempt === requests && status === 'submitted') continue
        way.push({ ...snapshot([...earlier, status]), decision: last })
      }
      const verdict = attempt === requests ? end : 'resubmission_requested'
      way.push(snapshot([...earlier, verdict], verdict))
      earlier.push('resubmission_requested')
    }
    return way
  })

describe('readings in any order', () => {
  it('lead to the same status and the same number of attempts when they are lost, repeated and shuffled', () => {
    const shuffled = wayThrough.chain((way) =>
      fc.tuple(fc.constant(way), fc.array(fc.constantFrom(...way), { maxLength: 30 })),
    )
    fc.assert(
      fc.property(shuffled, fc.nat(), ([way, some], index) => {
        const last = way.at(-1)!
        const at = index % (some.length + 1)
        const inOrder = after(started, ...way)
        const anyhow = after(started, ...some.slice(0, at), last, ...some.slice(at))
        expect({ status: anyhow.status, used: anyhow.used }).toEqual({
          status: inOrder.status,
          used: inOrder.used,
        })
      }),
      { numRuns: 500 },
    )
  })
})

describe('the end of a session’s validity', () => {
  it('tells a session that was never started from one that was left, and changes nothing after a submission', () => {
    const ends = statesOf(kycTransitions).map((status) => [status, endOfTime(status)] as const)
    expect(ends.filter(([, end]) => end !== null)).toEqual([
      ['created', 'provider.expired'],
      ['started', 'provider.abandoned'],
      ['resubmitted', 'provider.abandoned'],
    ])
  })
})
