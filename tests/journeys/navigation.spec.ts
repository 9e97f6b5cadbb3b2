import type { Page } from '@playwright/test'
import { demoAdmin } from './support/demo-admin.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { loadWithShares, signedInPerson } from './support/people.ts'

const scrolledTo = (page: Page) => page.evaluate<number>('Math.round(scrollY)')
/** The window is so low that every page scrolls. */
const low = { width: phone.width, height: 320 }

test('a new page starts at its top, and back restores the position', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person, viewport: low })
  await page.goto('/profile')
  await expect(page).toHaveTitle('Profile · Cardamom')
  const changePassword = page.getByRole('link', { name: 'Change the password' })
  await changePassword.scrollIntoViewIfNeeded()
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(100)
  const before = await scrolledTo(page)
  await changePassword.click()
  await expect(page).toHaveTitle('Change the password · Cardamom')
  await expect.poll(() => scrolledTo(page)).toBe(0)
  // Screen readers start at the new page.
  await expect(page.locator('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle('Profile · Cardamom')
  await expect.poll(() => scrolledTo(page)).toBe(before)
  await page.goForward()
  await expect(page).toHaveTitle('Change the password · Cardamom')
  await expect.poll(() => scrolledTo(page)).toBe(0)
  await page.goBack()
  await page.reload()
  await expect(page).toHaveTitle('Profile · Cardamom')
  await expect.poll(() => scrolledTo(page)).toBe(before)
})

test('the frame stays during navigation, and a filter is not a page of its own', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Cardamom')
  const navigation = page.getByRole('navigation').first()
  await expect(navigation).toBeVisible()
  await page.evaluate("document.querySelector('nav').dataset.first = 'yes'")
  await navigation.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveTitle('Activity · Cardamom')
  await expect(navigation).toHaveAttribute('data-first', 'yes')
  await expect(navigation.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Search by shop, city or amount').fill('coffee')
  await expect(page).toHaveURL(/\/transactions\?q=coffee$/)
  await page.goBack()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(page).toHaveTitle('Home · Cardamom')
  await expect(navigation).toHaveAttribute('data-first', 'yes')
})

test('no view is shown as selected while a filter chooses other rows', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/transactions?status=declined')
  await expect(page.getByRole('button', { name: 'Declined' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('radio', { name: 'All' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  // The active filter is visible, also where the row of filters is wider than the window.
  await page.setViewportSize(phone)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Declined' })).toBeInViewport({ ratio: 1 })
  await page.getByText('All', { exact: true }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
})

test('an administrator’s home page shows waiting work and figures, each with its list, table and file', async ({
  openPage,
}) => {
  const all = await openPage({ person: await demoAdmin(), viewport: desk })
  const { page } = all
  await bringAxe(all.context)
  await page.goto('/admin?days=90')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByText(/^Active cards$/)).toBeVisible()
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked()
  const chart = page.getByRole('slider', { name: /^Load volume by day/ })
  await chart.focus()
  const last = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
  await picture(page, 'admin-home-en-light-desk')
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('button', { name: 'Table: Load volume' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV: Load volume' }).click()
  expect((await coming).suggestedFilename()).toBe('load-volume.csv')
  await picture(page, 'admin-home-table-en-light-desk')
  expect(await violations(page, 'all')).toEqual([])
  const fees = page.getByRole('slider', { name: /^Fees by tier by day/ })
  await expect(fees).toHaveAttribute('aria-valuetext', /Operator \$.+Tier 1 \$/)
  await fees.scrollIntoViewIfNeeded()
  await picture(page, 'admin-home-fees-chart-en-light-desk')
  await page.getByRole('button', { name: 'Table: Fees by tier' }).click()
  await page.getByRole('region', { name: 'Table: Fees by tier' }).scrollIntoViewIfNeeded()
  await picture(page, 'admin-home-fees-en-light-desk')
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('region', { name: 'Table: Load volume' }).getByRole('link', { name: 'Total' }).click()
  await expect(page).toHaveURL(/\/admin\/loads\?from=.+&to=/)
  await page.goBack()
  await page.getByRole('link', { name: /^Check started/ }).click()
  await expect(page).toHaveURL(/startedWithin=90/)

  await page.goBack()
  await page.getByRole('link', { name: 'Open the checklist' }).click()
  await expect(page.getByText('Public address with TLS')).toBeVisible()
  await picture(page, 'admin-go-live-en-light-desk')
  expect(await violations(page, 'all')).toEqual([])

  // The depositor has no identity checks: neither their figures nor their queue.
  const some = await openPage({
    person: await demoAdmin('ines'),
    viewport: phone,
    language: 'es',
    scheme: 'dark',
  })
  await some.page.goto('/admin')
  await expect(some.page.getByRole('heading', { name: 'Volumen de cargas' })).toBeVisible()
  await expect(some.page.getByRole('heading', { name: /Verificaciones de identidad/ })).toHaveCount(0)
  await picture(some.page, 'admin-home-es-dark-phone')
})

test('an administrator of a company sees its own part of the fees alone, on a phone too', async ({
  openPage,
}) => {
  await loadWithShares()
  const person = await demoAdmin('rafael')
  const { page, context } = await openPage({ person, viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/admin?days=90')
  const chart = page.getByRole('slider', { name: /^Parte de tu empresa por día/ })
  await expect(chart).toHaveAttribute('aria-valuetext', /\$/)
  await expect(page.getByRole('heading', { name: 'Comisiones por nivel' })).toHaveCount(0)
  await page.getByRole('heading', { name: 'Parte de tu empresa' }).scrollIntoViewIfNeeded()
  await chart.scrollIntoViewIfNeeded()
  await picture(page, 'admin-home-own-fees-es-dark-phone')
  expect(await violations(page, 'all')).toEqual([])
})

test('the bar over an administrator’s page does not repeat its title', async ({ openPage }) => {
  const { page } = await openPage({ person: await demoAdmin() })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Live')).toBeVisible()
  await expect(bar.getByText('Home')).toHaveCount(0)
  await page.setViewportSize(phone)
  await expect(bar.getByRole('link', { name: 'Cardamom' })).toBeVisible()
})

test('the side bar marks the item of every page', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  const marked = page.getByRole('navigation').first().locator('[aria-current=page]')
  await page.goto('/load')
  await expect(marked).toHaveText('Loads')
  await page.goto('/security')
  await page.getByRole('button', { name: /^Your account:/ }).click()
  await expect(marked).toHaveText('Security')
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: 'Notifications' }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a page of the side bar has a back arrow on a phone only', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  for (const path of ['/wallet', '/wallet/deposits', '/support']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back' })).toHaveCount(0)
    await page.setViewportSize(phone)
    await expect(page.getByRole('link', { name: 'Back' })).toBeVisible()
    await page.setViewportSize(desk)
  }
})

test('a link fetches its page before it is pressed', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Cardamom')
  const fetched = page.waitForResponse(/\/assets\/notifications-page-[\w-]+\.js$/)
  await page.getByRole('link', { name: 'Notifications' }).first().hover()
  expect((await fetched).status()).toBe(200)
  await expect(page).toHaveTitle('Home · Cardamom')
})

test('presses that are faster than pages end at the last pressed page', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 150))
    await route.continue()
  })
  await page.goto('/')
  const navigation = page.getByRole('navigation').first()
  for (const name of ['Cards', 'Activity', 'Home', 'Cards', 'Activity']) {
    await navigation.getByRole('link', { name }).click()
  }
  for (const way of ['back', 'back', 'forward', 'back', 'forward'] as const) {
    await page.evaluate(`history.${way}()`)
  }
  await expect(page).toHaveURL(/\/cards$/)
  await expect(page).toHaveTitle('Cards · Cardamom')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cards')
})

test('missing texts reload the page once', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 404|dynamically imported module/)
  let missing = 0
  await page.route(/\/assets\/notifications-(?!page)[\w-]+\.js$/, (route) => {
    missing += 1
    return missing === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  await page.goto('/notifications')
  await expect(page).toHaveTitle('Notifications · Cardamom')
  expect(missing).toBe(2)
})

test('a missing file of a page reloads the page once', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 404|dynamically imported module/)
  let missing = 0
  await page.route(/\/assets\/settings-page-[\w-]+\.js$/, (route) => {
    missing += 1
    return missing === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  await page.goto('/settings')
  await expect(page).toHaveTitle('Settings · Cardamom')
  expect(missing).toBe(2)
})

test('the first calls are sent while the app loads, and only once', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/settings')
  await expect(page).toHaveTitle('Settings · Cardamom')
  const ofPage: Record<string, string[]> = {
    '/': ['/cards?limit=50', '/kyc', '/loads?open=true', '/transactions?limit=7', '/spending'],
    '/transactions': [
      '/transactions?limit=30',
      '/transactions?status=floating&limit=30',
      '/activity/summary',
      '/cards?limit=50',
    ],
  }
  let requests: string[] = []
  page.on('request', (request) => requests.push(request.url().split('/api')[1] ?? ''))
  // The app's largest file loads only after the page has sent its first calls.
  await page.route(/\/assets\/frame-[\w-]+\.js$/, async (route) => {
    const first = ['/getUserAuths', ...(ofPage[new URL(page.url()).pathname] ?? [])]
    await expect.poll(() => first.every((path) => requests.includes(path))).toBe(true)
    await route.continue()
  })
  for (const [path, reads] of Object.entries(ofPage)) {
    requests = []
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    const first = ['/getUserAuths', ...reads]
    expect(requests.filter((each) => first.includes(each)).toSorted()).toEqual(first.toSorted())
  }
})

test('a pressed tab is shown as selected before its page has loaded', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person, viewport: phone })
  let letGo: () => void = () => undefined
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(/\/assets\/cards-page-[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Cardamom')
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Cards' })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle('Home · Cardamom')
  letGo()
  await expect(page).toHaveTitle('Cards · Cardamom')
})
