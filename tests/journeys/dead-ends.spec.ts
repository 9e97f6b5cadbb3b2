import { quotedLoad, signedInPerson } from './support/people.ts'
import { spender } from './support/busy-people.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { settled } from './support/inspection.ts'
import { expect, test, type OpenBrowser } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { stopActions, walk } from './support/walk.ts'
import { isWhole, languages } from './support/sweep.ts'
import type { Language } from './support/texts.ts'

test.describe.configure({ mode: 'parallel' })

const walkAs = async (
  openPage: OpenBrowser,
  { person, language, presses }: { person?: Person; language: Language; presses?: boolean },
) => {
  const { page, problems } = await openPage({ language, ...(person ? { person } : {}) })
  problems.expect(/status of (?:400|403|404|410)/, /ERR_CONNECTION_FAILED/)
  // The walk lets no press reach the server, so "Log out" ends no session and the next page is signed in
  // again.
  const token = JSON.stringify(person?.calls.token() ?? '')
  if (person)
    await page.addInitScript(`localStorage.getItem('token') ?? localStorage.setItem('token', ${token})`)
  await settled(page)
  await stopActions(page)
  return walk(page, { from: ['/'], language, ...(presses ? { presses } : {}) })
}

/** Links do not depend on the language, so an ordinary run follows them in the language in which it presses. */
const languagesOf = (presses: Language) => (isWhole ? languages : [presses])

for (const language of languagesOf('en')) {
  test(`no link of a visitor is a dead end (${language})`, async ({ openPage }) => {
    const { lost, seen } = await walkAs(openPage, { language, presses: language === 'en' })
    expect(lost).toEqual([])
    expect(seen).toEqual(expect.arrayContaining(['/register?', '/recover?', '/fees?', '/terms?']))
  })

  test(`no link of a new person is a dead end (${language})`, async ({ openPage }) => {
    const person = await signedInPerson()
    const { lost, seen } = await walkAs(openPage, { person, language, presses: language === 'en' })
    expect(lost).toEqual([])
    expect(seen).toEqual(expect.arrayContaining(['/kyc?', '/cards?', '/transactions?', '/security?']))
  })
}

for (const language of languagesOf('es')) {
  test(`no link of a person who spends is a dead end (${language})`, async ({ openPage }) => {
    const person = await spender()
    await quotedLoad(person, { amount: '100.00', speed: 'regular' })
    const { lost, seen } = await walkAs(openPage, { person, language, presses: language === 'es' })
    expect(lost).toEqual([])
    const own = ['/cards/:id?', '/transactions/:id?', '/load/:id?', '/notifications?', '/wallet/deposits?']
    expect(seen).toEqual(expect.arrayContaining([...own, '/kyc/status?']))
  })
}

test('no link of an administrator is a dead end', async ({ openPage }) => {
  const person = await demoAdmin()
  // There are too many pages to press each button; the journeys of administrators press those that matter.
  const { lost, seen } = await walkAs(openPage, { person, language: 'en' })
  expect(lost).toEqual([])
  expect(seen).toEqual(expect.arrayContaining(['/?', '/admin/profile?', '/admin/security?']))
})
