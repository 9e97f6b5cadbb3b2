import type { Page } from '@playwright/test'
import { callProvider, addTotp, type ProofAnswer } from './support/factor-calls.ts'
import { totpOf } from './support/factors.ts'
import { interceptOnce } from './support/intercept.ts'
import { expect, picture, test } from './support/journey.ts'
import { personWithCard, signedInPerson } from './support/people.ts'
import { administrator } from './support/requests.ts'
import { control } from './support/sandbox-services.ts'
import { atHome, logIn } from './support/sign-in.ts'
import { openCalls } from './support/product-calls.ts'

type Token = { readonly token: string }
type Answer = { readonly data: { readonly factor: Token } & Token }

/**
 * Simulates ten minutes at the provider: the next challenge gets a token that the provider made and that is
 * expired.
 */
const expireNextToken = (page: Page, { path, of }: { path: string; of: (answer: Answer) => Token }) =>
  interceptOnce(page, `**/api${path}`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    const holder = of(answer)
    const [, claims = ''] = holder.token.split('.')
    const { other } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      other: { userId: string; actionCode: string; idempotencyKey: string }
    }
    const { userId, actionCode: action, idempotencyKey } = other
    const requested = { userId, action, idempotencyKey, lifetimeSeconds: -1 }
    Object.assign(holder, { token: (await control<Token>('auth', '/tokens', requested)).token })
    await route.fulfill({ response, json: answer })
  })

test('when the ten minutes are over, the person is told, starts again and loses nothing', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const secret = await addTotp(person)
  const { page, problems } = await openPage()
  problems.expect(/status of (401|403)/)

  await expireNextToken(page, { path: '/sessions', of: ({ data }) => data.factor })
  await logIn(page, person)
  await page.getByLabel('Code from the app').fill(await totpOf(secret, 1))
  await expect(page.getByText('This confirmation has expired. Start again.')).toBeVisible()
  await picture(page, 'expired-login')
  await page.getByRole('button', { name: 'Back to the login' }).click()
  await expect(page.getByLabel('E-mail or username')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Code from the app').fill(await totpOf(secret, 1))
  await atHome(page)

  await page.goto(`/cards/${person.card.id}`)
  await expireNextToken(page, { path: '/step-up/challenges', of: ({ data }) => data })
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByLabel('Code from the app').fill('123456')
  await expect(page.getByText('This confirmation has expired. Start again.')).toBeVisible()
  await picture(page, 'expired-step-up')
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByLabel('Code from the app').fill('123456')
  await expect(page.getByText('Authenticator code does not match.')).toBeVisible()
})

test('ten wrong codes lock the method, even for the right code, until an administrator unlocks it', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const secret = await addTotp(person)
  const { page, problems } = await openPage()
  problems.expect(/status of 403/)
  await logIn(page, person)
  const field = page.getByLabel('Code from the app')
  await field.fill('000000')
  await expect(page.getByText('Authenticator code does not match.')).toBeVisible()
  // Eight more attempts in another browser, by another person who knows the password.
  const thief = await openCalls()
  const login = { login: person.email, password: person.password }
  const { factor } = await thief.post<{ factor: Token }>('/sessions', login)
  const guess = (verificationCode: string) =>
    callProvider<ProofAnswer>(thief, {
      path: '/verify/totp',
      token: factor.token,
      body: { verificationCode },
    })
  for (let time = 0; time < 8; time += 1) {
    expect(await guess('000000')).toMatchObject({ failureReason: 'CODE_INVALID_OR_EXPIRED' })
  }
  await field.fill('111111')
  await expect(page.getByText(/does not match|Too many wrong codes/)).toBeVisible()
  const right = await totpOf(secret, 1)
  await field.fill(right)
  await expect(page.getByText('Too many wrong codes. Wait a few minutes')).toBeVisible()
  await picture(page, 'locked-code')

  const admin = await administrator()
  const { id } = (await person.calls.get<{ user: { id: string }[] }>('/getUserAuths')).user[0] ?? { id: '' }
  await admin.calls.post(`/users/${id}/lockouts/lift`, { note: 'Called from the known number' })
  await page.getByRole('button', { name: 'Back to the login' }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await field.fill(right)
  await atHome(page)
})
