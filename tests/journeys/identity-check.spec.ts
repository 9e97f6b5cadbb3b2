import type { Page } from '@playwright/test'
import { expect, phone, picture, test } from './support/journey.ts'
import { startCheck } from './support/kyc-people.ts'
import { useKycFlow } from './support/owner-database.ts'
import { signedInPerson, type Person } from './support/people.ts'
import { control, serviceUrl } from './support/sandbox-services.ts'

const refused = (status: number) => new RegExp(`status of ${status}`)

const fillForm = async (page: Page) => {
  await page.goto('/kyc')
  await page.getByText('ID card', { exact: true }).click()
  await page.getByLabel('Country that issued it').selectOption('PE')
  await page.getByRole('button', { name: 'Go to the photos' }).click()
}

/** Sends sample documents on the hosted page until all are sent. */
const sendPhotos = async (page: Page) => {
  await fillForm(page)
  await page.waitForURL(`${serviceUrl('kyc')}/**`)
  await page.getByRole('checkbox', { name: /^I agree that photos/ }).check()
  await page.getByRole('button', { name: 'Start the check' }).click()
  await page.getByRole('button', { name: 'Fill in all photos with samples' }).click()
  await page.getByRole('button', { name: 'Send for checking' }).click()
}

test('a rejected document can be tried again until no attempt is left', async ({ openPage }) => {
  const person = await signedInPerson({ firstName: 'Decline' })
  const { page } = await openPage({ person, viewport: phone })
  await sendPhotos(page)
  await expect(page.getByRole('heading', { name: 'We could not verify you' })).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/\/kyc\/status$/)
  await expect(page.getByRole('heading', { name: 'Your document was not accepted' })).toBeVisible()
  await expect(page.getByText('Code RJT001')).toBeVisible()
  await expect(page.getByText('2 of 3 attempts left.')).toBeVisible()
  await picture(page, 'kyc-declined')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible()
})

test('only the bad photo is requested again', async ({ openPage }) => {
  const person = await signedInPerson({ firstName: 'Resubmit' })
  const { page } = await openPage({ person, viewport: phone })
  await sendPhotos(page)
  await expect(page.getByRole('heading', { name: /^The back of your ID card/ })).toBeVisible()
  await page.goto('/kyc/status')
  await expect(page.getByText('New photo needed').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^The back of your ID card/ })).toBeVisible()
  await expect(page.getByText('Take again', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Accepted', { exact: true })).toHaveCount(2)
  await picture(page, 'kyc-new-photo')
  await page.getByRole('button', { name: 'Take the back again' }).click()
  await page.waitForURL(`${serviceUrl('kyc')}/**`)
  await page.getByRole('button', { name: 'Take the back again' }).click()
  await expect(page.getByRole('heading', { name: 'The back of your ID card' })).toBeVisible()
})

test('a check under review says so', async ({ openPage }) => {
  const person = await signedInPerson({ firstName: 'Review' })
  const { page } = await openPage({ person, viewport: phone })
  await sendPhotos(page)
  await expect(page.getByRole('heading', { name: 'A person looks at it now' })).toBeVisible()
  await page.goto('/kyc/status')
  await expect(page.getByRole('heading', { name: 'Our team is reviewing your check' })).toBeVisible()
  await expect(page.getByText('Code REV001')).toBeVisible()
  await expect(page.getByText(/^We decide by \w{3} \d+ \w{3}/)).toBeVisible()
  await picture(page, 'kyc-review')
})

test('a document of another account says so, and what that means in the sandbox', async ({ openPage }) => {
  const person = await signedInPerson()
  const { id } = await startCheck(person)
  await control('kyc', `/sessions/${id}/decide`, { status: 'declined', reasonCode: 110 })
  await person.calls.post('/kyc/refresh')
  const { page } = await openPage({ person, viewport: phone })
  await page.goto('/kyc/status')
  await expect(page.getByText(/^This document is already verified .* Log in with that account/)).toBeVisible()
  await expect(page.getByText('Sandbox: one person, two accounts')).toBeVisible()
  await picture(page, 'kyc-duplicate')
})

test('an outage of the verification service uses no attempt', async ({ openPage }) => {
  const person = await signedInPerson({ firstName: 'Outage' })
  const { page, problems } = await openPage({ person, viewport: phone })
  problems.expect(refused(503))
  await fillForm(page)
  const down = page.getByRole('heading', { name: 'The verification service is unavailable' })
  await expect(down).toBeVisible()
  await expect(page.getByText('Code FL001')).toBeVisible()
  await expect(page.getByText(/^3 of 3 attempts left/)).toBeVisible()
  await picture(page, 'kyc-outage')
})

type TestFixtures = Parameters<Parameters<typeof test>[2]>[0]

const checkInFrame = async ({
  openPage,
  person,
  viewport,
}: Pick<TestFixtures, 'openPage'> & { person: Person; viewport: typeof phone }) => {
  const { page } = await openPage({ person, viewport })
  await fillForm(page)
  const check = page.frameLocator('iframe')
  await check.getByRole('checkbox', { name: /^I agree that photos/ }).check()
  await check.getByRole('button', { name: 'Start the check' }).click()
  // The person chose the document in the form, so the page does not request it again.
  await expect(check.getByRole('heading', { name: 'The front of your ID card' })).toBeVisible()
  await picture(page, `kyc-frame-${viewport.width}`)
  await check.getByRole('button', { name: 'Leave the check' }).click()
  await check.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/kyc\/status$/)
  await expect(page.getByRole('heading', { name: 'Continue where you left off' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await check.getByRole('button', { name: 'Fill in all photos with samples' }).click()
  await check.getByRole('button', { name: 'Send for checking' }).click()
  await check.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/kyc\/status$/)
  await expect(page.getByRole('heading', { name: 'You are verified' })).toBeVisible()
}

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test(`a company that shows the check in its own page (${viewport.width})`, async ({ openPage }) => {
    await useKycFlow('andes', 'frame')
    const person = await signedInPerson({ company: 'andes' })
    try {
      await checkInFrame({ openPage, person, viewport })
    } finally {
      await useKycFlow('andes', 'redirect')
    }
  })
}
