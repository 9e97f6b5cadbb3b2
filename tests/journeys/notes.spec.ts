import { bringAxe, violations } from './support/browser-checks.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { makeAdministrator } from './support/owner-database.ts'
import { signedInPerson } from './support/people.ts'

test('an administrator writes a note on a person and mentions a colleague, who opens it and removes it', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const [author, colleague] = [await signedInPerson(), await signedInPerson()]
  for (const { email } of [author, colleague]) await makeAdministrator(email)
  const { items } = await author.calls.get<{ items: { id: string }[] }>(
    `/users?q=${encodeURIComponent(person.email)}`,
  )
  const path = `/admin/users/${items[0]?.id}`

  const { page, context } = await openPage({ person: author, viewport: desk })
  await bringAxe(context)
  await page.goto(path)
  await page.getByRole('button', { name: 'Add a note' }).click()
  const area = page.getByLabel('Note', { exact: true })
  await expect(area).toBeFocused()
  await area.fill(`<b>Called</b> twice\nAsk @${colleague.lastName.slice(0, 3)}`)
  await area.press('End')
  await area.pressSequentially(colleague.lastName.slice(3))
  const offers = page.getByRole('listbox', { name: 'Colleagues who may see this' })
  await expect(offers.getByRole('option')).toHaveText([`${colleague.firstName} ${colleague.lastName}`])
  expect(await violations(page, 'all')).toEqual([])
  await area.press('Enter')
  await expect(area).toHaveValue(/Ask @\S+ .+ $/)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeFocused()
  const note = page.getByRole('listitem').filter({ hasText: '<b>Called</b> twice' })
  await expect(note).toContainText(`@${colleague.firstName} ${colleague.lastName}`)
  await note.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(note).toContainText('Pinned')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'notes-en-light-desk')

  const other = await openPage({ person: colleague, viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(other.context)
  await other.page.goto('/admin/notes?mentionsMe=true')
  await other.page.getByRole('link', { name: /Called/ }).click()
  await picture(other.page, 'notes-list-es-dark-phone')
  await other.page.getByRole('link', { name: 'Abrir el registro' }).click()
  await expect(other.page).toHaveURL(new RegExp(`${path}\\?note=`))
  const linked = other.page.getByRole('listitem').filter({ hasText: '<b>Called</b> twice' })
  await expect(linked).toBeInViewport()
  await expect(linked).toHaveAttribute('aria-current', 'true')
  expect(await violations(other.page, 'all')).toEqual([])
  await picture(other.page, 'notes-es-dark-phone')
  // A colleague pins and removes a note, and does not edit it.
  await expect(linked.getByRole('button', { name: 'Editar' })).toHaveCount(0)
  await linked.getByRole('button', { name: 'Quitar' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(linked).toHaveCount(0)
  await expect(note).toHaveCount(0)
})
