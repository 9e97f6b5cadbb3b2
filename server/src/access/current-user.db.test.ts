import { defaultTags, roleNames, type RoleId } from '@cardamom/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, makeUser } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
let me: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct()
  await join(product, 'lucia@example.com')
  me = await logIn(product, 'lucia')
})
afterAll(() => product.stop())

test('getUserAuths has the shape of product §7', async () => {
  const answer = await me.get('/getUserAuths')
  expect(answer.body).toEqual({
    success: true,
    user: [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: 'lucia',
        email: 'lucia@example.com',
        first_name: 'Lucía',
        last_name: 'Ibáñez',
        role_id: 2,
        passkey_enabled: 0,
        active: 1,
        is_test: 0,
        locked: 0,
        terms_due: 0,
        has_wallet: 0,
        locale: 'en',
        country: 'PE',
        time_zone: null,
        referral_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        user_company: {
          id: '00000000-0000-7000-8000-000000000001',
          slug: 'house',
          name: 'Cardamom',
          tier: 1,
          time_zone: 'UTC',
          passkey_mandatory: 0,
          kyc_service: 'veriff',
          kyc_flow: 'redirect',
          automatic_card_creation: 0,
        },
      },
    ],
    ip_info: { ip: expect.stringMatching(/^10\./) },
  })
})

test('without a session each call answers with the exact message of product §4', async () => {
  const visitor = createTestBrowser(product.kernel.app)
  for (const path of ['/getUserAuths', '/user/permissions', '/authsignal/keys', '/send/otp', '/events']) {
    const answer = await visitor.get(path, { headers: { lang: 'es' } })
    expect(answer.status).toBe(401)
    expect(answer.body.message).toBe('User Is Unauthenticated')
  }
})

type AddressFacts = { ip_info: { ip: string; country?: string } }

test('the location in a header counts only behind a trusted proxy', async () => {
  const headers = { 'cf-ipcountry': 'PE', 'x-forwarded-for': '198.51.100.9' }
  const direct = JSON.parse((await me.get('/getUserAuths', { headers })).text) as AddressFacts
  expect(direct.ip_info).toEqual({ ip: expect.stringMatching(/^10\./) })
  const behind = await createPeopleProduct({ env: { TRUST_PROXY: '10.0.0.0/8' } })
  await makeUser(behind, { email: 'far@example.com', roleId: 2 })
  const browser = await logIn(behind, 'far')
  const proxied = JSON.parse((await browser.get('/getUserAuths', { headers })).text) as AddressFacts
  await behind.stop()
  expect(proxied.ip_info).toEqual({ ip: '198.51.100.9', country: 'PE' })
})

test.each(Object.keys(roleNames).map(Number) as RoleId[])(
  'role %i holds its default tags',
  async (roleId) => {
    await makeUser(product, { email: `tags${roleId}@example.com`, roleId })
    const browser = await logIn(product, `tags${roleId}`)
    const answer = JSON.parse((await browser.get('/user/permissions')).text) as {
      success: boolean
      data: { data: { tag: string }[] }
    }
    expect(answer.success).toBe(true)
    expect(answer.data.data.map(({ tag }) => tag)).toEqual(defaultTags(roleId))
  },
)

test('without a provider no user has a passkey, and nothing is sent or removed', async () => {
  expect(JSON.parse((await me.get('/authsignal/keys')).text)).toEqual({
    success: true,
    data: { passkey_enabled: 0, publishableKey: '', baseUrl: '' },
  })
  const handed = await me.post('/authsignal/authenticate', { token: 'x' })
  expect([handed.status, handed.body.code]).toEqual([503, 'unavailable'])
  const own = JSON.parse((await me.get('/getUserAuths')).text) as { user: { id: string }[] }
  const deleted = await me.post(`/authsignal/delete/passkey/${own.user[0]?.id}`)
  expect([deleted.status, deleted.body.code]).toEqual([403, 'factor_required'])
  for (const end of ['', '/', '/undefined', '/null', '/undefined/']) {
    const visitor = await me.post(`/authsignal/delete/passkey${end}`)
    expect([end, visitor.status, visitor.body.message]).toEqual([
      end,
      422,
      'User ID is required to delete passkey',
    ])
  }
  expect((await me.post('/authsignal/delete/passkey/7')).status).toBe(404)
  const otp = await me.get('/send/otp?channel=sms')
  expect([otp.status, otp.body.code]).toEqual([410, 'challenge_expired'])
})
