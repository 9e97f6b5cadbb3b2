import type { Page } from '@playwright/test'
import { addAuthenticator } from './support/authenticator.ts'
import { overflow, smallTargets, violations } from './support/browser-checks.ts'
import { addPasskey } from './support/factors.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard, signedInPerson, type Person } from './support/people.ts'
import { until } from './support/product-calls.ts'
import { profilingId, switchProfiling, watchProfiler } from './support/profiler.ts'
import { control, serviceUrl } from './support/sandbox-services.ts'

const company = 'andes'
const whole = ['/fp/clear.png', '/fp/clear.png', '/fp/report', '/fp/tags', '/fp/tags.js']

type Hit = { kind: string; referrer: string | null; hadCookies: boolean; facts: object | null }
type Profile = { sessionId: string; hits: Hit[] }
const profileOf = async (sessionId: string) =>
  (await control<Profile[]>('profiler', `/profiles?session_id=${sessionId}`))[0]

const section = (page: Page) => page.getByRole('region', { name: 'Device check' })
const allow = async (page: Page) => {
  await page.goto('/security')
  await section(page).getByRole('button', { name: 'Read and decide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click()
  // The browser goes to the separate page and back.
  await expect(section(page).getByText(/^On since/)).toBeVisible()
}
const logIn = async (page: Page, { email, password }: Person) => {
  await page.goto('/login')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
const logOut = async (page: Page) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
}

test.beforeEach(() => switchProfiling(company, 'off'))
test.afterAll(() => switchProfiling(company, 'off'))

test('no device is profiled before the company has enabled it and the person has agreed', async ({
  openPage,
}) => {
  const person = await signedInPerson({ company })
  const { page, context } = await openPage({ company, person })
  const profiler = watchProfiler(context)
  await page.goto('/security')
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.goto('/device-check?next=/profile')
  await expect(page).toHaveURL(/\/profile$/)
  await switchProfiling(company, 'on')

  await page.goto('/security')
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible()
  await section(page).getByRole('button', { name: 'Read and decide' }).click()
  await expect(page.getByRole('dialog')).toContainText('Never on pages with your cards')
  expect(await violations(page, 'all')).toEqual([])
  // The text is longer than a phone's screen. The keyboard scrolls it, although nothing in it can have the
  // focus.
  await page.setViewportSize(phone)
  await expect(page.getByRole('dialog').locator('[tabindex="0"]', { hasText: 'Never on pages' })).toHaveCount(
    1,
  )
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await logOut(page)
  await logIn(page, person)
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
  expect([profiler.requests(), profiler.openTo(), await profilingId(context)]).toEqual([[], [], undefined])
  expect(profiler.pages()).toContain('/security')
})

test('a device is profiled after each login, on a separate page, until the person ends it', async ({
  openPage,
}) => {
  await switchProfiling(company, 'on')
  const person = await signedInPerson({ company })
  const { page, context } = await openPage({ company, person, viewport: phone })
  const profiler = watchProfiler(context)
  await allow(page)
  expect(profiler.requests()).toEqual(whole)
  const first = await profilingId(context)
  const profile = await profileOf(first ?? '')
  expect(profile?.hits.map(({ hadCookies }) => hadCookies)).toEqual([false, false, false, false, false])
  const own = profile?.hits.filter(({ kind }) => kind !== 'still').map(({ referrer }) => referrer)
  expect(own).toEqual([null, null, null, null])
  expect(await violations(page, 'all')).toEqual([])
  expect([await smallTargets(page), await overflow(page)]).toEqual([[], null])
  await picture(page, 'device-profiling-on')

  await logOut(page)
  expect(profiler.requests()).toEqual([])
  await logIn(page, person)
  await until('another profile', async () => (await profilingId(context)) !== first)
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
  expect(profiler.requests()).toEqual(whole)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
  expect([profiler.requests(), profiler.openTo()]).toEqual([[], ['/device-check']])

  await page.goto('/security')
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible()
  await expect(page.getByText('You turned off the device check')).toBeVisible()
  await expect.poll(() => profilingId(context)).toBeUndefined()
  await page.goto('/device-check?next=/profile')
  await expect(page).toHaveURL(/\/profile$/)
  await logOut(page)
  await logIn(page, person)
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
  expect(profiler.requests()).toEqual([])
})

test('profiling never runs with cards or a step-up, and the id goes to the step-up provider', async ({
  openPage,
}) => {
  await switchProfiling(company, 'on')
  const person = await personWithCard({ company })
  const { page, context, problems } = await openPage({ company, person })
  problems.expect(/status of 403/, /Content.Security.Policy/i, /TrustedScriptURL/)
  await addAuthenticator(page)
  await addPasskey(page)
  const profiler = watchProfiler(context)
  await allow(page)
  expect(profiler.requests()).toEqual(whole)

  // First by links within one document, then by a full page load.
  await page.goto('/')
  await page.getByRole('link', { name: 'Cards' }).first().click()
  await expect(page).toHaveURL(/\/cards$/)
  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.locator('iframe').contentFrame().getByText('CVV')).toBeVisible()
  type RecordedRequest = { path: string; body: { custom?: object } }
  const recorded = await control<RecordedRequest[]>('auth', '/requests')
  const track = recorded.find(({ path }) => path.endsWith('/actions/post-cards-id-reveal'))
  expect(track?.body.custom).toEqual({ profilingId: await profilingId(context) })

  // An injected script does not run on such a page.
  const refused = await page.evaluate(
    async (url) => {
      type Browser = { document: { createElement: (name: string) => { src: string } } }
      try {
        ;(globalThis as unknown as Browser).document.createElement('script').src = url
        return 'taken'
      } catch (error) {
        return (error as Error).name
      }
    },
    `${serviceUrl('profiler')}/fp/tags.js?org_id=4a08uqve&session_id=planted`,
  )
  expect(refused).toBe('TypeError')
  const beacon = `${serviceUrl('profiler')}/fp/clear.png?org_id=4a08uqve&session_id=planted&m=1`
  expect(await page.evaluate((url) => fetch(url).then(String, () => 'refused'), beacon)).toBe('refused')
  expect(await profileOf('planted')).toBeUndefined()
  expect([profiler.requests().filter((path) => path !== '/fp/clear.png'), profiler.openTo()]).toEqual([
    [],
    ['/device-check'],
  ])
})

test('a profiler that fails delays no login for long', async ({ openPage }) => {
  await switchProfiling(company, 'on')
  const person = await signedInPerson({ company })
  const { page, context, problems } = await openPage({ company, person, language: 'es' })
  problems.expect(/status of 500/)
  await person.calls.post('/device-profiling/consent', { textVersion: '2026-11.2' })
  const profiler = watchProfiler(context)
  for (const fault of [
    { kind: 'status', path: '^/fp/', value: 500, remaining: 2 },
    { kind: 'delay', path: '^/fp/tags.js$', value: 60_000, remaining: 1 },
  ]) {
    await control('profiler', '/faults', fault)
    // The page may navigate away before it has loaded.
    await page.goto('/device-check?next=/profile').catch(() => undefined)
    await expect(page).toHaveURL(/\/profile$/)
    expect(profiler.requests()).toContain('/fp/tags.js')
  }
  await page.goto('/device-check?next=https://evil.example/').catch(() => undefined)
  await expect(page).toHaveURL(`${new URL(page.url()).origin}/`)

  // Without its own script the page does nothing, and the person continues by the link.
  problems.expect(/ERR_FAILED/)
  await page.route('**/assets/device-check-*.js', (route) => route.abort())
  await page.goto('/device-check?next=/profile')
  await expect(page.getByRole('heading', { name: 'Revisando este dispositivo' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  expect([await smallTargets(page), await overflow(page)]).toEqual([[], null])
  await picture(page, 'device-check')
  await page.getByRole('link', { name: 'Continuar ahora' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})
