import { faultsOf, tryFaults } from './support/faults.ts'
import { spender } from './support/busy-people.ts'
import { settled } from './support/inspection.ts'
import { expect, test, type OpenBrowser } from './support/journey.ts'
import { personAtKyc } from './support/kyc-people.ts'
import { demandPasskeys } from './support/owner-database.ts'
import { quotedLoad, signedInPerson, type Person } from './support/people.ts'
import { atHome } from './support/sign-in.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { troublesOf } from './support/page-shape.ts'
import { routePaths } from './support/route-table.ts'

test.describe.configure({ mode: 'parallel' })

/**
 * Every path of the route table, by the kind of person who tries it; an address has values for the
 * parameters.
 */
const visitor = {
  '/login': '/login',
  '/register': '/register',
  '/recover': '/recover',
  '/recover/:token': '/recover/nothing-of-ours',
  '/verify-email/:token': '/verify-email/nothing-of-ours',
  '/email-change/:token': '/email-change/nothing-of-ours',
  '/terms': '/terms',
  '/privacy': '/privacy',
  '/fees': '/fees',
  '/settlement-check': '/settlement-check',
  '/seller-invitation/:token': '/seller-invitation/nothing-of-ours',
  '/add-factor/:token': '/add-factor/nothing-of-ours',
  '/magic/:token': '/magic/nothing-of-ours',
  '/impersonate/:token': '/impersonate/nothing-of-ours',
  '/recover-factors/:token': '/recover-factors/nothing-of-ours',
  '/freeze': '/freeze',
  '/freeze/:token': '/freeze/nothing-of-ours',
} as const
const newcomer = {
  '/': '/',
  '/kyc': '/kyc',
  '/cards': '/cards',
  '/load': '/load',
  '/referrals': '/referrals',
  '/clients': '/clients',
  '/clients/new': '/clients/new',
  '/clients/:id': '/clients/00000000-0000-7000-8000-000000000001',
  '/sellers': '/sellers',
  '/codes': '/codes',
  '/earnings': '/earnings',
  '/profile': '/profile',
  '/profile/edit': '/profile/edit',
  '/profile/password': '/profile/password',
  '/settings': '/settings',
  '/security': '/security',
} as const
const busy = {
  '/cards/:id': '',
  '/transactions': '/transactions',
  '/transactions/:id': '',
  '/notifications': '/notifications',
  '/wallet': '/wallet',
  '/wallet/lines': '/wallet/lines',
  '/wallet/settlements': '/wallet/settlements',
  '/wallet/transfers': '/wallet/transfers',
  '/wallet/adjustments': '/wallet/adjustments?open=00000000-0000-7000-8000-000000000001',
  '/withdrawals': '/withdrawals',
  '/cards/request': '/cards/request',
  '/wallet/deposits': '/wallet/deposits',
  '/wallet/pending': '/wallet/pending',
  '/support': '/support',
  '/load/:orderId': '',
} as const
/** The operator's own company, which every product has. */
const operatorPage = '/admin/companies/00000000-0000-7000-8000-000000000001'
const admin = {
  '/admin': '/admin',
  '/admin/users': '/admin/users',
  '/admin/email-changes': '/admin/email-changes',
  '/admin/settings/incidents': '/admin/settings/incidents',
  '/admin/processes': '/admin/processes',
  '/admin/master-balance': '/admin/master-balance',
  '/admin/settings/terms': '/admin/settings/terms',
  '/admin/settings/terms/new': '/admin/settings/terms/new',
  '/admin/settings/terms/acceptances': '/admin/settings/terms/acceptances',
  '/admin/users/:id': '/admin/users/first-user',
  '/admin/admins': '/admin/admins',
  '/admin/admins/new': '/admin/admins/new',
  '/admin/admins/:id/permissions': '/admin/admins/first-admin/permissions',
  '/admin/go-live': '/admin/go-live',
  '/admin/inbox': '/admin/inbox',
  '/admin/audit': '/admin/audit',
  '/admin/notes': '/admin/notes',
  '/admin/reconcile': '/admin/reconcile',
  '/admin/reconcile/runs': '/admin/reconcile/runs',
  '/admin/reconcile/:id': '/admin/reconcile/00000000-0000-7000-8000-000000000001',
  '/admin/kyc': '/admin/kyc',
  '/admin/ledger': '/admin/ledger',
  '/admin/ledger/accounts': '/admin/ledger/accounts',
  '/admin/ledger/journals': '/admin/ledger/journals',
  '/admin/ledger/accounts/:id': '/admin/ledger/accounts/00000000-0000-7000-8000-000000000001',
  '/admin/ledger/journals/:id': '/admin/ledger/journals/00000000-0000-7000-8000-000000000001',
  '/admin/wallets': '/admin/wallets',
  '/admin/wallets/:id': '/admin/wallets/00000000-0000-7000-8000-000000000001',
  '/admin/loads': '/admin/loads',
  '/admin/transfers': '/admin/transfers',
  '/admin/settlements': '/admin/settlements',
  '/admin/settlements/new': '/admin/settlements/new',
  '/admin/withdrawals': '/admin/withdrawals',
  '/admin/withdrawals/new': '/admin/withdrawals/new',
  '/admin/withdrawals/:id': '/admin/withdrawals/00000000-0000-7000-8000-000000000001',
  '/admin/settlements/:id': '/admin/settlements/00000000-0000-7000-8000-000000000001',
  '/admin/transfers/requests': '/admin/transfers/requests',
  '/admin/transfers/new': '/admin/transfers/new',
  '/admin/transfers/to-card': '/admin/transfers/to-card',
  '/admin/transfers/to-card/bulk': '/admin/transfers/to-card/bulk',
  '/admin/transfers/to-card/batches': '/admin/transfers/to-card/batches',
  '/admin/treasury': '/admin/treasury',
  '/admin/treasury/records': '/admin/treasury/records',
  '/admin/treasury/new': '/admin/treasury/new',
  '/admin/wallets/adjust': '/admin/wallets/adjust',
  '/admin/wallets/adjust-card': '/admin/wallets/adjust-card',
  '/admin/wallets/deposits': '/admin/wallets/deposits',
  '/admin/wallets/deposits/requests': '/admin/wallets/deposits/requests',
  '/admin/wallets/deposits/new': '/admin/wallets/deposits/new',
  '/admin/wallets/deposits/crypto': '/admin/wallets/deposits/crypto',
  '/admin/wallets/deposits/crypto/:id': '/admin/wallets/deposits/crypto/00000000-0000-7000-8000-000000000001',
  '/admin/wallets/pending': '/admin/wallets/pending',
  '/admin/wallets/adjustments': '/admin/wallets/adjustments',
  '/admin/fees': '/admin/fees',
  '/admin/fees/new': '/admin/fees/new',
  '/admin/fees/set': '/admin/fees/set',
  '/admin/limits': '/admin/limits',
  '/admin/limits/payin': '/admin/limits/payin',
  '/admin/seller-codes': '/admin/seller-codes',
  '/admin/seller-codes/new': '/admin/seller-codes/new',
  '/admin/referrals': '/admin/referrals',
  '/admin/tiers': '/admin/tiers',
  '/admin/companies': '/admin/companies',
  '/admin/companies/new': '/admin/companies/new',
  '/admin/companies/:id': operatorPage,
  '/admin/companies/:id/settings/general': `${operatorPage}/settings/general`,
  '/admin/companies/:id/settings/brand': `${operatorPage}/settings/brand`,
  '/admin/companies/:id/settings/kyc': `${operatorPage}/settings/kyc`,
  '/admin/companies/:id/settings/cards': `${operatorPage}/settings/cards`,
  '/admin/companies/:id/settings/security': `${operatorPage}/settings/security`,
  '/admin/companies/:id/settings/limits': `${operatorPage}/settings/limits`,
  '/admin/companies/:id/settings/fees': `${operatorPage}/settings/fees`,
  '/admin/cards': '/admin/cards',
  '/admin/transactions': '/admin/transactions',
  '/admin/cards/stock': '/admin/cards/stock',
  '/admin/cards/stock/import': '/admin/cards/stock/import',
  '/admin/card-types': '/admin/card-types',
  '/admin/card-types/new': '/admin/card-types/new',
  '/admin/card-types/:id': '/admin/card-types/00000000-0000-7000-8000-000000000901',
  '/admin/plans': '/admin/plans',
  '/admin/plans/new': '/admin/plans/new',
  '/admin/plans/:id': '/admin/plans/00000000-0000-7000-8000-000000000911',
  '/admin/settings/general': '/admin/settings/general',
  '/admin/settings/authentication': '/admin/settings/authentication',
  '/admin/settings/email': '/admin/settings/email',
  '/admin/settings/gateway': '/admin/settings/gateway',
  '/admin/settings/tier-restrictions': '/admin/settings/tier-restrictions',
  '/admin/profile': '/admin/profile',
  '/admin/profile/edit': '/admin/profile/edit',
  '/admin/profile/password': '/admin/profile/password',
  '/admin/notifications': '/admin/notifications',
  '/admin/security': '/admin/security',
} as const
/** These pages have tests of their own, below. */
const others = ['/kyc/status', '/enrol-passkey', '/lock']

const faultsOn = async (
  openPage: OpenBrowser,
  paths: readonly string[],
  who: { person?: Person; company?: string } = {},
): Promise<string[]> => {
  const { page, problems } = await openPage(who)
  problems.expect(/status of (?:400|404|410|422|423|500)/, /ERR_(?:INTERNET_DISCONNECTED|CONNECTION|FAILED)/)
  await page.clock.install()
  await settled(page)
  const faults = await faultsOf(page)
  const found: string[] = []
  for (const path of paths) found.push(...(await tryFaults(page, faults, path)))
  return found
}

test('every path of the route table is tested', () => {
  const tried = [visitor, newcomer, busy, admin].flatMap((each) => Object.keys(each))
  expect([...tried, ...others].toSorted()).toEqual(routePaths())
})

test('the signed-out pages recover from every fault', async ({ openPage }) => {
  expect(await faultsOn(openPage, Object.values(visitor))).toEqual([])
})

test('the pages of a new person recover from every fault', async ({ openPage }) => {
  expect(await faultsOn(openPage, Object.values(newcomer), { person: await signedInPerson() })).toEqual([])
})

test('the pages of a person who spends recover from every fault', async ({ openPage }) => {
  const person = await spender()
  const load = await quotedLoad(person, { amount: '100.00', speed: 'regular' })
  const selectors: Record<keyof typeof busy, string> = {
    ...busy,
    '/cards/:id': `/cards/${person.card.id}`,
    '/transactions/:id': `/transactions/${person.rows[0]?.id}`,
    '/load/:orderId': `/load/${load.id}`,
  }
  const paths = ['/', '/cards', '/load', ...Object.values(selectors)]
  expect(await faultsOn(openPage, paths, { person })).toEqual([])
})

test('an identity check that waits recovers from every fault', async ({ openPage }) => {
  const person = await personAtKyc('needs_review')
  expect(await faultsOn(openPage, ['/kyc/status'], { person })).toEqual([])
})

/** There are so many pages that one test of all of them would last longer than the other workers have work. */
const adminParts = 8

for (let part = 0; part < adminParts; part += 1) {
  test(`the pages of an administrator recover from every fault (${part + 1} of ${adminParts})`, async ({
    openPage,
  }) => {
    const person = await demoAdmin()
    const firstOf = async (path: string) =>
      (await person.calls.get<{ items: { id: string }[] }>(path)).items[0]?.id ?? ''
    const ids = { user: await firstOf('/users'), admin: await firstOf('/admins') }
    const paths = Object.values(admin)
      .filter((_, index) => index % adminParts === part)
      .map((path) => path.replace('first-user', ids.user).replace('first-admin', ids.admin))
    expect(await faultsOn(openPage, paths, { person })).toEqual([])
  })
}

test('the page that requires a passkey recovers from every fault', async ({ openPage }) => {
  const person = await signedInPerson({ company: 'lima' })
  await demandPasskeys('lima', true)
  try {
    expect(await faultsOn(openPage, ['/enrol-passkey'], { person, company: 'lima' })).toEqual([])
  } finally {
    await demandPasskeys('lima', false)
  }
})

test('a locked screen recovers from every fault', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of (?:423|500)/)
  await settled(page)
  const locked = page.waitForResponse(/session\/lock$/)
  await page.goto('/lock')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeVisible()
  await locked
  const faults = await faultsOf(page)
  faults.start('broken')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await settled(page)
  expect(faults.struck()).toBeGreaterThan(0)
  expect(await troublesOf(page)).toEqual([])
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  // The unlock call failed once, and the button is there again.
  await expect(
    page.getByRole('alert').getByText('unexpected').or(page.getByText('unexpected')).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await atHome(page)
})
