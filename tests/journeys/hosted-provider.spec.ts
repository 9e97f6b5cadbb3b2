import { addAuthenticator } from './support/authenticator.ts'
import { addPasskey } from './support/factors.ts'
import { startHostedProduct, type HostedProduct } from './support/hosted-provider.ts'
import { expect, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { openCalls, productUrl, until } from './support/product-calls.ts'
import { confirmOnPages } from './support/provider-pages.ts'
import { mailTo } from './support/sandbox-services.ts'
import { atHome, logOut } from './support/sign-in.ts'

// The second product needs 25 seconds to start, so all its tests are in this file.
test.describe.configure({ mode: 'serial' })

let hosted: HostedProduct
test.beforeAll(async () => {
  hosted = await startHostedProduct()
})
test.afterAll(() => hosted.stop())

test('three settings name another provider, and the policies of the page allow it', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  const loaded = await page.goto('/login')
  const policy = loaded?.headers()['content-security-policy'] ?? ''
  const own = `'self'`
  expect(policy).toContain(`connect-src ${own} ${hosted.providerUrl};`)
  expect(policy).toMatch(new RegExp(`frame-src [^;]*${hosted.providerUrl}`))
  expect(loaded?.headers()['permissions-policy']).toContain(
    `publickey-credentials-get=(self "${hosted.providerUrl}")`,
  )
  const config = await person.calls.get('/config')
  const authsignal = { tenantId: hosted.tenantId, baseUrl: `${hosted.providerUrl}/v1` }
  expect(config).toMatchObject({ authsignal })
  const keys = await person.calls.get('/authsignal/keys')
  const expected = { publishableKey: hosted.tenantId, baseUrl: authsignal.baseUrl }
  expect(keys).toMatchObject(expected)
  // The hosted provider counts by itself: no call of its protocol lists or lifts its lockouts.
  const admin = await openCalls()
  const marta = { login: 'marta@demo.cardamom.example', password: 'cardamom-demo' }
  admin.setToken((await admin.post<{ token: string }>('/sessions', marta)).token)
  expect(await admin.get('/lockouts')).toMatchObject({ provider: { state: 'not_told' } })
  // The product passes none of the provider's calls on.
  const passed = await person.calls.context.get(`${productUrl()}/authsignal/v1/client/user-authenticators`)
  expect(passed.headers()['content-type']).not.toContain('json')
})

test('a passkey is added at the hosted provider and logs in from the login field', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const device = await addAuthenticator(page)
  await addPasskey(page)
  await device.touches(false)
  await logOut(page)
  await device.touches(true)
  await page.goto('/login')
  await atHome(page)
  // The page before may have sent a request too, when the device was touched again.
  expect(requests).toContain(`${hosted.providerUrl}/v1/client/verify/passkey`)
})

test('the provider’s page confirms over a login, instead of it on a phone, and next to an operation', async ({
  openPage,
}) => {
  // The product's own mail sends the provider's codes, in every configuration.
  const newest = (email: string, before: string) =>
    until('a new code', async () => {
      const { code } = await mailTo(email, 'sign_in_code')
      return code === before ? null : code
    })
  const away = await confirmOnPages(openPage, newest, 'hosted-page')
  expect(away.origin).toBe(hosted.providerUrl)
})
