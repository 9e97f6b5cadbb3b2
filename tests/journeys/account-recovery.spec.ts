import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/browser-checks.ts'
import { addTotp } from './support/factor-calls.ts'
import { addPasskey } from './support/factors.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { capture } from './support/kyc-people.ts'
import { mailedToken, newPerson, personWithCard } from './support/people.ts'
import { until } from './support/product-calls.ts'
import { control, mailTo } from './support/sandbox-services.ts'
import { atHome, logIn, logOut } from './support/sign-in.ts'

test('cards are frozen from the signed-out page, by the link in a mail and the birth date', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { page, problems } = await openPage({ viewport: phone })
  problems.expect(/status of (410|422)/)
  await page.goto('/login')
  await page.getByLabel('E-mail or username').fill(person.email)
  await page.getByRole('link', { name: 'Lost your card? Pause it' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`We sent a link to ${person.email}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the mailbox' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  const { link = '' } = await mailTo(person.email, 'card_freeze')
  await page.goto(link)
  const birthDate = async (day: string) => {
    await page.getByLabel('Day').fill(day)
    await page.getByLabel('Month').fill('04')
    await page.getByLabel('Year').fill('1990')
    await page.getByRole('button', { name: 'Pause my cards' }).click()
  }
  await birthDate('13')
  await expect(page.getByText('That is not the date of birth of this account.')).toBeVisible()
  await picture(page, 'freeze-wrong')
  await birthDate('12')
  await expect(page.getByRole('heading', { name: 'Your card is paused' })).toBeVisible()
  await expect(page.getByText('Nobody can pay with it until you log in and resume it.')).toBeVisible()
  await picture(page, 'freeze-done')
  expect(await violations(page, 'all')).toEqual([])
  await until('the frozen card', async () => {
    const { status } = await person.calls.get<{ status: string }>(`/cards/${person.card.id}`)
    return status === 'blocked'
  })

  // The link works once; a second use shows what to do instead.
  await page.goto(link)
  await birthDate('12')
  await expect(page.getByRole('heading', { name: 'Link has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('a person who lost every factor is back after a selfie check and a day, and every address is told', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { calls, password, email: old } = person
  const { email } = newPerson()
  await calls.post('/me/email-changes', { email, password })
  await calls.post(`/email-verifications/${await mailedToken(email, 'change_email')}`)
  await calls.post(`/email-verifications/${await mailedToken(old, 'email_change_requested')}`)
  await addTotp(person)
  const told = async (kind: string) => {
    for (const address of [old, email]) await mailTo(address, kind)
  }
  const { page, problems } = await openPage({ viewport: phone })
  problems.expect(/status of (401|403)/)

  await logIn(page, { ...person, email })
  await page.getByRole('button', { name: /^I can’t use any/ }).click()
  await expect(page.getByText('We sent')).toBeVisible()
  await told('recovery_started')
  const { link = '' } = await mailTo(email, 'recovery_started')
  await page.goto(link)
  for (const name of ['Start the selfie check', 'Open the check']) {
    const step = page.getByRole('button', { name })
    await expect(step).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await step.click()
  }
  await page.waitForURL((url) => url.origin !== new URL(link).origin)
  const [session] = await control<{ id: string; url: string }[]>('kyc', '/sessions')
  if (!session) throw new Error('No selfie check was started')
  await capture(session, 'consent')
  await capture(session, 'document', { type: 'ID_CARD', country: 'PE' })
  for (const side of ['document-front', 'document-back', 'face']) await capture(session, `samples/${side}`)
  await capture(session, 'submit')
  await control('kyc', `/sessions/${session.id}/decide`, { status: 'approved' })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: '24 hours to wait' })).toBeVisible()
  await picture(page, 'recovery-waiting')
  expect(await violations(page, 'all')).toEqual([])
  await expect(page.getByRole('button', { name: 'Remove the lost methods' })).toBeHidden()
  await told('recovery_waiting')
  await calls.post('/sandbox/clock', { hours: 24 })
  await page.reload()
  await page.getByRole('button', { name: 'Remove the lost methods' }).click()
  await expect(page.getByRole('heading', { name: 'The lost methods are removed' })).toBeVisible()
  await picture(page, 'recovery-done')
  await told('recovery_done')

  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { ...person, email })
  await atHome(page)
  const device = await addAuthenticator(page)
  await addPasskey(page)
  await device.touches(false)
  await logOut(page)
  await device.touches(true)
  await page.goto('/login')
  await atHome(page)
})
