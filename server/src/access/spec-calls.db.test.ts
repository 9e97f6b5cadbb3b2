import { endpoint } from '@cardamom/contract/endpoint'
import { defaultTags, roleNames, type RoleId } from '@cardamom/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, makeUser } from '../../../tests/support/test-people.ts'
import { accepted } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'

const pay = (level: 'S1' | 'S2' | 'S3') =>
  endpoint({
    method: 'POST',
    path: `/probe/${level.toLowerCase() as 's1'}/:id`,
    summary: 'An act that is confirmed',
    who: 'signed-in',
    stepUp: level,
    params: z.object({ id: z.string() }),
    input: z.object({ amount: z.string(), password: z.string().optional() }),
    output: z.object({ paid: z.string() }),
    refusals: {},
  })

let product: PeopleProduct
let me: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct({
    probe: ({ mount }) => {
      for (const level of ['S1', 'S2', 'S3'] as const) {
        mount(pay(level), async ({ input }) => accepted({ paid: input.amount }))
      }
    },
  })
  await join(product, 'lucia@example.com')
  me = await logIn(product, 'lucia')
})
afterAll(() => product.stop())

type StepUp = { level: string; action: string; objectHash: string; show: Record<string, string> }
const act = (path: string, amount: string, grant?: string) =>
  me.post<StepUp>(path, { amount }, grant ? { headers: { 'step-up': grant } } : {})
const confirm = async (asked: Partial<StepUp>, password = 'secret') => {
  const { level, action, objectHash } = asked
  return me.post<{ grant: string }>('/step-up/password', { level, action, objectHash, password })
}

test('getUserAuths has the shape of the spec', async () => {
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
        locale: 'en',
        country: 'PE',
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

test('without a session every one of them says so in the words of the spec', async () => {
  const nobody = createTestBrowser(product.kernel.app)
  for (const path of ['/getUserAuths', '/user/permissions', '/authsignal/keys', '/send/otp', '/events']) {
    const answer = await nobody.get(path, { headers: { lang: 'es' } })
    expect(answer.status).toBe(401)
    expect(answer.body.message).toBe('User Is Unauthenticated')
  }
})

type Place = { ip_info: { ip: string; country?: string } }

test('a place in a header is believed only behind the proxy that we were told of', async () => {
  const headers = { 'cf-ipcountry': 'PE', 'x-forwarded-for': '198.51.100.9' }
  const direct = JSON.parse((await me.get('/getUserAuths', { headers })).text) as Place
  expect(direct.ip_info).toEqual({ ip: expect.stringMatching(/^10\./) })
  const behind = await createPeopleProduct({ env: { TRUST_PROXY: '10.0.0.0/8' } })
  await makeUser(behind, { email: 'far@example.com', roleId: 2 })
  const browser = await logIn(behind, 'far')
  const proxied = JSON.parse((await browser.get('/getUserAuths', { headers })).text) as Place
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

test('there is no passkey yet, and no code is sent', async () => {
  expect(JSON.parse((await me.get('/authsignal/keys')).text)).toEqual({
    success: true,
    data: { passkey_enabled: 0, publishableKey: '', baseUrl: '' },
  })
  const handed = await me.post('/authsignal/authenticate', { token: 'x' })
  expect([handed.status, handed.body.message]).toEqual([409, 'Passkey is not enabled'])
  const own = JSON.parse((await me.get('/getUserAuths')).text) as { user: { id: string }[] }
  const deleted = await me.post(`/authsignal/delete/passkey/${own.user[0]?.id}`)
  expect([deleted.status, deleted.body.message]).toEqual([409, 'Passkey is not enabled'])
  const other = await me.post('/authsignal/delete/passkey/01a1fa7e-70d2-76fb-835d-ba585f8e2166')
  expect([other.status, other.body.message]).toEqual([403, 'Permission denied'])
  const otp = await me.get('/send/otp?channel=sms')
  expect([otp.status, otp.body.message]).toEqual([503, 'The code could not be sent'])
  expect(otp.headers['retry-after']).toBe('60')
})

test('an act that must be confirmed says what it is, and a grant lets exactly it pass once', async () => {
  const asked = await act('/probe/s2/77', '10.00')
  expect(asked.status).toBe(403)
  expect(asked.body).toMatchObject({
    code: 'step_up_required',
    message: 'Confirm that it is you',
    data: { level: 'S2', action: 'POST /probe/s2/:id', show: { id: '77', amount: '10.00' } },
  })
  expect(asked.body.data.objectHash).toMatch(/^[0-9a-f]{64}$/)
  const wrong = await confirm(asked.body.data, 'wrong!')
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_credentials'])
  const { grant } = (await confirm(asked.body.data)).body.data
  // Another amount, another object and another level are other acts.
  expect((await act('/probe/s2/77', '11.00', grant)).body.code).toBe('step_up_required')
  expect((await act('/probe/s2/78', '10.00', grant)).body.code).toBe('step_up_required')
  expect((await act('/probe/s3/77', '10.00', grant)).body.code).toBe('step_up_required')
  const both = await Promise.all([act('/probe/s2/77', '10.00', grant), act('/probe/s2/77', '10.00', grant)])
  expect(statusesOf(both)).toEqual([200, 403])
})

test('a grant lives for a minute and in its own session', async () => {
  const asked = (await act('/probe/s3/1', '5.00')).body.data
  const late = (await confirm(asked)).body.data.grant
  product.wait(60_000)
  expect((await act('/probe/s3/1', '5.00', late)).body.code).toBe('step_up_required')
  const elsewhere = (await confirm(asked)).body.data.grant
  const other = await logIn(product, 'lucia')
  const stolen = await other.post('/probe/s3/1', { amount: '5.00' }, { headers: { 'step-up': elsewhere } })
  expect(stolen.body.code).toBe('step_up_required')
  expect((await act('/probe/s3/1', '5.00', elsewhere)).status).toBe(200)
})

test('the lightest level holds for a quarter of an hour', async () => {
  const fresh = await logIn(product, 'lucia')
  const light = () => fresh.post<StepUp>('/probe/s1/1', { amount: '1.00' })
  const asked = await light()
  expect(asked.body.data.level).toBe('S1')
  const { level, action, objectHash } = asked.body.data
  await fresh.post('/step-up/password', { level, action, objectHash, password: 'secret' })
  expect((await light()).status).toBe(200)
  product.wait(14 * 60_000)
  expect((await light()).status).toBe(200)
  product.wait(60_000)
  expect((await light()).body.code).toBe('step_up_required')
})

test('what is shown and kept of an act has no secret in it, and its refusal is written down', async () => {
  const shown = await me.post<StepUp>('/probe/s2/9', { amount: '1.00', password: 'canary-word' })
  expect(shown.body.data.show).toEqual({ id: '9', amount: '1.00' })
  const rows = await product.kernel.db.read(everything, (sql) =>
    sql.rows<{ outcome: string }>(`select outcome, object_id from audit where action = 'POST /probe/s2/:id'`),
  )
  expect(rows).toContainEqual({ outcome: 'step_up_required', object_id: '9' })
  expect(rows).toContainEqual({ outcome: 'done', object_id: '77' })
})

test('passwords that confirm are counted with those of the login', async () => {
  await makeUser(product, { email: 'count@example.com', roleId: 2 })
  const browser = await logIn(product, 'count')
  const asked = { level: 'S2', action: 'x', objectHash: 'a'.repeat(64) }
  for (let time = 0; time < 5; time += 1) {
    expect((await browser.post('/step-up/password', { ...asked, password: 'wrong!' })).status).toBe(400)
  }
  expect((await browser.post('/step-up/password', { ...asked, password: 'secret' })).status).toBe(429)
  await expect(logIn(product, 'count')).rejects.toThrow('rate_limited')
})
