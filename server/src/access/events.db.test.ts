import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
let origin: string
beforeAll(async () => {
  product = await createPeopleProduct()
  await product.kernel.live.start()
  origin = await product.kernel.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => product.stop())

/** Opens the stream of a browser's session; collects what it says. */
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

const until = async (seen: () => boolean) => {
  for (let attempt = 0; attempt < 100 && !seen(); attempt += 1) {
    await new Promise((done) => setTimeout(done, 50))
  }
  expect(seen()).toBe(true)
}

test('a person hears of their own changes only, and the stream ends with the session', async () => {
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
  await product.drain()
  await stream.ended
  expect(stream.said()).toContain('event: session.revoked')
})

test('who comes back hears what was missed', async () => {
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
