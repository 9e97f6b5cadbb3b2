import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/browser-checks.ts'
import { addPasskey, addTotp, totpOf } from './support/factors.ts'
import { intercept } from './support/intercept.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { addSecurityEvents, addSessions } from './support/owner-database.ts'
import { personWithCard, signedInPerson } from './support/people.ts'
import { atHome, logIn, logOut } from './support/sign-in.ts'

test('a passkey shows the card, logs in from the login field, and unlocks the screen', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { page, problems } = await openPage({ person, viewport: phone })
  const device = await addAuthenticator(page)
  problems.expect(/status of (403|423)/)

  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  await expect(page.getByRole('heading', { name: 'Set up two-step verification first' })).toBeVisible()
  await picture(page, 'security-needed')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('The card issuer isn’t answering')).toBeHidden()
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('button', { name: 'Add one now' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Passkey/ })
    .click()
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByText('added.')).toBeVisible()
  // A cardholder has no wallet to withdraw from.
  await expect(page.getByText('Withdrawals wait')).toHaveCount(0)
  await picture(page, 'security-passkey')

  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  await picture(page, 'step-up-passkey')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.locator('iframe').contentFrame().getByText('CVV')).toBeVisible()

  await page.goto('/lock')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await picture(page, 'lock')
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('button', { name: 'Unlock with passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden()
  await atHome(page)

  await device.touches(false)
  await logOut(page)
  await device.touches(true)
  await page.goto('/login')
  await atHome(page)
})

test('an app’s code is the second step of a login, and a trusted browser needs no second code', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of (400|403)/)
  const secret = await addTotp(page)
  await logOut(page)

  await logIn(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await picture(page, 'login-second-step')
  await page.getByLabel('Code from the app').fill('000000')
  await expect(page.getByText('Authenticator code does not match.')).toBeVisible()
  await page.getByLabel('Don’t ask again on this browser for 30 days').check()
  await page.getByLabel('Code from the app').fill(await totpOf(secret, 1))
  await atHome(page)

  await logOut(page)
  await logIn(page, person)
  await atHome(page)
  await page.goto('/security')
  await expect(page.getByRole('heading', { name: 'Trusted browsers' })).toBeVisible()
  await picture(page, 'security-full')
})

test('a recovery code opens the account of a person who lost their device', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 400/)
  const device = await addAuthenticator(page)
  await addPasskey(page)
  await page.getByRole('button', { name: 'Create codes' }).click()
  const shown = page.getByRole('dialog').getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const code = await shown.first().innerText()
  await picture(page, 'security-codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await device.lose()
  await logOut(page)

  for (const expected of ['in', 'refused'] as const) {
    await logIn(page, person)
    await page.getByRole('button', { name: 'Recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    if (expected === 'refused') {
      await expect(page.getByText('Invalid code')).toBeVisible()
      return
    }
    await atHome(page)
    await page.goto('/security')
    await expect(page.getByText('9 of 10 left')).toBeVisible()
    await logOut(page)
  }
})

test('a session ended elsewhere ends here, and an unlocked screen shows its page again', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  const second = await openPage()
  problems.expect(/status of (400|401|423)/)
  second.problems.expect(/status of 401/)
  await logIn(second.page, person)
  await atHome(second.page)
  const other = await second.context.newPage()
  await other.goto('/cards')
  await expect(other.getByRole('heading', { name: 'Cards' }).first()).toBeVisible()

  await page.goto('/security')
  await page.getByRole('button', { name: /^Sign out: / }).click()
  await expect(page.getByText('Done.')).toBeVisible()
  // The person did not touch that browser or its other tab: the pages change by themselves.
  for (const tab of [second.page, other]) {
    await expect(tab.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
  }

  const tab = await page.context().newPage()
  await tab.goto('/security')
  await expect(tab.getByText('Recovery codes', { exact: true })).toBeVisible()

  await page.goto('/lock')
  await expect(tab.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(tab.getByText('Your page is kept: Security.')).toBeVisible()
  // Refusals while the session is locked are not shown as failures.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByText('That isn’t your password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden()
  await expect(tab.getByRole('heading', { name: 'Locked' })).toBeHidden()
  await atHome(page)
})

test('every session can be seen and ended, and the whole log read', async ({ openPage }) => {
  const person = await signedInPerson()
  await addSessions(person.email, 59)
  await addSecurityEvents(person.email, 30)
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 500/)
  await page.goto('/security')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  const oldest = page.getByRole('button', { name: /^Sign out: .*iPhone/ })
  await expect(page.getByText('30 of 60 shown.', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(30)
  await expect(oldest).toHaveCount(0)
  await picture(page, 'security-sessions')

  const isNext = (url: URL) => url.pathname === '/api/sessions' && url.searchParams.has('cursor')
  const failing = await intercept(page, isNext, (route) => route.fulfill({ status: 500, body: '' }))
  const more = page.getByRole('button', { name: 'Show more' })
  await more.first().click()
  await expect(page.getByText('We couldn’t load the next ones.')).toBeVisible()
  await expect(rows).toHaveCount(30)
  await picture(page, 'security-sessions-failed')
  failing.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(60)
  await oldest.click()
  await expect(page.getByText('Done.')).toBeVisible()
  await expect(rows).toHaveCount(59)
  await expect(oldest).toHaveCount(0)

  const log = page.getByRole('list', { name: 'Security activity' }).getByRole('listitem')
  await expect(log).toHaveCount(10)
  for (const count of [20, 30]) {
    await more.click()
    await expect(log).toHaveCount(count)
  }
  await more.click()
  await expect(log.last()).toContainText('You turned on login with a code')
  await picture(page, 'security-log')
})
