import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { callAttempts, type CallRow } from './call-attempts.ts'
import type { CallOutcome, FoundEffect, ExternalCall } from './call-declaration.ts'
import { createClock, type Clock } from './clock.ts'
import { allTenants } from './database.ts'
import { externalCall } from './external-call.ts'
import type { Work } from './jobs.ts'
import type { Queries } from './queries.ts'
import { transitions } from './states.ts'

/** An example: calls that ring a bell at a provider, with every kind of failure. */
const bellTransitions = transitions({
  // The test creates this table, so the schema's types do not have it.
  table: 'bell_call' as 'cardCall',
  initial: ['started'],
  states: {
    started: { 'call.sent': 'sent' },
    sent: { 'call.absent': 'started' },
    answered: {},
    review: {},
    done: {},
    refused: {},
  },
})
type Status = keyof typeof bellTransitions.states
type BellCall = CallRow<Status> & { readonly note: string | null }
type Row = {
  status: Status
  attempts: number
  sent_at: Date
  called_at: Date
  absent_since: Date
  note: string
}

const minuteMs = 60_000
const id = '00000000-0000-7000-8000-000000000001'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`create table bell_call (id uuid primary key, status text not null, attempts int not null default 0,
    sent_at timestamptz, called_at timestamptz, absent_since timestamptz, note text)`)
  await owner.query('grant select, insert, update, delete on bell_call to cardamom_app')
  await owner.end()
})
afterAll(() => database.drop())

/** The provider: its answer, what a read finds, and the number of requests. */
let service: {
  sent: number
  answer: () => CallOutcome<string> | Promise<CallOutcome<string>>
  effect: () => FoundEffect<string>
}
let clock: Clock
let realMs: number
let payload: Record<string, unknown>
let work: Work
beforeEach(async () => {
  service = { sent: 0, answer: () => ({ outcome: 'unknown' }), effect: () => ({ outcome: 'absent' }) }
  realMs = Date.parse('2026-11-24T10:00:00Z')
  clock = createClock(() => realMs)
  payload = { callId: id }
  const { db } = database
  work = {
    clock,
    read: (use) => db.read(allTenants, use),
    write: (use) =>
      db.write(allTenants, (sql) =>
        use({ sql, emit: () => undefined, enqueue: () => undefined, recordChange: () => undefined }),
      ),
    apply: () => Promise.reject(new Error('no money here')),
  }
  await db.write(allTenants, async (sql) => {
    await sql.run('delete from bell_call')
    await sql.run(`insert into bell_call (id, status) values ($1, 'started')`, [id])
  })
})

const findCall = async (sql: Queries): Promise<BellCall> => {
  const row = await sql.one<Row>('select * from bell_call')
  const { status, attempts, sent_at: sentAt, called_at: calledAt, absent_since: absentSince, note } = row
  return { id, status, attempts, sentAt, calledAt, absentSince, note }
}
const readCall = () => database.db.read(allTenants, findCall)
const end = (status: Status, note: string) =>
  database.db.write(allTenants, (sql) =>
    sql.run('update bell_call set status = $1, note = $2', [status, note]),
  )

const attempts = callAttempts(bellTransitions, {
  sent: 'call.sent',
  notSent: 'call.absent',
  absent: 'call.absent',
})
type Bell = ExternalCall<BellCall, string>
const declare = (over: Partial<Bell> = {}) =>
  externalCall<BellCall, string>({
    find: findCall,
    stages: {
      started: 'open',
      sent: 'sent',
      answered: 'unconfirmed',
      review: 'review',
      done: 'ended',
      refused: 'ended',
    },
    attempts,
    prepare: async () => ({ outcome: 'ready', facts: null }),
    send: async () => {
      service.sent += 1
      return service.answer()
    },
    findEffect: async () => service.effect(),
    times: {
      readsAfterMs: [1000, 10_000],
      everyMs: minuteMs,
      silentMs: 30_000,
      undecidedAfterMs: 60 * minuteMs,
    },
    absence: () => ({ afterMs: 10 * minuteMs, stableMs: 5 * minuteMs }),
    mostAttempts: 2,
    endings: {
      done: async (_work, _call, value) => void (await end('done', value)),
      refused: async (_work, _call, code) => void (await end('refused', code)),
      undecided: async (_work, _call, { reason, values }) =>
        void (await end('review', [reason, ...values].join(' '))),
    },
    ...over,
  })

/** Runs the job once. Returns the time until its next run in ms; null: the call has ended. */
const run = async (handler = declare()): Promise<number | null> => {
  const next = await handler({ id: 'job', payload, dueAt: clock.now(), attempts: 0 }, work)
  if (next?.payload) payload = next.payload
  return next ? next.againAt.getTime() - clock.now().getTime() : null
}
/** Advances business time and real time. */
const pass = (ms: number) => void (realMs += ms)
/** Runs the job each time it is due, for `ms`. */
const live = async (ms: number, handler = declare()) => {
  const until = realMs + ms
  for (let runs = 0; runs < 1000; runs += 1) {
    const againMs = await run(handler)
    if (againMs === null || realMs + againMs > until) break
    pass(againMs)
  }
  pass(until - realMs)
}

test('an answered call is done once, with the value of the answer', async () => {
  service.answer = () => ({ outcome: 'ok', value: 'rang' })
  expect(await run()).toBeNull()
  expect(await readCall()).toMatchObject({ status: 'done', note: 'rang', attempts: 1 })
  expect(await run()).toBeNull()
  expect(service.sent).toBe(1)
})

test('a refusal of the first attempt ends the call without a read', async () => {
  service.answer = () => ({ outcome: 'rejected', code: 'no_bell' })
  service.effect = () => ({ outcome: 'ok', value: 'of another person' })
  expect(await run()).toBeNull()
  expect(await readCall()).toMatchObject({ status: 'refused', note: 'no_bell' })
})

test('an attempt that was not sent does not count and is made again after longer pauses', async () => {
  service.answer = () => ({ outcome: 'unavailable' })
  const pauses: (number | null)[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) pauses.push(await run())
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, minuteMs, minuteMs])
  expect(await readCall()).toMatchObject({ status: 'started', attempts: 0 })
})

test('after a lost answer the call is not sent again when a read finds its effect', async () => {
  expect(await run()).toBe(1000)
  pass(1000)
  expect(await run()).toBe(9000)
  service.effect = () => ({ outcome: 'ok', value: 'rang' })
  pass(9000)
  expect(await run()).toBeNull()
  expect([(await readCall()).note, service.sent]).toEqual(['rang', 1])
})

test('after a lost answer the call is sent again only when the absence of its effect is proved', async () => {
  await live(10 * minuteMs - 1)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent', attempts: 1 }, 1])
  service.answer = () => ({ outcome: 'ok', value: 'rang' })
  await live(1)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'done', attempts: 2 }, 2])
})

test('the proof of absence starts again after a read that found something', async () => {
  await live(6 * minuteMs)
  expect((await readCall()).absentSince).not.toBeNull()
  let pending = true
  const handler = declare({ confirmAbsence: async () => (pending ? 'pending' : 'absent') })
  await run(handler)
  expect((await readCall()).absentSince).toBeNull()
  pending = false
  await run(handler)
  await live(4.9 * minuteMs, handler)
  expect(service.sent).toBe(1)
  await live(0.3 * minuteMs, handler)
  expect(service.sent).toBe(2)
})

test('business time alone proves no absence: an answer may still be on its way', async () => {
  await run()
  for (const hours of [1, 2, 3]) {
    clock.setOffset(hours * 60 * minuteMs)
    pass(6000)
    await run()
  }
  pass(1999)
  await run()
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent' }, 1])
  pass(1)
  expect(await run()).toBe(0)
  expect(await readCall()).toMatchObject({ status: 'started', attempts: 1 })
})

test('reads without an answer prove nothing: nothing is sent again, and people decide in the end', async () => {
  await run()
  for (const outcome of ['unavailable', 'unknown'] as const) {
    service.effect = () => ({ outcome })
    await live(29 * minuteMs)
    expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent', absentSince: null }, 1])
  }
  await live(3 * minuteMs)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'review', note: 'overdue' }, 1])
})

test('an effect found before the second attempt, or after its refusal, belongs to the first', async () => {
  for (const [shownAtRead, sent] of [
    [1, 1],
    [2, 2],
  ] as const) {
    await database.db.write(allTenants, (sql) =>
      sql.run(`update bell_call set status = 'started', attempts = 1, note = null`),
    )
    service.sent = 1
    let reads = 0
    service.answer = () => ({ outcome: 'rejected', code: 'rings_already' })
    service.effect = () =>
      (reads += 1) < shownAtRead ? { outcome: 'absent' } : { outcome: 'ok', value: 'rang' }
    await run()
    expect([await readCall(), service.sent]).toMatchObject([{ status: 'done', note: 'rang' }, sent])
  }
})

test('a call with `readsFirst` finds effects that exist before its first attempt', async () => {
  service.effect = () => ({ outcome: 'foreign', values: ['rang'] })
  await run(declare({ readsFirst: true }))
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'review', note: 'foreign rang' }, 0])
})

test('the delayed effect of an earlier call is found before anything is sent', async () => {
  service.effect = () => ({ outcome: 'ok', value: 'rang' })
  await run(declare({ followsAnother: () => true }))
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'done', attempts: 0 }, 0])
})

test('one of two simultaneous workers sends; a later one changes nothing', async () => {
  let answered = () => {}
  const answer = new Promise<void>((done) => (answered = done))
  service.answer = async () => {
    await answer
    return { outcome: 'unavailable' }
  }
  const stale = await readCall()
  let arrived = 0
  const handler = declare({
    prepare: async () => {
      arrived += 1
      while (arrived < 2) await new Promise((done) => setTimeout(done, 5))
      return { outcome: 'ready', facts: null }
    },
  })
  const both = [run(handler), run(handler)]
  // The worker that may not send returns at once.
  expect(await Promise.race(both)).toBe(1000)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent', attempts: 1 }, 1])
  const at = { sentAt: clock.now(), calledAt: clock.realNow(), set: {} }
  await database.db.write(allTenants, async (sql) => {
    expect(await attempts.sent(sql, stale, at)).toBeNull()
    expect(await attempts.absent(sql, { ...stale, status: 'sent' })).toBe(false)
    expect(await attempts.absentSince(sql, { ...stale, status: 'sent' }, clock.now())).toBe(false)
  })
  answered()
  expect(new Set(await Promise.all(both))).toEqual(new Set([1000, 5000]))
  expect(await readCall()).toMatchObject({ status: 'started', attempts: 0 })
})

/** The next worker saves its attempt and is then delayed; `meanwhile` runs before it goes on. */
const delayOnce = (meanwhile: () => Promise<unknown> = async () => undefined) => {
  const { write } = work
  let isFirst = true
  work = {
    ...work,
    write: async (use) => {
      const result = await write(use)
      if (!isFirst) return result
      isFirst = false
      pass(5001)
      await meanwhile()
      return result
    },
  }
}

test('a worker that is delayed after it saved the attempt does not send it, and the attempt does not count', async () => {
  service.answer = () => ({ outcome: 'ok', value: 'rang' })
  delayOnce()
  expect(await run()).toBe(5000)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'started', attempts: 0 }, 0])
  pass(5000)
  expect(await run()).toBeNull()
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'done', attempts: 1 }, 1])
})

test('a delayed worker changes nothing when another one has made the next attempt', async () => {
  delayOnce(async () => {
    // The reads of the other worker prove the absence, and its own attempt is not answered.
    await live(15 * minuteMs)
    expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent', attempts: 2 }, 1])
  })
  await run()
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'sent', attempts: 2 }, 1])
})

test('people decide after the largest number of attempts without effect', async () => {
  await live(60 * minuteMs)
  expect([await readCall(), service.sent]).toMatchObject([
    { status: 'review', note: 'absent_again', attempts: 2 },
    2,
  ])
  const seen: string[] = []
  await run(declare({ review: async (_work, { note }) => void seen.push(String(note)) }))
  expect([seen, service.sent]).toEqual([['absent_again'], 2])
})

test('a foreign effect goes to people with the values that were found', async () => {
  await run()
  service.effect = () => ({ outcome: 'foreign', values: ['rang twice'] })
  pass(1000)
  await run()
  expect(await readCall()).toMatchObject({ status: 'review', note: 'foreign rang twice' })
})

test('an unconfirmed call is never sent again, and people decide when no read finds its effect', async () => {
  const handler = declare({
    endings: {
      done: async (_work, { status }, value) => {
        await end(status === 'answered' ? 'done' : 'answered', value)
        return 'unconfirmed'
      },
      refused: async () => undefined,
      undecided: async (_work, _call, { reason }) => void (await end('review', reason)),
    },
  })
  service.answer = () => ({ outcome: 'ok', value: 'rang' })
  expect(await run(handler)).toBe(1000)
  for (const outcome of ['absent', 'pending', 'unavailable'] as const) {
    service.effect = () => ({ outcome })
    await live(15 * minuteMs, handler)
    expect([await readCall(), service.sent]).toMatchObject([{ status: 'answered' }, 1])
  }
  await live(16 * minuteMs, handler)
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'review', note: 'unconfirmed' }, 1])
  await end('answered', 'rang')
  service.effect = () => ({ outcome: 'ok', value: 'seen' })
  await run(handler)
  expect(await readCall()).toMatchObject({ status: 'done', note: 'seen' })
})

test('nothing is sent while another call has the reservation or the facts cannot be read', async () => {
  expect(await run(declare({ reserve: async () => null }))).toBe(15_000)
  const unread = declare({ prepare: async () => ({ outcome: 'unavailable' }) })
  expect([await run(unread), await run(unread), await run(unread)]).toEqual([5000, 10_000, 20_000])
  await run(declare({ prepare: async () => ({ outcome: 'rejected', code: 'no_rope' }) }))
  expect([await readCall(), service.sent]).toMatchObject([{ status: 'refused', note: 'no_rope' }, 0])
})
