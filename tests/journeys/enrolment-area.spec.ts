import { addAuthenticator } from './support/authenticator.ts'
import { addTotp } from './support/factor-calls.ts'
import { demandPasskeys } from './support/owner-database.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { atHome, logIn, logOut } from './support/sign-in.ts'

const company = 'puerto-azul'
/** The requested path is in `next`. */
const area = /\/enrol-passkey(\?next=.*)?$/

test('a person who must have a passkey adds it first, and can do nothing else before', async ({
  openPage,
}) => {
  const person = await signedInPerson({ company })
  const { page, problems } = await openPage({ person, company, viewport: phone })
  problems.expect(/status of 403/)
  const device = await addAuthenticator(page)
  await page.goto('/')
  await atHome(page)
  await demandPasskeys(company, true)
  try {
    for (const path of ['/', '/cards', '/security', '/login', '/admin']) {
      await page.goto(path)
      await expect(page).toHaveURL(area)
    }
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await picture(page, 'enrolment-area')
    // A factor that is not a passkey does not end the enrolment.
    await addTotp(person)
    await page.goto('/')
    await expect(page).toHaveURL(area)

    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await atHome(page)
    await page.goto('/enrol-passkey')
    await atHome(page)

    await page.goto('/security')
    await page.getByRole('button', { name: /^Change (?!An authenticator)/ }).click()
    await expect(page.getByRole('dialog').getByText('requires a passkey')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove it' })).toBeHidden()
    await picture(page, 'enrolment-last-passkey')
    await page.keyboard.press('Escape')
    await device.touches(false)
    await logOut(page)
    await device.touches(true)
    await page.goto('/login')
    await atHome(page)
  } finally {
    await demandPasskeys(company, false)
  }

  // A company without the requirement shows no enrolment.
  const other = await signedInPerson({ company })
  const free = await openPage({ company, viewport: phone })
  await logIn(free.page, other)
  await atHome(free.page)
})
