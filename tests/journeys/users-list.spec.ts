import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, picture, test } from './support/journey.ts'
import { addPeople, makeAdministrator, setRole } from './support/owner-database.ts'
import { registeredPerson, signedInPerson, type Person } from './support/people.ts'

test('an operator opens a colleague’s view, deactivates the people in it, and sees which one was refused', async ({
  openPage,
}) => {
  const [first, second] = [await signedInPerson(), await signedInPerson()]
  const colleague = await openPage({ person: await demoAdmin(), viewport: desk })
  const name = `Of ${second.lastName}`
  await colleague.page.goto(`/admin/users?kind=cardholder&sort=name`)
  await colleague.page.getByRole('button', { name: 'Columns', exact: true }).click()
  const choice = colleague.page.getByRole('dialog', { name: 'Columns' })
  await expect(choice.getByLabel('Person', { exact: true })).toBeDisabled()
  await choice.getByLabel(/^Kind/).check()
  await choice.getByLabel('Last active (UTC)').uncheck()
  await picture(colleague.page, 'users-columns-en-light-desk')
  await choice.getByRole('button', { name: 'Done' }).click()
  await expect(choice).toHaveCount(0)
  await colleague.page.getByRole('button', { name: 'Save view' }).click()
  const saving = colleague.page.getByRole('dialog')
  await saving.getByLabel('Name').fill(name)
  await saving.getByLabel(/^Share it with the administrators/).check()
  await saving.getByRole('button', { name: 'Save view' }).click()
  await expect(saving).toHaveCount(0)

  const { page, context, person, problems } = await openAdministrator(openPage, { viewport: desk })
  problems.expect(/status of 403/)
  await setRole(person.email, 1)
  await bringAxe(context)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: `${name} Sofía Montes` }).click()
  await expect(page).toHaveURL(/kind=cardholder/)
  await expect(page).toHaveURL(/columns=[^&]*kind/)
  await expect(page.getByRole('columnheader', { name: 'Kind' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Last active (UTC)' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Person' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: /^Edit view/ })).toHaveCount(0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys and row height' })
  await help.getByLabel('Compact rows').check()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.reload()
  const firstRow = page.getByRole('row').nth(1)
  await expect.poll(async () => (await firstRow.boundingBox())?.height).toBeLessThan(48)
  await page.getByRole('button', { name: 'Keys and row height' }).click()
  await help.getByLabel('Compact rows').uncheck()
  await page.keyboard.press('Escape')

  const search = page.getByLabel('Name, e-mail or mobile number')
  const select = async ({ firstName, lastName }: Person) => {
    await search.fill(lastName)
    await expect(page).toHaveURL(new RegExp(`q=${lastName}`))
    const box = page.getByRole('checkbox', { name: `Select ${firstName} ${lastName}` })
    await expect(box).toHaveCount(1)
    return box
  }
  await (await select(second)).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('1 selected')
  // Another filter starts without rows.
  await search.fill(first.lastName)
  await expect(bar).toHaveCount(0)
  await page.goto('/admin/users')
  const tabs = page.getByRole('navigation', { name: 'Saved views' })
  await expect(tabs.getByRole('link', { name: /^All \(\d/ })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: /^Active \(\d/ })).toBeVisible()
  const arrived = await registeredPerson()
  const newRows = page.getByRole('button', { name: /^\d+ new$/ })
  await expect(newRows).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: arrived.email })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-live-en-light-desk')
  await newRows.click()
  await expect(page.getByRole('row').filter({ hasText: arrived.email })).toBeVisible()
  await expect(newRows).toHaveCount(0)
  // A dialog hides the rows behind it from screen readers.
  const rowOf = ({ email }: Person) =>
    page.getByRole('row', { includeHidden: true }).filter({ hasText: email })
  await rowOf(first).getByRole('link').focus()
  await page.keyboard.press('x')
  await rowOf(second).getByRole('checkbox').click()
  await expect(bar).toContainText('2 selected')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-selected-en-light-desk')

  await makeAdministrator(second.email)
  await bar.getByRole('button', { name: 'Deactivate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: 2' })
  await dialog.getByLabel('Why, for the audit').fill('Left us')
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByText(/^2: /)).toBeVisible()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(dialog).toContainText('1 of 2 done.')
  await expect(dialog.getByRole('listitem')).toContainText(second.email)
  await expect(dialog.getByRole('listitem')).toContainText('person with this role')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-bulk-result-en-light-desk')
  await expect(rowOf(first)).toContainText('Deactivated')
  await dialog.getByRole('button', { name: 'Undo what is done' }).click()
  const undoing = page.getByRole('dialog', { name: 'Activate: 1' })
  await undoing.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(undoing).toContainText('1 of 1 done.')
  await undoing.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(rowOf(first)).toContainText('Active')
  await expect(bar).toContainText('1 selected')

  // With the person who arrived above, one more than a part has.
  await Promise.all(Array.from({ length: 10 }, () => registeredPerson()))
  let sendSecond = () => undefined as void
  const held = new Promise<void>((resolve) => (sendSecond = resolve))
  await page.route('**/api/users/bulk/lockouts/lift', async (route) => {
    const { from } = route.request().postDataJSON() as { from: number }
    if (from === 10) await held
    await route.continue()
  })
  await page.goto('/admin/users?status=unverified')
  await expect(page.getByRole('row').nth(11)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await bar.getByRole('button', { name: 'Lift lockouts', exact: true }).click()
  const lifting = page.getByRole('dialog', { name: /^Lift lockouts: / })
  await lifting.getByLabel('Why, for the audit').fill('Asked us to')
  await lifting.getByRole('button', { name: 'Lift lockouts', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(lifting.getByText(/^10 of \d+$/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-bulk-progress-en-light-desk')
  sendSecond()
  await expect(lifting.getByText(/^(\d+) of \1 done\.$/)).toBeVisible()
  await lifting.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(bar).toHaveCount(0)
})
const scrollTo = async (page: Page, px: number) => {
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, px)
}

test('a long list has the rows near the window in the page, and steps from row to row by keys', async ({
  openPage,
}) => {
  const { page, person, context } = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(context)
  await addPeople(person.email, { part: 'Longlist', count: 150 })
  await page.goto('/admin/users?q=longlist')
  const linkOf = (nth: number) => page.getByRole('link', { name: `Longlist ${String(nth).padStart(3, '0')}` })
  const inPage = page.locator('tbody [data-row]')
  await expect(linkOf(1)).toBeVisible()
  await expect
    .poll(async () => {
      await scrollTo(page, 20_000)
      return linkOf(150).isVisible()
    })
    .toBe(true)
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', '151')
  await expect(page.getByRole('row').filter({ has: linkOf(150) })).toHaveAttribute('aria-rowindex', '151')
  await expect.poll(() => inPage.count()).toBeLessThan(60)
  expect(await violations(page, 'all')).toEqual([])

  await scrollTo(page, -20_000)
  await linkOf(1).focus()
  await page.keyboard.press('j')
  await expect(linkOf(2)).toBeFocused()
  await scrollTo(page, 4000)
  await expect(linkOf(90)).toBeVisible()
  await expect(linkOf(2)).toBeFocused()
  await page.keyboard.press('j')
  await expect(linkOf(3)).toBeFocused()
  await expect(linkOf(3)).toBeInViewport()
  for (let nth = 4; nth <= 30; nth += 1) {
    await page.keyboard.press('j')
    await expect(linkOf(nth)).toBeFocused()
  }
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Select Longlist 030' })).toBeChecked()
  // One line: the columns have the widths that their rows need.
  const mail = page.getByText('longlist30@example.com', { exact: true })
  expect((await mail.boundingBox())?.height).toBeLessThan(30)
  await picture(page, 'users-long-en-light-desk')

  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await expect(inPage).toHaveCount(150)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await expect.poll(() => inPage.count()).toBeLessThan(60)
})
