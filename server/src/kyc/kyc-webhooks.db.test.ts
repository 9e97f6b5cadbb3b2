import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobChangesOf } from '../../../tests/support/job-changes.ts'
import { allTenants } from '../kernel/database.ts'
import { kycKeys } from '../providers/kyc/embedded-kyc.test-kit.ts'
import { startKycBench } from './kyc-bench.test-kit.ts'
import type { KycBench } from './kyc-bench.test-kit.ts'
import { growingPause } from './kyc-jobs.ts'

let bench: KycBench
beforeAll(async () => {
  bench = await startKycBench()
})
afterEach(() => bench.provider.mend())
afterAll(() => bench.stop())

const minuteMs = 60_000
const sign = (raw: string, secret = kycKeys.sharedSecret) =>
  createHmac('sha256', secret).update(raw).digest('hex')

const post = async (path: 'events' | 'decisions', raw: string, headers: Record<string, string>) => {
  const answer = await fetch(`${bench.url}/api/webhooks/kyc/${path}`, {
    method: 'POST',
    headers: { connection: 'close', 'content-type': 'application/json', ...headers },
    body: raw,
  })
  await answer.text()
  return answer.status
}
const signed = (raw: string) => ({ 'x-auth-client': kycKeys.apiKey, 'x-hmac-signature': sign(raw) })
const eventOf = (session: string, more: object = {}) =>
  JSON.stringify({ id: session, attemptId: 'a', feature: 'selfid', code: 7001, action: 'started', ...more })
const decisionOf = (session: string, status: string) =>
  JSON.stringify({ status: 'success', verification: { id: session, attemptId: 'a', status, code: 9001 } })

const caseOf = async (userId: string) => {
  const find = 'select id from kyc_case where user_id = $1'
  return (await bench.db.read(allTenants, (sql) => sql.one<{ id: string }>(find, [userId]))).id
}

describe('an invalid webhook', () => {
  it('forged: 401, and nothing is stored', async () => {
    const userId = await bench.person()
    const raw = decisionOf(await bench.startIt(userId), 'approved')
    const before = await bench.count('kyc_event')
    const key = { 'x-auth-client': kycKeys.apiKey }
    expect(await post('decisions', raw, {})).toBe(401)
    expect(await post('decisions', raw, key)).toBe(401)
    expect(await post('decisions', raw, { ...key, 'x-hmac-signature': sign(raw, 'another secret') })).toBe(
      401,
    )
    expect(await post('decisions', `${raw} `, { ...key, 'x-hmac-signature': sign(raw) })).toBe(401)
    expect(await post('decisions', raw, { ...signed(raw), 'x-auth-client': 'another' })).toBe(401)
    expect(await bench.count('kyc_event')).toBe(before)
  })

  it('signed but meaningless: 400, and nothing is stored', async () => {
    const before = await bench.count('kyc_event')
    for (const raw of ['{}', 'not json', '[]', '']) expect(await post('events', raw, signed(raw))).toBe(400)
    expect(await bench.count('kyc_event')).toBe(before)
  })

  it('signed, but different from what the provider answers: stored, and the case stays', async () => {
    const userId = await bench.person()
    const session = await bench.startIt(userId)
    const raw = decisionOf(session, 'approved')
    expect(await post('decisions', raw, signed(raw))).toBe(200)
    await bench.settle()
    expect((await bench.view(userId)).status).toBe('created')
  })

  it('about a session that is not ours: stored, and nothing else happens', async () => {
    const raw = eventOf('00000000-0000-4000-8000-00000000dead')
    const before = await bench.count('kyc_event')
    expect(await post('events', raw, signed(raw))).toBe(200)
    await bench.settle()
    expect(await bench.count('kyc_event')).toBe(before + 1)
    expect(await bench.jobs.nextDue().then((due) => due === null || due > bench.clock.now())).toBe(true)
  })
})

describe('webhooks that go wrong', () => {
  it('repeated: stored once, merged once', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    await bench.provider.fault({ kind: 'duplicate' })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    const seen = await bench.reach(userId, 'positive')
    await bench.settle()
    const stored = await bench.count('kyc_event')
    const raw = eventOf('00000000-0000-4000-8000-00000000beef')
    expect(await post('events', raw, signed(raw))).toBe(200)
    expect(await post('events', raw, signed(raw))).toBe(200)
    expect(await bench.count('kyc_event')).toBe(stored + 1)
    expect(await bench.view(userId)).toEqual(seen)
    expect(seen.timeline).toHaveLength(4)
    expect(seen.attempts.used).toBe(1)
    const id = await caseOf(userId)
    expect((await jobChangesOf(bench.db, id, ['status', 'attemptsUsed'])).at(-1)).toMatch(
      /^kyc\.screen kyc_case .* → "positive" 1$/,
    )
  })

  it('all lost: the poll finds the decision', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    await bench.provider.fault({ kind: 'lose' })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    await bench.provider.flush()
    expect((await bench.view(userId)).status).toBe('created')
    await bench.advance(2 * minuteMs)
    expect((await bench.view(userId)).status).toBe('positive')
    const id = await caseOf(userId)
    expect(await jobChangesOf(bench.db, id)).toContain('kyc.screen kyc_case "created" → "positive"')
  })

  it('reordered: the end is the same', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    await bench.provider.fault({ kind: 'reorder', path: 'started', remaining: 1 })
    await bench.provider.fault({ kind: 'reorder', path: 'submitted', remaining: 1 })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    const seen = await bench.reach(userId, 'positive')
    expect(seen.timeline.map(({ status }) => status)).toEqual(['positive', 'submitted', 'started', 'created'])
  })

  it('with a broken signature: refused, then sent again and accepted', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    await bench.provider.fault({ kind: 'bad_signature', remaining: 2 })
    await bench.provider.submit(await bench.startIt(userId, { firstName: 'Approve' }))
    expect((await bench.reach(userId, 'positive')).attempts.used).toBe(1)
  })

  it('while the provider cannot be read: stored, and read later', async () => {
    const userId = await bench.person({ firstName: 'Approve' })
    const session = await bench.startIt(userId, { firstName: 'Approve' })
    await bench.provider.fault({ kind: 'status', method: 'GET', value: 502 })
    await bench.provider.submit(session)
    await bench.settle()
    expect((await bench.view(userId)).status).toBe('created')
    await bench.provider.mend()
    await bench.advance(10_000)
    expect((await bench.reach(userId, 'positive')).attempts.used).toBe(1)
  })

  it('delayed until the person started again: recorded, and nothing changes', async () => {
    const userId = await bench.person()
    const old = await bench.startIt(userId)
    await bench.advance(7 * 24 * 60 * minuteMs + 1000)
    await bench.reach(userId, 'expired')
    await bench.startIt(userId, { firstName: 'Slow' })
    await bench.provider.decide(old, { status: 'approved' })
    await bench.settle()
    expect(await bench.view(userId)).toMatchObject({ status: 'created', attempts: { used: 0 } })
  })
})

describe('the pause before the next reading', () => {
  it('is half of the time without a change, within its bounds', () => {
    const bounds = { leastMs: 60_000, mostMs: 3_600_000 }
    expect(growingPause({ forMs: 0, ...bounds })).toBe(60_000)
    expect(growingPause({ forMs: 600_000, ...bounds })).toBe(300_000)
    expect(growingPause({ forMs: 86_400_000, ...bounds })).toBe(3_600_000)
  })

  it('reads an idle session rarely: under 200 times in its 7 days', async () => {
    const userId = await bench.person()
    const session = await bench.startIt(userId)
    const checks = async () => {
      const notes = await bench.provider.control<{ path: string }[]>('GET', '/requests')
      return notes.filter(({ path }) => path.includes(session)).length
    }
    let hours = 0
    let seen = 0
    while (hours < 24) {
      hours += 1
      await bench.advance(60 * minuteMs)
    }
    seen = await checks()
    expect(seen).toBeGreaterThan(10)
    // Each reading has two requests. An idle session is read at most once an hour.
    expect(seen).toBeLessThan(70)
  })
})
