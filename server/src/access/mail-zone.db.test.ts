import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { join } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
beforeAll(async () => {
  // Test calls come from addresses of 10.0.0.0/8, whose country header is trusted.
  product = await createPeopleProduct({ env: { TRUST_PROXY: '10.0.0.0/8' } })
})
afterAll(() => product.stop())

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/153.0.0.0 Safari/537.36'

/**
 * The mail about a new password, after a login in a browser with this time zone; a zone may be chosen then.
 */
const mailAfterLogin = async (name: string, zone: string | null, chosen?: string) => {
  const email = `${name}@example.com`
  await join(product, email)
  const browser = createTestBrowser(product.kernel.app)
  const headers = {
    'user-agent': agent,
    'cf-ipcountry': 'MX',
    'x-forwarded-for': '203.0.113.7',
    ...(zone === null ? {} : { 'time-zone': zone }),
  }
  const login = { login: email, password: 'own secret' }
  const opened = await browser.post<{ token: string }>('/sessions', login, { headers })
  browser.setToken(opened.body.data.token)
  if (chosen !== undefined) {
    const { version } = (await browser.get<{ version: number }>('/me')).body.data
    const ifMatch = { headers: { 'if-match': String(version) } }
    expect((await browser.patch('/me', { timeZone: chosen }, ifMatch)).status).toBe(200)
  }
  const change = { oldPassword: 'own secret', password: 'another secret 7', confirmation: 'another secret 7' }
  const changed = await browser.post('/me/password', change, { headers })
  expect(changed.status, changed.text).toBe(200)
  await product.drain()
  const [mail] = await product.mailbox.outbox(email, 'password_changed')
  return mail?.text ?? ''
}

test('mail has times in the zone of the last used browser, and the location of the browser', async () => {
  const text = await mailAfterLogin('zone-known', 'America/Mexico_City')
  expect(text).toMatch(/When: \d+ \w+ \d{4}, \d\d:\d\d \(Mexico City, GMT-6\)/)
  expect(text).toContain('Device: Windows, Chrome')
  expect(text).toContain('Place: Mexico, 203.0.113.7')
})

test('the chosen time zone of a person has priority over that of their browser', async () => {
  const text = await mailAfterLogin('zone-chosen', 'America/Mexico_City', 'Pacific/Kiritimati')
  expect(text).toMatch(/When: \d+ \w+ \d{4}, \d\d:\d\d \(Kiritimati, GMT\+14\)/)
})

test.each([
  ['none', null],
  ['one that there is not', 'Mars/Olympus_Mons'],
])('a browser that names %s leaves the zone of the company', async (name, zone) => {
  expect(await mailAfterLogin(`zone-${name.replaceAll(' ', '-')}`, zone)).toMatch(/When: .* \(UTC\)/)
})
