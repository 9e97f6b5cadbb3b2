import type { Page } from '@playwright/test'
import { addTotp } from './support/factor-calls.ts'
import { expect, test, type OpenBrowser } from './support/journey.ts'
import {
  mailedToken,
  mailKinds,
  personWithCard,
  registeredPerson,
  signedInPerson,
  type Person,
} from './support/people.ts'

test.describe.configure({ mode: 'parallel' })

type Form = {
  readonly path: string
  readonly fill?: (page: Page) => Promise<unknown>
  readonly press: string
}

const rejection = {
  success: false,
  code: 'validation',
  message: 'The data is not valid.',
  errors: { nobodyKnows: ['First message.', 'Second message.'], norThis: ['Third message.'] },
}

/** Who answers the changes that this page sends. */
type RefusedPage = { readonly page: Page; readonly answers: { by: 'the product' | 'this test' } }

const refusedPage = async (page: Page): Promise<RefusedPage> => {
  const answers: RefusedPage['answers'] = { by: 'the product' }
  await page.route('**/api/**', async (route) => {
    if (answers.by === 'the product' || route.request().method() === 'GET') return route.fallback()
    return route.fulfill({ status: 422, json: rejection })
  })
  return { page, answers }
}

/**
 * Sends a form that the server refuses for fields that the form does not have. Returns what the page does not
 * show of the refusal.
 */
const untold = async ({ page, answers }: RefusedPage, { path, fill, press }: Form): Promise<string[]> => {
  answers.by = 'the product'
  await page.goto(path)
  await fill?.(page)
  answers.by = 'this test'
  await page.getByRole('button', { name: press, exact: true }).last().click()
  const told = page
    .locator('.Toastify__toast')
    .filter({ hasText: 'Validation Error:\nFirst message.\nSecond message.\nThird message.' })
  const isTold = await expect(told)
    .toBeVisible()
    .then(
      () => true,
      () => false,
    )
  if (!isTold) return [`${path}: ${press}`]
  // Each message has its own line.
  const lines = await told.evaluate((element) => (element as unknown as { innerText: string }).innerText)
  return lines.trim().split('\n').length === 4 ? [] : [`${path}: ${lines}`]
}

const untoldOf = async (
  openPage: OpenBrowser,
  forms: readonly Form[],
  who: { person?: Person } = {},
): Promise<string[]> => {
  const { page, problems } = await openPage(who)
  problems.expect(/status of (?:410|422)/)
  const refused = await refusedPage(page)
  const found: string[] = []
  for (const form of forms) found.push(...(await untold(refused, form)))
  return found
}

const fillAll = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const birthDate = { Day: '12', Month: '4', Year: '1990' }

const fillRegistration = async (page: Page) => {
  const go = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  await fillAll(page, {
    'E-mail': 'somebody@journey.example',
    Password: 'pepper-7-salt',
    'Password again': 'pepper-7-salt',
  })
  await go()
  await fillAll(page, { 'First name': 'Lucía', 'Last name': 'Quispe', ...birthDate })
  await page.getByLabel('Country of residence').selectOption('PE')
  await page.getByLabel('Mobile phone', { exact: true }).fill('+51 987 654 321')
  await go()
  await fillAll(page, { 'Street and number': 'Av. Larco 101', 'Zip code': '15074', City: 'Lima' })
  await go()
  await page.getByRole('checkbox').check()
}

test('a signed-out person reads every message of a 422, also of fields that the form lacks', async ({
  openPage,
}) => {
  const person = await registeredPerson()
  await person.calls.post('/recoveries', { email: person.email })
  const link = `/recover/${await mailedToken(person.email, mailKinds.recover)}`
  const email = (page: Page) => fillAll(page, { 'E-mail': person.email })
  const forms: readonly Form[] = [
    {
      path: '/login',
      fill: (page) => fillAll(page, { 'E-mail or username': person.email, Password: person.password }),
      press: 'Log in',
    },
    { path: '/register', fill: fillRegistration, press: 'Create account' },
    { path: '/recover', fill: email, press: 'Send the link' },
    {
      path: link,
      fill: (page) =>
        fillAll(page, { 'New password': 'pepper-8-salt', 'New password again': 'pepper-8-salt' }),
      press: 'Save the password',
    },
    { path: '/freeze', fill: email, press: 'Send the link' },
    { path: '/freeze/nothing-of-ours', fill: (page) => fillAll(page, birthDate), press: 'Pause my cards' },
  ]
  expect(await untoldOf(openPage, forms)).toEqual([])
})

test('a signed-in person reads every message of a 422 of their own forms', async ({ openPage }) => {
  const person = await signedInPerson()
  await addTotp(person)
  const forms: readonly Form[] = [
    {
      path: '/profile/edit',
      fill: (page) => fillAll(page, { City: 'Cusco' }),
      press: 'Save changes',
    },
    {
      path: '/profile/password',
      fill: (page) =>
        fillAll(page, {
          'Old password': person.password,
          'New password': 'pepper-8-salt',
          'New password again': 'pepper-8-salt',
        }),
      press: 'Save the password',
    },
    {
      path: '/profile',
      fill: async (page) => {
        await page.getByRole('button', { name: 'Change: E-mail' }).click()
        await fillAll(page, { 'New e-mail': 'other@journey.example', 'Your password': person.password })
      },
      press: 'Send the links',
    },
    {
      path: '/kyc',
      fill: async (page) => {
        await page.getByRole('radio', { name: /^ID card/ }).check()
        await page.getByLabel('Country that issued it').selectOption('PE')
      },
      press: 'Go to the photos',
    },
    {
      path: '/security',
      fill: async (page) => {
        await page
          .getByRole('button', { name: /^Change / })
          .first()
          .click()
        await fillAll(page, { Name: 'Another name' })
      },
      press: 'Save the name',
    },
  ]
  expect(await untoldOf(openPage, forms, { person })).toEqual([])
})

test('a form says what is wrong by the rules of its call, before it sends anything', async ({ openPage }) => {
  const person = await signedInPerson()
  await addTotp(person)
  const { page } = await openPage({ person })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))

  await page.goto('/freeze/nothing-of-ours')
  const freeze = page.getByRole('button', { name: 'Pause my cards', exact: true })
  await freeze.click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await fillAll(page, { Day: '31', Month: '2', Year: '1990' })
  await expect(page.getByText('This date does not exist.')).toBeVisible()
  await freeze.click()
  await expect(page.getByText('This date does not exist.')).toBeVisible()

  await page.goto('/security')
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click()
  await fillAll(page, { Name: '  ' })
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  expect(sent).toEqual([])
})

test('a person who loads a card reads every message of a 422', async ({ openPage }) => {
  const person = await personWithCard()
  expect(
    await untoldOf(openPage, [{ path: '/load', press: 'Show the payment address' }], { person }),
  ).toEqual([])
})
