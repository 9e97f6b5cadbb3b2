import { abandonKyc, getKyc, refreshKyc } from '@cardamom/contract/kyc'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setUserActive } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { until } from '../providers/kyc/embedded-kyc.test-kit.ts'
import { startKycBench } from './kyc-bench.test-kit.ts'
import type { KycBench } from './kyc-bench.test-kit.ts'
import { readKyc } from './kyc-standing.ts'

let bench: KycBench
beforeAll(async () => {
  bench = await startKycBench()
})
afterEach(() => bench.provider.mend())
afterAll(() => bench.stop())

const dayMs = 24 * 60 * 60 * 1000
const lucia = { firstName: 'Lucía', lastName: 'Ferrer', dateOfBirth: '1991-04-12', country: 'PE' }
const standing = (userId: string) => bench.db.read(allTenants, async (sql) => readKyc(sql, userId))

describe('a check that goes well', () => {
  it('goes from the form to positive, and each step says what comes next', async () => {
    const userId = await bench.person({ firstName: 'Slow' })
    expect(await bench.view(userId)).toMatchObject({
      status: null,
      nextAction: 'start',
      form: { firstName: 'Slow' },
    })
    const session = await bench.startIt(userId, { firstName: 'Slow' })
    expect(await bench.view(userId)).toMatchObject({ status: 'created', nextAction: 'continue' })
    await bench.provider.start(session)
    expect(await bench.reach(userId, 'started')).toMatchObject({ attempts: { used: 0, left: 3 } })
    await bench.provider.submit(session)
    expect(await bench.reach(userId, 'submitted')).toMatchObject({
      nextAction: 'wait',
      code: 'REV001',
      attempts: { used: 1, left: 2 },
    })
    expect((await bench.start(userId)).body.code).toBe('REV001')
    expect(await standing(userId)).toEqual({ isVerified: false, isHeld: false })
    await bench.advance(90_000)
    const done = await bench.reach(userId, 'positive')
    expect(done).toMatchObject({ isVerified: true, nextAction: 'none', code: null })
    expect(done.timeline.map(({ status }) => status)).toEqual(['positive', 'submitted', 'started', 'created'])
    expect(await standing(userId)).toEqual({ isVerified: true, isHeld: false })
    expect((await bench.start(userId)).body).toMatchObject({
      data: { started: 'already_verified', url: null },
    })
  })

  it('stores the verified name in the account, where it cannot change', async () => {
    const userId = await bench.person({ firstName: 'Lucy' })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    await bench.reach(userId, 'positive')
    const row = await bench.db.read(allTenants, (sql) =>
      sql.one<{ first_name: string; identity_verified_at: Date | null }>(
        'select first_name, identity_verified_at from app_user where id = $1',
        [userId],
      ),
    )
    expect(row.first_name).toBe('Approve')
    expect(row.identity_verified_at).not.toBeNull()
  })

  it('requests only the bad picture again, then shows the last digits of the document', async () => {
    const userId = await bench.person()
    const session = await bench.startIt(userId)
    await bench.provider.photograph(session, 'front', lucia)
    await bench.provider.photograph(session, 'back', { ...lucia, variant: 'blurred' })
    await bench.provider.photograph(session, 'face', lucia)
    await bench.provider.submit(session)
    const again = await bench.reach(userId, 'resubmitted')
    expect(again).toMatchObject({
      reason: 'image_quality',
      nextAction: 'retake',
      attempts: { used: 1, left: 2 },
    })
    expect(again.images.map(({ side, accepted }) => [side, accepted])).toEqual([
      ['front', true],
      ['back', false],
      ['face', true],
    ])
    expect(again.images[1]?.findings).toContain('blurred')
    // The session is the same, so its address is the same.
    expect((await bench.start(userId)).body).toMatchObject({ data: { started: 'same_session' } })
    await bench.provider.photograph(session, 'back', lucia)
    await bench.provider.submit(session)
    const done = await bench.reach(userId, 'positive')
    expect(done.attempts).toEqual({ limit: 3, used: 2, left: 1 })
    expect(done.timeline.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['positive', 2],
      ['submitted', 2],
      ['started', null],
      ['resubmitted', 1],
      ['submitted', 1],
      ['started', null],
      ['created', null],
    ])
    expect(done.timeline[0]?.document).toMatchObject({ type: 'ID_CARD', country: 'PE' })
    expect(done.timeline[0]?.document?.ending).toHaveLength(3)
    expect(await bench.count('screening_check')).toBeGreaterThan(0)
  })

  it('stores names, dates, document numbers and addresses encrypted', async () => {
    const userId = await bench.person({ lastName: 'Canaria' })
    const session = await bench.startIt(userId, { lastName: 'Canaria' })
    const sample = { ...lucia, lastName: 'Canaria' }
    for (const side of ['front', 'back', 'face'] as const) {
      await bench.provider.photograph(session, side, sample)
    }
    await bench.provider.submit(session)
    await bench.reach(userId, 'positive')
    const tables = ['kyc_case', 'kyc_session', 'kyc_attempt', 'kyc_event', 'kyc_step', 'event', 'job']
    for (const table of tables) {
      const rows = await bench.db.read(allTenants, (sql) => sql.rows<object>(`select * from ${table}`))
      const plain = rows.map((row) =>
        Object.values(row)
          .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
          .join(' '),
      )
      // A ciphertext has no colon and does not begin with a slash.
      expect(
        plain.filter((text) => /canaria|1991-04-12|(?:"|:\/\/[^"\s]*)\/v\/[\w-]{10}/i.test(text)),
      ).toEqual([])
    }
  })
})

describe('attempts', () => {
  it('are used by a rejection, up to AT003', async () => {
    const userId = await bench.person({ firstName: 'Decline' })
    for (const left of [2, 1]) {
      await bench.provider.submit(await bench.startIt(userId, { firstName: 'Decline' }))
      expect(await bench.reach(userId, 'declined')).toMatchObject({
        code: 'RJT001',
        nextAction: 'try_again',
        // Only the staff sees the exact reason.
        reason: 'document_tampered',
        attempts: { left },
      })
    }
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Decline' }))
    expect(await bench.reach(userId, 'declined')).toMatchObject({ code: 'AT003', nextAction: 'none' })
    const refusal = await bench.start(userId, { firstName: 'Approve' })
    expect([refusal.status, refusal.body.code]).toEqual([409, 'AT003'])
  })

  it('are used by resubmissions, up to AT003', async () => {
    const userId = await bench.person({ firstName: 'Resubmit' })
    const session = await bench.startIt(userId, { firstName: 'Resubmit' })
    for (const used of [1, 2, 3]) {
      await bench.provider.submit(session)
      await until(async () => {
        const seen = await bench.reach(userId, 'resubmitted')
        return seen.attempts.used === used
      })
    }
    expect(await bench.view(userId)).toMatchObject({ code: 'AT003', nextAction: 'none' })
    expect((await bench.start(userId)).body.code).toBe('AT003')
  })

  it('are not used while the service is down: FL001', async () => {
    const userId = await bench.person({ firstName: 'Outage' })
    const answer = await bench.start(userId, { firstName: 'Outage' })
    expect([answer.status, answer.body.code]).toEqual([503, 'FL001'])
    expect(await bench.view(userId)).toMatchObject({
      status: null,
      nextAction: 'start',
      attempts: { used: 0 },
    })
    expect((await bench.start(userId, { firstName: 'Approve' })).status).toBe(200)
  })

  it('are not used by a start whose answer was lost, and the next start opens a new session', async () => {
    const userId = await bench.person()
    await bench.provider.fault({ kind: 'drop_after', method: 'POST', path: '^/v1/sessions$', remaining: 1 })
    expect((await bench.start(userId)).body.code).toBe('FL001')
    expect((await bench.start(userId)).body).toMatchObject({ data: { started: 'new_session' } })
    expect(await bench.view(userId)).toMatchObject({ status: 'created', attempts: { used: 0 } })
  })

  it('are not used by a session that runs out: expired when it was never started, else abandoned', async () => {
    const never = await bench.person()
    const left = await bench.person()
    await bench.startIt(never)
    await bench.provider.start(await bench.startIt(left))
    await bench.reach(left, 'started')
    await bench.advance(7 * dayMs + 1000)
    expect(await bench.reach(never, 'expired')).toMatchObject({ nextAction: 'start', attempts: { used: 0 } })
    expect(await bench.reach(left, 'abandoned')).toMatchObject({ nextAction: 'start', attempts: { used: 0 } })
    expect((await bench.start(never)).body).toMatchObject({ data: { started: 'new_session' } })
  })
})

describe('starting', () => {
  it('in many tabs at once opens one session', async () => {
    const userId = await bench.person()
    await bench.provider.fault({ kind: 'delay', method: 'POST', path: '^/v1/sessions$', value: 400 })
    const before = (await bench.provider.sessions()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => bench.start(userId)))
    const urls = answers.map(({ body }) => (body.data as { url: string }).url)
    expect(new Set(urls).size).toBe(1)
    expect((await bench.provider.sessions()).length).toBe(before + 1)
    const started = answers.map(({ body }) => (body.data as { started: string }).started).toSorted()
    expect(started).toEqual(['new_session', 'same_session', 'same_session', 'same_session'])
  })

  it('needs a confirmed e-mail, 18 years, and an active account', async () => {
    const unconfirmed = await bench.start(await bench.person({ verified: false }))
    expect([unconfirmed.status, unconfirmed.body.code]).toEqual([403, 'email_not_verified'])
    const young = await bench.start(await bench.person({ birthDate: '2015-01-01' }))
    expect([young.status, young.body.code]).toEqual([422, 'invalid_user_data'])
    expect(Object.keys(young.body.errors ?? {})).toEqual(['birthDate'])
    expect((await bench.start(await bench.person({ birthDate: null }))).body.code).toBe('invalid_user_data')
    const stopped = await bench.person()
    await bench.write(allTenants, ({ sql }) => setUserActive(sql, { id: stopped, active: false }))
    expect((await bench.start(stopped)).body.code).toBe('unauthorized_access')
  })

  it('requires a login and a valid form', async () => {
    expect((await bench.call(null, getKyc)).status).toBe(401)
    const wrong = await bench.start(await bench.person(), { country: 'XX', firstName: ' ' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.body.errors ?? {}).toSorted()).toEqual(['country', 'firstName'])
  })

  it('ends the open session before a new one with another document', async () => {
    const userId = await bench.person()
    const session = await bench.startIt(userId)
    await bench.provider.start(session)
    await bench.reach(userId, 'started')
    const abandoned = await bench.call(userId, abandonKyc)
    expect(abandoned.body.data).toMatchObject({
      status: 'abandoned',
      attempts: { used: 0 },
      nextAction: 'start',
    })
    const next = await bench.start(userId, { documentType: 'PASSPORT' })
    expect(next.body).toMatchObject({ data: { started: 'new_session' } })
    // A delayed event of the old session changes nothing.
    await bench.settle()
    expect(await bench.view(userId)).toMatchObject({ status: 'created', form: { documentType: 'PASSPORT' } })
    expect((await bench.call(await bench.person(), abandonKyc)).body.code).toBe('record_changed')
  })
})

describe('“I have finished”', () => {
  it('reads the provider at once, without a webhook', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    await bench.provider.fault({ kind: 'lose' })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    await expect
      .poll(async () => (await bench.call(userId, refreshKyc)).body.data)
      .toMatchObject({
        status: 'positive',
      })
  })

  it('answers FL001 while the provider is unreachable, and the status stays', async () => {
    const userId = await bench.person()
    await bench.startIt(userId)
    await bench.provider.fault({ kind: 'status', method: 'GET', value: 503 })
    const answer = await bench.call(userId, refreshKyc)
    expect([answer.status, answer.body.code]).toEqual([503, 'FL001'])
    expect((await bench.start(userId)).body.code).toBe('FL001')
    expect((await bench.view(userId)).status).toBe('created')
  })
})
