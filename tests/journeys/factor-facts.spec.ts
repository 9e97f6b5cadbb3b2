import { addAuthenticator } from './support/authenticator.ts'
import { addPasskey } from './support/factors.ts'
import { expect, picture, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'

type FactorList = { readonly items: readonly { readonly lastUsedAt: string }[] }

test('a passkey shows its name, its days, whether it is synced and whether this browser has it', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 403/)
  const rows = page.getByRole('list', { name: 'Two-step verification' }).getByRole('listitem')
  const synced = rows.filter({ hasText: 'Synced to your devices' })
  const bound = rows.filter({ hasText: 'On one device only' })
  const first = await addAuthenticator(page, 'internal', { isSynced: true })
  await addPasskey(page)
  await expect(synced).toHaveCount(1)
  await expect(bound).toHaveCount(0)
  await first.lose()
  await addAuthenticator(page)
  await addPasskey(page)
  await expect(rows).toHaveCount(2)
  for (const row of [synced, bound]) {
    await expect(row).toHaveCount(1)
    await expect(row.getByText('This device')).toBeVisible()
    await expect(row.getByText(/^Added \d+ \S+\. Last used: Today, \d+:\d\d/)).toBeVisible()
  }

  const change = synced.getByRole('button', { name: /^Change / })
  await change.click()
  const nameBefore = await page.getByLabel('Name').inputValue()
  await page.getByLabel('Name').fill('Given up')
  await page.keyboard.press('Escape')
  await change.click()
  await expect(page.getByLabel('Name')).toHaveValue(nameBefore)
  await page.getByRole('button', { name: 'Check this passkey' }).click()
  await expect(page.getByText('It works in this browser.')).toBeVisible()
  await page.getByLabel('Name').fill('My old phone')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(synced.getByText('My old phone', { exact: true })).toBeVisible()
  await picture(page, 'security-passkeys')

  // Another browser with the same session: neither factor belongs to it.
  const elsewhere = await openPage({ person })
  await elsewhere.page.goto('/security')
  await expect(elsewhere.page.getByText('My old phone', { exact: true })).toBeVisible()
  await expect(elsewhere.page.getByText('This device')).toHaveCount(0)

  const before = await person.calls.get<FactorList>('/factors')
  await page.getByRole('button', { name: 'Change My old phone' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByText('The passkey was removed')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(bound).toHaveCount(1)
  // The other factor confirmed the change, so its last use is now.
  const after = await person.calls.get<FactorList>('/factors')
  const used = after.items[0]?.lastUsedAt ?? ''
  expect(used > (before.items.at(-1)?.lastUsedAt ?? 'nothing')).toBe(true)
  const told = page.getByRole('list', { name: 'Security activity' }).getByRole('listitem')
  await expect(told.filter({ hasText: 'A verification method was removed' })).toContainText('My old phone')
})
