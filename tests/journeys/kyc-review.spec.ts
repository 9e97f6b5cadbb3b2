import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { addTotp } from './support/factor-calls.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { personAtKyc } from './support/kyc-people.ts'
import { confirmSessions, makeAdministrator } from './support/owner-database.ts'
import { signedInPerson, type Person } from './support/people.ts'

const details = (page: Page) =>
  page.locator('aside, [role=dialog]').filter({ hasText: /What happened|Qué pasó/ })
const rowOf = (page: Page, person: Person) => page.getByRole('link', { name: person.email })

/** An administrator who has just confirmed with a second factor. */
const reviewer = async () => {
  const person = await signedInPerson()
  await addTotp(person)
  await confirmSessions(person.email)
  await makeAdministrator(person.email)
  return person
}

test('an administrator decides checks with the keyboard alone, and the person sees the result', async ({
  openPage,
}) => {
  const [first, second] = [await personAtKyc('needs_review'), await personAtKyc('needs_review')]
  const { page, context } = await openPage({ person: await reviewer(), viewport: desk })
  await bringAxe(context)
  await page.goto('/admin/kyc')
  await expect(page).toHaveURL(/status=needs_review/)
  await expect(rowOf(page, second)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Needs review \(/ })).toHaveAttribute('aria-current', 'page')
  // No press of a pointer from here on.
  await rowOf(page, first).focus()
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText(first.email)
  await expect(details(page)).toContainText('Left to the team')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'kyc-case-en-light-desk')

  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Approve the check of/ })
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Same face, seen on a call')
  await picture(page, 'kyc-approve-en-light-desk')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, first)).toHaveCount(0)
  // The next open check has opened.
  await expect(details(page)).toContainText(second.email)
  await expect
    .poll(() => first.calls.get('/kyc'))
    .toMatchObject({ status: 'admin_approved', isVerified: true })

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: /^Reject the check of/ }).getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Another face')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, second)).toHaveCount(0)
  const own = await openPage({ person: second, viewport: phone })
  await own.page.goto('/kyc/status')
  await expect(own.page.getByText('RJT001').first()).toBeVisible()
  await picture(own.page, 'kyc-rejected-person-en-light-phone')
})

test('a reset gives all attempts back, in Spanish on a phone', async ({ openPage }) => {
  const person = await personAtKyc('exhausted')
  const admin = await openPage({ person: await reviewer(), viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(admin.context)
  const { page } = admin
  await page.goto('/admin/kyc?status=declined&sort=-changedAt')
  await rowOf(page, person).click()
  await expect(details(page)).toContainText('El proveedor')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'kyc-case-es-dark-phone')
  await details(page).getByRole('button', { name: 'Reiniciar intentos' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reiniciar la verificación de/ })
  await dialog.getByLabel('Nota').fill('La cámara fallaba')
  await picture(page, 'kyc-reset-es-dark-phone')
  await dialog.getByRole('button', { name: 'Reiniciar intentos' }).click()
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(() => person.calls.get('/kyc'))
    .toMatchObject({ status: 'reset', attempts: { used: 0, left: 3 }, nextAction: 'start' })
})

test('a second administrator on the same case is told, and their note stays', async ({ openPage }) => {
  const person = await personAtKyc('needs_review')
  const one = await openPage({ person: await reviewer(), viewport: desk })
  const two = await openPage({ person: await reviewer(), viewport: desk })
  two.problems.expect(/status of 409/)
  for (const { page } of [one, two]) {
    await page.goto('/admin/kyc?status=needs_review')
    await rowOf(page, person).click()
    await expect(details(page)).toContainText(person.email)
  }
  await two.page.keyboard.press('r')
  const rejecting = two.page.getByRole('dialog', { name: /^Reject the check of/ })
  await rejecting.getByLabel('Note').fill('The photo is of a screen')
  await one.page.keyboard.press('a')
  const approving = one.page.getByRole('dialog', { name: /^Approve the check of/ })
  await approving.getByLabel('Note').fill('Same person')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(approving).toHaveCount(0)

  await expect(rejecting.getByRole('alert')).toContainText('decided this check meanwhile')
  await expect(rejecting.getByRole('alert')).toContainText('Same person')
  await expect(rejecting.getByLabel('Note')).toHaveValue('The photo is of a screen')
  await picture(two.page, 'kyc-conflict-en-light-desk')
  await rejecting.getByRole('button', { name: 'Reject anyway' }).click()
  await expect(rejecting).toHaveCount(0)
  await expect.poll(() => person.calls.get('/kyc')).toMatchObject({ status: 'admin_rejected' })
})

test('the photos open large, with the viewer in their pixels, and Escape closes them', async ({
  openPage,
}) => {
  const person = await personAtKyc('submitted')
  const { page, context } = await openPage({ person: await reviewer(), viewport: desk })
  await bringAxe(context)
  await page.goto('/admin/kyc?status=submitted&sort=-changedAt')
  await rowOf(page, person).click()
  await details(page).getByRole('button', { name: 'Show the photos' }).click()
  const viewer = page.getByRole('dialog', { name: /^Photos of/ })
  const front = viewer.getByRole('img', { name: /^Front of the document of/ })
  await expect(front).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'kyc-photos-en-light-desk')
  const before = await front.boundingBox()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByText('150 %')).toBeVisible()
  await expect.poll(async () => (await front.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
  await viewer.getByRole('button', { name: 'Rotate' }).click()
  await viewer.getByRole('button', { name: 'Face', exact: true }).click()
  await expect(viewer.getByRole('img', { name: /^Face of/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(details(page)).toContainText(person.email)
})
