import {
  approveKyc,
  getKycCase,
  listKycCases,
  listKycImages,
  rejectKyc,
  resetKyc,
} from '@cardamom/contract/kyc/kyc-cases'
import type { KycCaseDetail } from '@cardamom/contract/kyc/kyc-cases'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { startTestScreening } from '../providers/screening/screening.test-kit.ts'
import { startKycBench } from './kyc-bench.test-kit.ts'
import type { KycBench } from './kyc-bench.test-kit.ts'
import { readKyc } from './kyc-standing.ts'

let bench: KycBench
let admin: string
beforeAll(async () => {
  bench = await startKycBench()
  admin = await bench.person({ firstName: 'Admin', roleId: 1 })
})
afterEach(() => bench.provider.mend())
afterAll(() => bench.stop())

type Row = { id: string; status: string; attemptsUsed: number; isHeld: boolean }
const standingCase = (userId: string) =>
  bench.db.read(allTenants, (sql) =>
    sql.one<{ id: string; version: number }>('select id, version from kyc_case where user_id = $1', [userId]),
  )
const caseOf = async (userId: string): Promise<string> => (await standingCase(userId)).id
const decide = async (
  endpoint: typeof approveKyc | typeof rejectKyc | typeof resetKyc,
  userId: string,
  note = 'Seen on a call',
) => {
  const { id, version } = await standingCase(userId)
  return bench.call(admin, endpoint, { params: { id }, input: { note }, version })
}
const detail = async (userId: string) =>
  (await bench.call(admin, getKycCase, { params: { id: await caseOf(userId) } })).body.data as Omit<
    KycCaseDetail,
    'changedAt'
  >
const standing = (userId: string) => bench.db.read(allTenants, async (sql) => readKyc(sql, userId))
/** A check that the provider ends this way. */
const ended = async (firstName: string, status: string) => {
  const userId = await bench.person({ firstName })
  const session = await bench.startIt(userId, { firstName })
  await bench.provider.submit(session)
  await bench.reach(userId, status)
  return { userId, session }
}
const lucia = { firstName: 'Lucía', lastName: 'Ferrer', dateOfBirth: '1991-04-12', country: 'PE' }
type Sample = Parameters<KycBench['provider']['photograph']>[2]
/** Runs a check with pictures, which the provider always approves. */
const approvedAnyway = async (sample: Sample, of: Parameters<KycBench['person']>[0] = {}) => {
  const userId = await bench.person(of)
  const session = await bench.startIt(userId)
  for (const side of ['front', 'back', 'face'] as const)
    await bench.provider.photograph(session, side, sample)
  await bench.provider.fault({ kind: 'lose' })
  await bench.provider.decide(session, { status: 'approved' })
  await bench.advance(60_000)
  return userId
}

describe('our own guards on an approval of the provider', () => {
  it('let the first person with a document pass, and stop the second one', async () => {
    expect((await bench.view(await approvedAnyway(lucia))).status).toBe('positive')
    const second = await approvedAnyway(lucia)
    expect(await bench.view(second)).toMatchObject({
      status: 'needs_review',
      reason: 'document_used',
      code: 'REV001',
    })
    expect(await detail(second)).toMatchObject({ reason: 'document_used', findings: ['document_used'] })
  })

  it.each<[string, Sample, object]>([
    ['names_differ', { ...lucia, firstName: 'Carmen' }, {}],
    ['data_differs', { ...lucia, dateOfBirth: '1991-04-13' }, {}],
    ['document_expired', { ...lucia, firstName: 'Lucía', variant: 'expired' }, {}],
    ['under_age', { ...lucia, dateOfBirth: '2015-04-12' }, {}],
  ])('stop %s', async (finding, sample, of) => {
    const userId = await approvedAnyway(sample, of)
    const seen = await detail(userId)
    expect(seen.status).toBe('needs_review')
    expect(seen.findings).toContain(finding)
    expect(await standing(userId)).toEqual({ isVerified: false, isHeld: false })
    // The provider repeats its approval, and a person still has to decide.
    await bench.advance(3_600_000)
    expect((await bench.view(userId)).status).toBe('needs_review')
  })
})

describe('a withdrawn verification', () => {
  it('goes to review and holds loads, until an admin approves', async () => {
    const { userId, session } = await ended('Approve', 'positive')
    await bench.provider.decide(session, { status: 'declined', reasonCode: 106 })
    expect(await bench.reach(userId, 'needs_review')).toMatchObject({ isHeld: true, reason: 'manual' })
    expect(await standing(userId)).toEqual({ isVerified: false, isHeld: true })
    expect((await detail(userId)).reason).toBe('decision_reversed')
    expect((await decide(approveKyc, userId)).status).toBe(200)
    expect(await standing(userId)).toEqual({ isVerified: true, isHeld: false })
  })
})

describe('an admin', () => {
  it('approves a waiting case, and the provider changes nothing afterwards', async () => {
    const { userId, session } = await ended('Review', 'needs_review')
    const answer = await decide(approveKyc, userId)
    expect(answer.body.data).toMatchObject({ status: 'admin_approved', attemptsUsed: 1 })
    for (const status of ['declined', 'approved', 'resubmission_requested', 'expired'] as const) {
      await bench.provider.decide(session, { status })
      await bench.settle()
      await bench.settle()
      expect((await bench.view(userId)).status).toBe('admin_approved')
    }
    const { timeline, notices } = await detail(userId)
    expect(timeline[0]).toMatchObject({ by: 'admin', actorId: admin, note: 'Seen on a call' })
    // The delayed event is recorded all the same.
    expect(notices.map(({ what }) => what)).toContain('resubmission_requested')
    expect((await bench.view(userId)).timeline[0]).not.toHaveProperty('note')
  })

  it('rejects, and the person is told RJT001', async () => {
    const { userId } = await ended('Approve', 'positive')
    expect((await decide(rejectKyc, userId)).body.data).toMatchObject({ status: 'admin_rejected' })
    expect(await standing(userId)).toEqual({ isVerified: false, isHeld: false })
    expect((await bench.start(userId)).body.code).toBe('RJT001')
    expect((await decide(approveKyc, userId)).status).toBe(200)
  })

  it('resets: all attempts are restored, the history stays, delayed decisions change nothing', async () => {
    const { userId, session } = await ended('Decline', 'declined')
    expect((await decide(resetKyc, userId)).body.data).toMatchObject({ status: 'reset', attemptsUsed: 0 })
    await bench.provider.decide(session, { status: 'approved' })
    await bench.settle()
    const seen = await bench.view(userId)
    expect(seen).toMatchObject({ status: 'reset', nextAction: 'start', attempts: { used: 0, left: 3 } })
    expect(seen.timeline).toHaveLength(5)
    expect((await bench.start(userId, { firstName: 'Approve' })).body).toMatchObject({
      data: { started: 'new_session' },
    })
  })

  it('resets an open check: its session has no effect any more', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    const old = await bench.startIt(userId, { firstName: 'Approve' })
    await decide(resetKyc, userId)
    await bench.provider.submit(old)
    await bench.settle()
    await bench.settle()
    expect(await bench.view(userId)).toMatchObject({ status: 'reset', attempts: { used: 0 } })
  })

  it('cannot decide twice, without a note, without the tag, or on their own case', async () => {
    const { userId } = await ended('Review', 'needs_review')
    expect((await decide(approveKyc, userId, ' ')).status).toBe(422)
    const viewer = await bench.person({ roleId: 3 })
    const params = { id: await caseOf(userId) }
    const denied = await bench.call(viewer, approveKyc, { params, input: { note: 'x' } })
    expect([denied.status, denied.body.code]).toEqual([403, 'permission_denied'])
    expect((await decide(approveKyc, userId)).status).toBe(200)
    expect((await decide(approveKyc, userId)).body.code).toBe('record_changed')
    await bench.start(admin, { firstName: 'Admin' })
    expect((await decide(rejectKyc, admin)).body.code).toBe('permission_denied')
    const unknown = { id: '01990000-0000-7000-8000-000000000000' }
    expect((await bench.call(admin, approveKyc, { params: unknown, input: { note: 'x' } })).status).toBe(404)
  })

  it('who read an older case is told who decided it, and changes nothing', async () => {
    const { userId } = await ended('Review', 'needs_review')
    const [first, second] = [admin, await bench.person({ firstName: 'Second', roleId: 1 })]
    const { id, version } = await standingCase(userId)
    const params = { id }
    const [one, two] = await Promise.all([
      bench.call(first, approveKyc, { params, input: { note: 'Same person' }, version }),
      bench.call(second, rejectKyc, { params, input: { note: 'Another face' }, version }),
    ])
    const [won, lost] = one.status === 200 ? [one, two] : [two, one]
    const status = won === one ? 'admin_approved' : 'admin_rejected'
    const name = `${won === one ? 'Admin' : 'Second'} Ferrer`
    expect([won.status, lost.status, lost.body.code]).toEqual([200, 409, 'record_changed'])
    expect(lost.body.data).toEqual({ status, version: version + 1, name })
    expect((await bench.view(userId)).status).toBe(status)
    expect((await detail(userId)).timeline.filter(({ by }) => by === 'admin')).toHaveLength(1)
    // With the new version the second one may decide again, where the state allows it.
    const again = won === one ? rejectKyc : approveKyc
    const sent = { params, input: { note: 'After a call' }, version: version + 1 }
    expect((await bench.call(second, again, sent)).status).toBe(200)
    const unnamed = await bench.call(second, resetKyc, { params, input: { note: 'x' } })
    expect([unnamed.status, unnamed.body.code]).toEqual([422, 'validation'])
  })

  it('sees what the provider found apart from our checks, and what differs from the document', async () => {
    const other = { ...lucia, firstName: 'Carmen', dateOfBirth: '1991-04-13' }
    const doubted = await detail(await approvedAnyway(other))
    expect(doubted).toMatchObject({
      status: 'needs_review',
      verdict: { result: 'approved', reason: null },
      findings: ['data_differs', 'names_differ'],
      differences: ['name', 'birthDate'],
      stated: { firstName: 'Lucía', birthDate: '1991-04-12' },
      decisions: ['approve', 'reject', 'reset'],
    })
    await bench.provider.mend()
    const { userId } = await ended('Decline', 'declined')
    expect(await detail(userId)).toMatchObject({
      verdict: { result: 'declined', reason: 'document_tampered' },
      findings: [],
    })
    await decide(rejectKyc, userId)
    expect(await detail(userId)).toMatchObject({ decisions: ['approve', 'reset'] })
    expect((await detail(userId)).timeline[0]).toMatchObject({ actorName: 'Admin Ferrer' })
  })

  it('reads the list by pages and state, and one case with its pictures', async () => {
    const list = async (input: object) =>
      (await bench.call(admin, listKycCases, { input })).body as {
        code?: string
        data: { items: Row[]; nextCursor: string | null; count: number }
      }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data }: Awaited<ReturnType<typeof list>> = await list({
        limit: 3,
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...data.items.map(({ id }) => id))
      cursor = data.nextCursor
      expect(data.count).toBeGreaterThanOrEqual(data.items.length)
    }
    expect(new Set(seen).size).toBe(seen.length)
    const reset = await list({ status: 'reset' })
    expect(reset.data.items.every(({ status }) => status === 'reset')).toBe(true)
    const foreign = await list({ limit: 1 })
    const refused = await list({ status: 'reset', cursor: foreign.data.nextCursor })
    expect(refused.code).toBe('validation')

    const withPictures = await approvedAnyway({ ...lucia, firstName: 'Nobody' })
    expect(await detail(withPictures)).toMatchObject({
      read: { firstName: 'NOBODY', birthDate: '1991-04-12' },
      stated: { firstName: 'Lucía' },
    })
    const images = await bench.call(admin, listKycImages, { params: { id: await caseOf(withPictures) } })
    const { items } = images.body.data as { items: { side: string; base64: string }[] }
    expect(items.map(({ side }) => side)).toEqual(['front', 'back', 'face'])
    expect(items[0]?.base64.startsWith('/9j/')).toBe(true)
    // Each copy has its viewer and the time in its pixels.
    const other = await bench.person({ roleId: 1 })
    const again = await bench.call(other, listKycImages, { params: { id: await caseOf(withPictures) } })
    const copies = (again.body.data as { items: { base64: string }[] }).items
    expect(copies).toHaveLength(3)
    expect(copies[0]?.base64).not.toBe(items[0]?.base64)
    expect(again.headers['cache-control']).toBe('no-store')
    const views = await bench.db.read(allTenants, (sql) =>
      sql.rows('select 1 from audit where actor_id = $1 and action like $2', [
        other,
        'GET /kyc-cases/:id/images',
      ]),
    )
    expect(views).toHaveLength(1)
  })
})

describe('screening', () => {
  it('that is on without a service approves no case automatically', async () => {
    const strict = await startKycBench({ SCREENING: 'on' })
    try {
      const userId = await strict.person({ firstName: 'Approve' })
      await strict.provider.submit(await strict.startIt(userId, { firstName: 'Approve' }))
      expect(await strict.reach(userId, 'needs_review')).toMatchObject({ reason: 'manual' })
      expect(await strict.count('screening_check')).toBe(1)
    } finally {
      await strict.stop()
    }
  })

  it('continues while the provider is silent, and checks are read while the lists are silent', async () => {
    const lists = await startTestScreening()
    const strict = await startKycBench(lists.env)
    const { jobs, provider } = strict
    const runningIn = async (lane: string) =>
      (await jobs.lanes()).find((each) => each.lane === lane)?.running ?? 'no lane'
    const submitted = async () => {
      const userId = await strict.person({ firstName: 'Approve' })
      await provider.submit(await strict.startIt(userId, { firstName: 'Approve' }))
      return userId
    }
    const statusesOf = async (people: readonly string[]) =>
      new Set(await Promise.all(people.map(async (userId) => (await strict.view(userId)).status)))
    try {
      // The answer is slow, but valid.
      lists.faults.add({ kind: 'delay', path: '^/match/', value: 2500 })
      const approved: string[] = []
      for (let person = 0; person < 4; person += 1) approved.push(await submitted())
      await provider.flush()
      await jobs.start()
      await expect.poll(() => runningIn('name-screening'), { timeout: 30_000 }).toBe(2)
      await expect.poll(() => strict.waiting('kyc.event'), { timeout: 30_000 }).toBe(0)
      await provider.fault({ kind: 'delay', path: '^/v1/sessions/', method: 'GET', value: 4000 })
      for (let person = 0; person < 2; person += 1) await submitted()
      await provider.flush()
      await expect.poll(() => runningIn('kyc'), { timeout: 30_000 }).toBe(2)
      lists.faults.clear()
      await expect.poll(() => statusesOf(approved), { timeout: 30_000 }).toEqual(new Set(['positive']))
    } finally {
      lists.faults.clear()
      await provider.mend()
      await strict.stop()
      await lists.stop()
    }
  }, 120_000)

  it('lets a person pass who is on no list; a hit or an unreachable list waits for a person', async () => {
    const lists = await startTestScreening()
    const strict = await startKycBench(lists.env)
    const decide = async (person: { firstName: string; birthDate?: string }) => {
      const userId = await strict.person(person)
      await strict.provider.submit(await strict.startIt(userId, person))
      return userId
    }
    try {
      await strict.reach(await decide({ firstName: 'Approve' }), 'positive')
      await lists.control('/people', { names: ['Approve Ferrer'], birthDate: '1991-04-12', country: 'pe' })
      await strict.reach(await decide({ firstName: 'Approve' }), 'needs_review')
      lists.faults.add({ kind: 'status', path: '^/match/', value: 503 })
      await strict.reach(await decide({ firstName: 'Approve' }), 'needs_review')
      const results = await strict.db.read(allTenants, (sql) =>
        sql.rows<{ result: string }>('select result from screening_check order by at, id'),
      )
      expect(results.map(({ result }) => result)).toEqual(['clear', 'hit', 'unavailable'])
    } finally {
      await strict.stop()
      await lists.stop()
    }
  })
})
