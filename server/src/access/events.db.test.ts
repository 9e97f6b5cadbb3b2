import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
let origin: string
beforeAll(async () => {
  product = await createPeopleProduct()
  await product.kernel.live.start()
  origin = await product.kernel.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => product.stop())

/** Opens the stream of a browser's session and collects its events. */
const listen = async (login: string, lastEventId?: string) => {
  const browser = await logIn(product, login)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${origin}/api/events`, {
    headers: {
      cookie,
      authorization: `Bearer ${browser.token()}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  })
  let text = ''
  const ended = (async () => {
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += value
    }
  })()
  return { browser, answer, ended, said: () => text }
}

const until = async (seen: () => boolean, attempts = 100) => {
  for (let attempt = 0; attempt < attempts && !seen(); attempt += 1) {
    await new Promise((done) => setTimeout(done, 50))
  }
  expect(seen()).toBe(true)
}

test('a person receives only their own events, and the stream ends with the session', async () => {
  await makeUser(product, { email: 'ear@example.com', roleId: 2 })
  await makeUser(product, { email: 'noise@example.com', roleId: 2 })
  const stream = await listen('ear')
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const noise = await logIn(product, 'noise')
  await noise.patch('/me', { firstName: 'Quiet' }, { headers: { 'if-match': '1' } })
  await stream.browser.patch('/me', { firstName: 'Loud' }, { headers: { 'if-match': '1' } })
  await until(() => stream.said().includes('event: user.changed'))
  expect(stream.said().match(/event: user\.changed/g)).toHaveLength(1)
  expect(stream.said()).not.toContain('Loud')
  await stream.browser.post('/session/logout')
  await stream.ended
})

test('the number of streams of a session and of a person is limited', async () => {
  await makeUser(product, { email: 'greedy@example.com', roleId: 2 })
  const open = async (browser: Awaited<ReturnType<typeof logIn>>) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, authorization: `Bearer ${browser.token()}` }
    const stop = new AbortController()
    const answer = await fetch(`${origin}/api/events`, { headers, signal: stop.signal })
    return { answer, end: () => stop.abort() }
  }
  const browsers = [await logIn(product, 'greedy'), await logIn(product, 'greedy')]
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(browsers[0]!)))
  expect(streams.map(({ answer }) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
  const over = await open(browsers[0]!)
  expect(over.answer.status).toBe(429)
  expect(over.answer.headers.get('retry-after')).toBe('15')
  expect(await over.answer.json()).toMatchObject({ code: 'too_many_streams' })
  const other = await open(browsers[1]!)
  expect(other.answer.status).toBe(200)
  streams[0]!.end()
  let again = await open(browsers[0]!)
  for (let attempt = 0; attempt < 100 && again.answer.status === 429; attempt += 1) {
    await new Promise((done) => setTimeout(done, 50))
    again = await open(browsers[0]!)
  }
  expect(again.answer.status).toBe(200)
  for (const { end } of [...streams, other, again]) end()
})

const headersOf = (browser: Awaited<ReturnType<typeof logIn>>) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, authorization: `Bearer ${browser.token()}` }
}

test('opening more streams at once than there are database connections does not block other calls', async () => {
  await makeUser(product, { email: 'crowd@example.com', roleId: 2 })
  const headers = headersOf(await logIn(product, 'crowd'))
  const stop = new AbortController()
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await fetch(`${origin}/api/events`, { headers, signal: stop.signal })
      return answer.status
    }),
  )
  stop.abort()
  const counted = Map.groupBy(statuses, (status) => status)
  expect([counted.get(200)?.length, counted.get(429)?.length]).toEqual([10, 30])
})

test('a connection that is lost before its stream starts does not count', async () => {
  await makeUser(product, { email: 'gone@example.com', roleId: 2 })
  const headers = headersOf(await logIn(product, 'gone'))
  for (let tries = 0; tries < 40; tries += 1) {
    const stop = new AbortController()
    const response = fetch(`${origin}/api/events`, { headers, signal: stop.signal }).catch(() => null)
    await new Promise((done) => setTimeout(done, tries % 20))
    stop.abort()
    await response
  }
  const stop = new AbortController()
  const open = async () => (await fetch(`${origin}/api/events`, { headers, signal: stop.signal })).status
  await expect.poll(open, { timeout: 20_000, interval: 200 }).toBe(200)
  stop.abort()
})

test('a browser that returns receives the events that it missed', async () => {
  await makeUser(product, { email: 'back@example.com', roleId: 2 })
  const first = await listen('back')
  await first.browser.patch('/me', { firstName: 'One' }, { headers: { 'if-match': '1' } })
  await until(() => first.said().includes('event: user.changed'))
  const last = /id: ([0-9a-f-]{36})/.exec(first.said())?.[1] ?? ''
  await first.browser.patch('/me', { firstName: 'Two' }, { headers: { 'if-match': '2' } })
  const again = await listen('back', last)
  await until(() => again.said().includes('event: user.changed'))
  const wrong = await listen('back', `'; drop table event; --`)
  expect(wrong.answer.status).toBe(200)
  for (const stream of [first, again, wrong]) await stream.browser.post('/session/logout')
  await product.drain()
  await Promise.all([first.ended, again.ended, wrong.ended])
})

const lastTransaction = () =>
  product.kernel.db.read({ kind: 'all' }, async (sql) =>
    BigInt((await sql.one<{ tx: string }>('select max(tx::text::int8)::text as tx from event')).tx),
  )

test('a first stream continues from an answer: it has the later events and not the earlier ones', async () => {
  await makeUser(product, { email: 'first@example.com', roleId: 2 })
  const early = await logIn(product, 'first')
  await early.patch('/me', { firstName: 'Before' }, { headers: { 'if-match': '1' } })
  const cursorOf = async () => String((await early.get('/getUserAuths')).headers['live-cursor'])
  let cursor = await cursorOf()
  expect(cursor).toMatch(/^\d+\.\d+$/)
  // The cursor advances with the server's reads, and stays behind the oldest transaction of the whole
  // database server. Until that transaction is newer than the change, the change is sent again.
  const before = await lastTransaction()
  const isPast = () => BigInt(cursor.split('.')[0] ?? '') > before
  for (let attempt = 0; attempt < 500 && !isPast(); attempt += 1) {
    await new Promise((done) => setTimeout(done, 50))
    cursor = await cursorOf()
  }
  expect(isPast()).toBe(true)
  await early.patch('/me', { firstName: 'After' }, { headers: { 'if-match': '2' } })
  const stream = await listen('first', cursor)
  await until(() => stream.said().includes('event: user.changed'))
  expect(stream.said().match(/event: user\.changed/g)).toHaveLength(1)
  const anonymous = await fetch(`${origin}/api/company/branding`)
  expect(anonymous.headers.get('live-cursor')).toBeNull()
  const beyond = await listen('first', '9223372036854775807.99999999999999')
  expect(beyond.answer.status).toBe(200)
  for (const each of [stream, beyond]) await each.browser.post('/session/logout')
  await product.drain()
  await Promise.all([stream.ended, beyond.ended])
})

/** Events that no other code in these tests emits. */
type SampleEventType = 'load.quoted' | 'load.undetected' | 'user.registered' | 'user.email_verified'
type EventStream = Awaited<ReturnType<typeof listen>>
/** Other people's events, as on a busy platform. */
const makeNoise = async (events: number) => {
  const { kernel } = product
  await kernel.write({ kind: 'all' }, async ({ emit }) => {
    for (let made = 0; made < events; made += 1) {
      const [entityId, userId] = [kernel.ids.next(), kernel.ids.next()]
      emit({ type: 'notification.read', entityId, companyId: entityId, userId })
    }
  })
}
const change = (stream: EventStream, firstName: string, version: number) =>
  stream.browser.patch('/me', { firstName }, { headers: { 'if-match': String(version) } })
const idsOf = (stream: EventStream) => [...stream.said().matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '')

test('a person receives their own events among many events of others, live and after returning', async () => {
  await makeUser(product, { email: 'busy@example.com', roleId: 2 })
  const first = await listen('busy')
  await makeNoise(1200)
  await change(first, 'Between', 1)
  await makeNoise(1200)
  await until(() => first.said().includes('event: user.changed'))
  const last = idsOf(first).at(-1) ?? ''
  await makeNoise(1200)
  await change(first, 'After', 2)
  await makeNoise(600)
  await change(first, 'Last', 3)
  const again = await listen('busy', last)
  await until(() => idsOf(again).length >= 2)
  expect(idsOf(again)).not.toContain(last)
  expect(new Set(idsOf(again)).size).toBe(idsOf(again).length)
  expect(again.said()).not.toContain('notification.read')
  for (const stream of [first, again]) await stream.browser.post('/session/logout')
  await product.drain()
  await Promise.all([first.ended, again.ended])
})

test('an event that commits after a delay is sent to browsers that already received younger ones', async () => {
  await makeUser(product, { email: 'late@example.com', roleId: 2 })
  const { kernel } = product
  const stream = await listen('late')
  const [me] = await kernel.db.read({ kind: 'all' }, (sql) =>
    sql.rows<{ id: string; company_id: string }>(`select id, company_id from app_user where email = $1`, [
      'late@example.com',
    ]),
  )
  const emitOf = (type: 'user.changed') => ({
    type,
    entityId: me?.id ?? '',
    companyId: me?.company_id ?? null,
    userId: me?.id ?? null,
  })
  let commit = () => {}
  const mayCommit = new Promise<void>((done) => (commit = done))
  const insert = `insert into event (id, type, entity, entity_id, company_id, user_id, at)
    values ($1, 'user.slow', 'user', $2, $3, $2, now())`
  let written = () => {}
  const isWritten = new Promise<void>((done) => (written = done))
  const slow = kernel.db.write({ kind: 'all' }, async (sql) => {
    await sql.run(insert, [kernel.ids.next(), me?.id ?? '', me?.company_id ?? ''])
    written()
    await mayCommit
  })
  await isWritten
  await kernel.write({ kind: 'all' }, async ({ emit }) => emit(emitOf('user.changed')))
  await until(() => stream.said().includes('user.changed'))
  const last = idsOf(stream).at(-1) ?? ''
  commit()
  await slow
  const again = await listen('late', last)
  await until(() => again.said().includes('user.slow'))
  await until(() => stream.said().includes('user.slow'))
  for (const each of [stream, again]) await each.browser.post('/session/logout')
  await product.drain()
  await Promise.all([stream.ended, again.ended])
})

test('a stream ends when the scope of its person has changed', async () => {
  await makeUser(product, { email: 'moved@example.com', roleId: 5 })
  const stream = await listen('moved')
  await product.kernel.db.write({ kind: 'all' }, (sql) =>
    sql.run(`update app_user set role_id = 2 where email = 'moved@example.com'`),
  )
  let isOver = false
  void stream.ended.then(() => (isOver = true))
  await until(() => isOver, 500)
  const back = await listen('moved')
  expect(back.answer.status).toBe(200)
  await back.browser.post('/session/logout')
  await product.drain()
  await back.ended
}, 60_000)

test('a changed banner reaches cardholders of every company, also one who was away', async () => {
  const elsewhere = await makeCompany(product, { slug: 'banner-company' })
  await makeUser(product, { email: 'reader@example.com', roleId: 2 })
  await makeUser(product, { email: 'other-reader@example.com', roleId: 2, companyId: elsewhere })
  const { kernel } = product
  const happen = (type: 'incident.changed' | 'reconciliation.mismatch_found') => {
    const payload = { invariant: 'own', subject: 'own' }
    const event = { type, entityId: kernel.ids.next(), companyId: null, userId: null, payload }
    return kernel.write({ kind: 'all' }, async ({ emit }) => emit(event as never))
  }
  const [stream, other] = [await listen('reader'), await listen('other-reader')]
  await happen('reconciliation.mismatch_found')
  await happen('incident.changed')
  for (const { said } of [stream, other]) await until(() => said().includes('event: incident.changed'))
  const lastId = idsOf(stream).at(-1) ?? ''
  await happen('reconciliation.mismatch_found')
  await happen('incident.changed')
  const back = await listen('reader', lastId)
  await until(() => back.said().includes('event: incident.changed'))
  for (const { said } of [stream, other, back]) expect(said()).not.toContain('mismatch_found')
  for (const each of [stream, other, back]) await each.browser.post('/session/logout')
  await product.drain()
  await Promise.all([stream.ended, other.ended, back.ended])
})

test('a provider sub-admin receives events of listed companies and of themselves, also missed ones', async () => {
  const [listed, other] = [
    await makeCompany(product, { slug: 'listed' }),
    await makeCompany(product, { slug: 'unlisted' }),
  ]
  const top = await makeUser(product, { email: 'top@example.com', roleId: 11 })
  const sub = await makeUser(product, { email: 'sub@example.com', roleId: 10 })
  const { kernel } = product
  const happen = (type: SampleEventType, companyId: string) =>
    kernel.write({ kind: 'all' }, async ({ emit }) => {
      emit({ type, entityId: kernel.ids.next(), companyId, userId: kernel.ids.next() })
    })
  const topStream = await listen('top')
  const before = await listen('sub')
  await happen('load.quoted', listed)
  await until(() => topStream.said().includes('load.quoted'))
  await change(before, 'Own', 1)
  await until(() => before.said().includes('user.changed'))
  expect(before.said()).not.toContain('load.quoted')

  await kernel.db.write({ kind: 'all' }, (sql) =>
    sql.run(
      `insert into listed_company (user_id, company_id, listed_by, listed_at) values ($1, $2, $3, now())`,
      [sub, listed, top],
    ),
  )
  const after = await listen('sub')
  await change(after, 'Still own', 2)
  await until(() => after.said().includes('user.changed'))
  const lastId = idsOf(after).at(-1) ?? ''
  await happen('load.undetected', other)
  await happen('user.registered', '00000000-0000-7000-8000-000000000001')
  await happen('user.email_verified', listed)
  await until(() => after.said().includes('user.email_verified'))
  await change(after, 'Missed', 3)
  const back = await listen('sub', lastId)
  await until(() => back.said().includes('user.changed') && back.said().includes('user.email_verified'))
  for (const { said } of [after, back]) expect(said()).not.toMatch(/load\.undetected|user\.registered/)
  expect((await after.browser.get('/me')).status).toBe(200)
  for (const each of [topStream, before, after, back]) await each.browser.post('/session/logout')
  await product.drain()
  await Promise.all([topStream.ended, before.ended, after.ended, back.ended])
})
