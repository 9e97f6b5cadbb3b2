import { addPasskey, startAdding, totpOf } from './support/factors.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { atHome } from './support/sign-in.ts'

type FactorList = { readonly items: readonly { readonly name: string; readonly method: string }[] }

test('an app is added once, despite a wrong code, a reload, a step back and two presses', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person, viewport: phone, language: 'en' })
  problems.expect(/status of (400|403)/)
  await page.goto('/')
  await atHome(page)
  await startAdding(page, 'Authenticator app')
  await page.getByLabel('Code from the app').fill('000000')
  await expect(page.getByText('Authenticator code does not match.')).toBeVisible()
  await page.reload()
  await startAdding(page, 'Authenticator app')
  await page.getByRole('button', { name: 'Choose another' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Authenticator app/ })
    .dblclick()
  const key = await page.getByRole('dialog').locator('.font-mono').innerText()
  // No group of the code is split over two lines, so that people can read it aloud or copy it.
  const groups = await page.getByRole('dialog').locator('.font-mono > span').all()
  expect(groups.length).toBeGreaterThan(3)
  for (const group of groups) expect((await group.boundingBox())?.height).toBeLessThan(30)
  await page.getByLabel('Code from the app').fill(await totpOf(key.replaceAll(/\s/g, '')))
  await expect(page.getByText('added.')).toBeVisible()
  expect((await person.calls.get<FactorList>('/factors')).items.map(({ method }) => method)).toEqual(['totp'])
  await picture(page, 'tired-app')
})

test('a factor removed in another tab cannot be renamed; leaving a question removes nothing', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, context, problems } = await openPage({ person })
  problems.expect(/status of (403|404)/)
  await addAuthenticator(page)
  await addPasskey(page)
  const name = (await person.calls.get<FactorList>('/factors')).items[0]?.name ?? ''

  const other = await context.newPage()
  await other.goto('/security')
  await other.getByRole('button', { name: `Change ${name}` }).click()
  await other.getByLabel('Name').fill('Never')

  await page.goto('/')
  await atHome(page)
  await page.goto('/security')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByRole('button', { name: 'Remove it' }).dblclick()
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toHaveCount(1)
  // The question replaces the dialog that opened it.
  await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(1)
  await page.goBack()
  await atHome(page)
  await page.goForward()
  await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible()
  expect((await person.calls.get<FactorList>('/factors')).items).toHaveLength(1)

  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByText('The passkey was removed')).toBeVisible()
  await other.getByRole('button', { name: 'Save the name' }).dblclick()
  await expect(other.getByText('Record not found').first()).toBeVisible()
  await picture(other, 'tired-gone')
})
