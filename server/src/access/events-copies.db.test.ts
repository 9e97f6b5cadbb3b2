import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

/** Two copies of the server on one database. People sign in at the first and listen at the second. */
let first: PeopleProduct
let second: PeopleProduct
let origin: string
beforeAll(async () => {
  const key = () => randomBytes(32).toString('base64')
  const env = { ENCRYPTION_KEY: key(), LEDGER_SIGNING_KEY: key() }
  first = await createPeopleProduct({ env })
  second = await createPeopleProduct({ env, database: { ...first.database, drop: async () => undefined } })
  await second.kernel.live.start()
  origin = await second.kernel.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

/** Well below the 15 seconds between two checks without a notice. */
const withinMs = 5000

const listen = async (browser: TestBrowser) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, authorization: `Bearer ${browser.token()}` }
  const answer = await fetch(`${origin}/api/events`, { headers })
  let isOpen = answer.status === 200
  void answer.body?.pipeTo(new WritableStream()).then(() => (isOpen = false))
  return { status: answer.status, isOpen: () => isOpen }
}

const run = (text: string, email: string) =>
  first.kernel.db.write(allTenants, (sql) => sql.run(text, [email]))

/** One after another: without notices at most one of them could end in time, by the check. */
const changes: [string, (browser: TestBrowser, email: string) => Promise<unknown>][] = [
  ['a lock', (browser) => browser.post('/session/lock')],
  ['another role', (_, email) => run('update app_user set role_id = 5 where email = $1', email)],
  ['a deactivation', (_, email) => run('update app_user set active = false where email = $1', email)],
  ['a logout', (browser) => browser.post('/session/logout')],
]

test('a lock, a change of the person and a logout close the streams at other copies at once', async () => {
  for (const [index, [name, change]] of changes.entries()) {
    const email = `copies${index}@example.com`
    await makeUser(first, { email, roleId: 2 })
    const [browser, other] = [await logIn(first, `copies${index}`), await logIn(first, `copies${index}`)]
    const [stream, others] = [await listen(browser), await listen(other)]
    expect([stream.isOpen(), others.isOpen()], name).toEqual([true, true])
    await change(browser, email)
    await expect.poll(stream.isOpen, { timeout: withinMs, message: name }).toBe(false)
    // A change of the person closes all their streams, a change of one session only its own.
    const isOfSession = name === 'a lock' || name === 'a logout'
    if (isOfSession) expect(others.isOpen(), name).toBe(true)
    else await expect.poll(others.isOpen, { timeout: withinMs, message: name }).toBe(false)
    if (name === 'a lock') expect((await listen(browser)).status).toBe(423)
    await other.post('/session/logout')
  }
})

test('a stream that opens while its session is locked does not stay open', async () => {
  const email = 'race@example.com'
  await makeUser(first, { email, roleId: 2 })
  const browser = await logIn(first, 'race')
  for (let round = 0; round < 10; round += 1) {
    const [streams] = await Promise.all([
      Promise.all([listen(browser), listen(browser), listen(browser)]),
      browser.post('/session/lock'),
    ])
    for (const { isOpen } of streams) await expect.poll(isOpen, { timeout: withinMs }).toBe(false)
    await run(
      'update session set locked_at = null where user_id = (select id from app_user where email = $1)',
      email,
    )
    await expect.poll(async () => (await browser.get('/cards')).status).toBe(200)
  }
})
