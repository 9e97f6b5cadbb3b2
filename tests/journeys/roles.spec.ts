import type { Page } from '@playwright/test'
import { desk, expect, picture, test } from './support/journey.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { settled } from './support/inspection.ts'
import { confirmSessions, setRole } from './support/owner-database.ts'
import { signedInPerson, type Person } from './support/people.ts'

test.describe.configure({ mode: 'parallel' })

/** The lists of the side bar, each with the call that fills it. */
const pages: Readonly<Record<string, string>> = {
  '/admin/withdrawals': '/withdrawals',
  '/admin/wallets/deposits': '/top-ups',
  '/admin/transfers': '/transfers',
  '/admin/settlements': '/settlements',
  '/admin/treasury': '/treasury',
  '/admin/ledger': '/ledger/accounts',
  '/admin/kyc': '/kyc-cases',
  '/admin/users': '/users',
  '/admin/admins': '/admins',
  '/admin/companies': '/companies',
  '/admin/tiers': '/tiers',
  '/admin/cards': '/company-cards',
  '/admin/transactions': '/company-transactions',
  '/admin/cards/stock': '/card-stock',
  '/admin/card-types': '/card-types',
  '/admin/plans': '/card-plans',
  '/admin/wallets': '/wallets',
  '/admin/loads': '/company-loads',
  '/admin/fees': '/fee-schedules',
  '/admin/limits': '/balance-allowances',
  '/admin/limits/payin': '/payin-limits',
  '/admin/seller-codes': '/seller-codes',
  '/admin/referrals': '/referred-people',
  '/admin/email-changes': '/email-changes',
  '/admin/notes': '/notes',
  '/admin/reconcile': '/reconcile-breaks',
  '/admin/audit': '/audit',
  '/admin/processes': '/processes',
  '/admin/master-balance': '/treasury/master-balance',
  '/admin/settings/general': '/setting-pages/general',
  '/admin/settings/terms': '/terms/versions',
}

/**
 * What each role sees by default, from docs/permissions.md. Everybody has the home page and the inbox. Sellers
 * (7 and 8) work in the cardholders' area.
 */
const seenBy: Readonly<Record<number, readonly string[]>> = {
  1: Object.keys(pages),
  3: [
    '/admin/withdrawals',
    '/admin/wallets/deposits',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/treasury',
    '/admin/ledger',
    '/admin/users',
    '/admin/admins',
    '/admin/companies',
    '/admin/tiers',
    '/admin/cards',
    '/admin/transactions',
    '/admin/card-types',
    '/admin/plans',
    '/admin/wallets',
    '/admin/loads',
    '/admin/fees',
    '/admin/seller-codes',
    '/admin/referrals',
    '/admin/email-changes',
    '/admin/notes',
    '/admin/reconcile',
    '/admin/settings/general',
    '/admin/processes',
  ],
  4: [
    '/admin/withdrawals',
    '/admin/wallets/deposits',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/users',
    '/admin/companies',
    '/admin/tiers',
    '/admin/cards',
    '/admin/transactions',
    '/admin/wallets',
    '/admin/loads',
    '/admin/fees',
    '/admin/notes',
  ],
  5: [
    '/admin/withdrawals',
    '/admin/wallets/deposits',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/users',
    '/admin/admins',
    '/admin/companies',
    '/admin/tiers',
    '/admin/cards',
    '/admin/transactions',
    '/admin/cards/stock',
    '/admin/card-types',
    '/admin/plans',
    '/admin/wallets',
    '/admin/loads',
    '/admin/fees',
    '/admin/seller-codes',
    '/admin/referrals',
    '/admin/email-changes',
    '/admin/notes',
  ],
  6: Object.keys(pages),
  9: [],
  10: [
    '/admin/users',
    '/admin/companies',
    '/admin/tiers',
    '/admin/cards',
    '/admin/transactions',
    '/admin/cards/stock',
    '/admin/card-types',
    '/admin/plans',
    '/admin/loads',
    '/admin/notes',
    '/admin/processes',
    '/admin/reconcile',
  ],
  11: [
    '/admin/wallets/deposits',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/treasury',
    '/admin/users',
    '/admin/admins',
    '/admin/companies',
    '/admin/tiers',
    '/admin/cards',
    '/admin/transactions',
    '/admin/cards/stock',
    '/admin/card-types',
    '/admin/plans',
    '/admin/wallets',
    '/admin/loads',
    '/admin/notes',
    '/admin/processes',
    '/admin/master-balance',
    '/admin/reconcile',
  ],
}

/** The tests do not load the browser's own types; this is the part in use. */
type Anchor = { getAttribute: (name: string) => string | null }

/** Opens every group of the side bar, and returns which of the pages its links lead to. */
const shownOn = async (page: Page): Promise<readonly string[]> => {
  const side = page.getByRole('navigation', { name: 'Main', exact: true })
  const closed = side.locator('button[aria-expanded=false]')
  // The groups are drawn again when the permissions arrive.
  while ((await closed.count()) > 0)
    await closed
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
  const links = await side
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as unknown as Anchor).getAttribute('href')))
  return Object.keys(pages).filter((path) => links.includes(path))
}

/** What the server answers to the call of a list. */
const answerOf = (person: Person, path: string): Promise<string> =>
  person.calls.get(path).then(
    () => 'answered',
    (error: unknown) => (String(error).includes('permission_denied') ? 'refused' : String(error)),
  )

test('each role sees its own pages; the others are hidden, closed by address and refused by the server', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person, viewport: desk })
  // The browser still has the role before, until the first answer.
  problems.expect(/status of 403/)
  await settled(page)
  for (const [role, seen] of Object.entries(seenBy)) {
    await setRole(person.email, Number(role))
    await page.goto('/admin')
    await settled(page)
    const expected = Object.keys(pages).filter((path) => seen.includes(path))
    await expect.poll(() => shownOn(page), { message: `role ${role}` }).toEqual(expected)
    const hidden = Object.keys(pages).filter((path) => !seen.includes(path))
    for (const [path, call] of Object.entries(pages))
      expect(await answerOf(person, call), `role ${role}: ${call}`).toBe(
        seen.includes(path) ? 'answered' : 'refused',
      )
    // The same page stands behind every closed address, so one address for each role is opened.
    const closed = hidden[Number(role) % Math.max(hidden.length, 1)]
    if (closed === undefined) continue
    await page.goto(closed)
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  }
})

/** The first company of a list, by name. */
const companyNamed = async (person: Person, name: string): Promise<string> => {
  const { items } = await person.calls.get<{ items: { id: string; name: string }[] }>(
    `/companies?q=${encodeURIComponent(name)}`,
  )
  return items.find((each) => each.name === name)?.id ?? ''
}

test('a company’s administrator works in the own company and below, and reaches no other', async ({
  openPage,
}) => {
  const [operator, own, other] = await Promise.all([
    signedInPerson(),
    signedInPerson({ company: 'andes' }),
    signedInPerson({ company: 'norte' }),
  ])
  await setRole(operator.email, 6)
  await setRole(own.email, 5)
  const elsewhere = await companyNamed(operator, 'Norte')
  const found = await operator.calls.get<{ items: { id: string }[] }>(`/users?q=${other.email}`)
  const stranger = found.items[0]?.id ?? ''
  const { page, context, problems } = await openPage({ person: own, company: 'andes', viewport: desk })
  await bringAxe(context)
  problems.expect(/status of (?:403|404)/)

  await page.goto('/admin/companies')
  await expect(page.getByRole('link', { name: 'Lima' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Norte' })).toHaveCount(0)
  await page.goto(`/admin/users?q=${encodeURIComponent(other.email)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  await expect(page.getByText(other.email)).toHaveCount(0)
  for (const path of [`/admin/users/${stranger}`, `/admin/companies/${elsewhere}`]) {
    await page.goto(path)
    await expect(page.getByText(/isn’t yours, or it no longer exists/)).toBeVisible()
  }
  await expect(own.calls.get(`/users/${stranger}`)).rejects.toThrow('answered 404')
  await expect(own.calls.get(`/companies/${elsewhere}`)).rejects.toThrow('answered 404')

  // To create a company is not among the permissions of this role; to change one is.
  await page.goto('/admin/companies/new')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await confirmSessions(own.email)
  await page.goto(`/admin/companies/${await companyNamed(own, 'Lima')}/settings/general`)
  await page.getByLabel('Contact e-mail').fill(own.email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'role-company-admin-en-light-desk')
})

test('a seller has the area of cardholders, and no page of administrators', async ({ openPage }) => {
  const seller = await signedInPerson()
  await setRole(seller.email, 7)
  const { page } = await openPage({ person: seller, viewport: desk })
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Load a card' })).toBeVisible()
})
