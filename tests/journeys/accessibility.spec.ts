import { loader, spender } from './support/busy-people.ts'
import { checkedPages } from './support/checked-pages.ts'
import { addTotp } from './support/factor-calls.ts'
import { inBoth, type Scene } from './support/inspection.ts'
import { expect, test } from './support/journey.ts'
import { kycStages, personAtKyc } from './support/kyc-people.ts'
import { demandPasskeys } from './support/owner-database.ts'
import { mailedToken, mailKinds, personWithCard, registeredPerson, signedInPerson } from './support/people.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { routePaths } from './support/route-table.ts'

// These files are the longest, so their tests are shared among the workers.
test.describe.configure({ mode: 'parallel' })

/** Personal pages that exist in both areas. */
const own = ['/profile', '/profile/edit', '/profile/password']

test('every path of the route table is inspected', () => {
  expect(routePaths()).toEqual(Object.keys(checkedPages).toSorted())
})

test('the signed-out pages are accessible', async ({ openPage }) => {
  const person = await registeredPerson()
  await person.calls.post('/recoveries', { email: person.email })
  const scenes: readonly Scene[] = [
    { path: '/' },
    {
      path: '/login',
      name: 'refused',
      enter: async (page, t) => {
        await page.getByLabel(t.login.login).fill(person.email)
        await page.getByLabel(t.login.password, { exact: true }).fill('not-this-one')
        await page.getByRole('button', { name: t.login.submit, exact: true }).click()
        await expect(page.getByRole('alert')).toBeVisible()
      },
    },
    { path: '/profile/edit', name: 'login instead of it' },
    {
      path: '/register',
      name: 'with errors',
      enter: async (page, t) => {
        await page.getByLabel(t.person.email, { exact: true }).fill('nobody')
        await page.getByLabel(t.person.password, { exact: true }).fill('1234')
        await page.getByRole('button', { name: t.registration.continue }).click()
      },
    },
    { path: '/recover' },
    { path: `/recover/${await mailedToken(person.email, mailKinds.recover)}` },
    { path: '/recover/nothing-of-ours', name: 'link that is over' },
    { path: '/verify-email/nothing-of-ours', name: 'link that is over' },
    { path: '/email-change/nothing-of-ours', name: 'change that is over' },
    { path: '/terms' },
    { path: '/privacy' },
    { path: '/fees' },
    { path: '/settlement-check' },
    { path: '/seller-invitation/nothing-of-ours', name: 'link that is over' },
    { path: '/freeze' },
    { path: '/freeze/nothing-of-ours', name: 'birth date' },
    { path: '/add-factor/nothing-of-ours', name: 'login first' },
    { path: '/magic/nothing-of-ours', name: 'link that is over' },
    { path: '/impersonate/nothing-of-ours', name: 'login first' },
    { path: '/nowhere', name: 'signed out' },
  ]
  expect(await inBoth(openPage, scenes, { refused: [400, 410] })).toEqual([])
})

test('the pages in a company’s own colours are accessible', async ({ openPage }) => {
  const scenes: readonly Scene[] = [{ path: '/' }]
  expect(await inBoth(openPage, scenes, { company: 'andes' })).toEqual([])
})

test('the pages of a new person are accessible', async ({ openPage }) => {
  const person = await signedInPerson()
  const paths = [
    '/',
    '/cards',
    '/transactions',
    '/notifications',
    '/wallet',
    '/wallet/lines',
    '/wallet/settlements',
    '/wallet/transfers',
    '/wallet/adjustments',
    '/withdrawals',
    '/wallet/deposits',
    '/wallet/pending',
    '/referrals',
    '/clients',
    '/clients/new',
    '/clients/00000000-0000-7000-8000-000000000001',
    '/sellers',
    '/codes',
    '/earnings',
    '/support',
    '/load',
    '/kyc',
    '/kyc/status',
    '/security',
    '/nowhere',
    '/admin',
  ]
  expect(
    await inBoth(
      openPage,
      paths.map((path) => ({ path })),
      { person },
    ),
  ).toEqual([])
})

for (const stage of kycStages) {
  test(`an identity check that is ${stage} is accessible`, async ({ openPage }) => {
    const person = await personAtKyc(stage)
    expect(await inBoth(openPage, [{ path: '/kyc/status', name: stage }], { person })).toEqual([])
  })
}

test('the pages of a person who spends are accessible', async ({ openPage }) => {
  const person = await spender()
  const card = `/cards/${person.card.id}`
  const scenes: readonly Scene[] = [
    ...['/', '/cards', card, '/transactions', '/notifications', '/wallet', '/load', ...own, '/settings'].map(
      (path) => ({
        path,
      }),
    ),
    ...person.rows.map(({ id, kind }) => ({ path: `/transactions/${id}`, name: kind })),
    {
      path: card,
      name: 'asks for a second way',
      enter: async (page, t) => {
        await page.getByRole('button', { name: t.cards.actions.show }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      path: card,
      name: 'asks for the limits',
      enter: async (page, t) => {
        await page.getByRole('button', { name: t.cards.actions.limits, exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      path: '/transactions?q=nothing+like+it',
      name: 'no row matches',
      enter: (page, t) => expect(page.getByText(t.transactions.empty.filteredTitle)).toBeVisible(),
    },
  ]
  expect(await inBoth(openPage, scenes, { person, refused: [403] })).toEqual([])
})

test('security settings, the dialog over a page and the lock screen are accessible', async ({ openPage }) => {
  const person = await personWithCard()
  await addTotp(person)
  const scenes: readonly Scene[] = [
    { path: '/security', name: 'with a factor' },
    {
      path: '/security',
      name: 'adds another',
      enter: async (shown, t) => {
        await shown.getByRole('button', { name: t.security.factors.add, exact: true }).click()
        await expect(shown.getByRole('dialog')).toBeVisible()
      },
    },
    {
      path: `/cards/${person.card.id}`,
      name: 'confirms',
      enter: async (shown, t) => {
        await shown.getByRole('button', { name: t.cards.actions.show }).click()
        await expect(shown.getByRole('dialog').getByLabel(t.stepUp.totp.label)).toBeVisible()
      },
    },
    // This scene is the last one: it locks the session on the server too.
    {
      path: '/lock',
      enter: (shown, t) =>
        expect(shown.getByRole('heading', { name: t.security.locked.title })).toBeVisible(),
    },
  ]
  expect(await inBoth(openPage, scenes.slice(0, -1), { person, refused: [403, 423] })).toEqual([])
  expect(await inBoth(openPage, scenes.slice(-1), { person, refused: [423] })).toEqual([])
})

test('a load is accessible at each of its stages', async ({ openPage }) => {
  const person = await loader()
  const scenes: readonly Scene[] = [
    { path: '/wallet/lines' },
    { path: '/wallet/deposits' },
    { path: '/wallet/pending' },
    ...Object.entries(person.loads).map(([name, id]) => ({ path: `/load/${id}`, name })),
    {
      path: `/load/${person.loads.quoted}`,
      name: 'asks whether to cancel',
      enter: async (page, t) => {
        await page.getByRole('button', { name: t.loads.cancel }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
  ]
  expect(await inBoth(openPage, scenes, { person })).toEqual([])
})

test('the pages of an administrator are accessible', async ({ openPage }) => {
  await personAtKyc('needs_review')
  const person = await demoAdmin()
  const paths = [
    '/admin',
    '/admin/go-live',
    '/admin/inbox',
    '/admin/users',
    '/admin/email-changes',
    '/admin/settings/incidents',
    '/admin/settings/terms?version=1',
    '/admin/settings/terms/new',
    '/admin/settings/terms/acceptances',
    '/admin/admins',
    '/admin/admins/new',
    '/admin/audit',
    '/admin/notes',
    '/admin/kyc',
    '/admin/ledger',
    '/admin/ledger/accounts',
    '/admin/ledger/journals',
    '/admin/wallets',
    '/admin/loads',
    '/admin/transfers',
    '/admin/settlements',
    '/admin/settlements/new',
    '/admin/withdrawals',
    '/admin/withdrawals/new',
    '/admin/transfers/requests',
    '/admin/transfers/new',
    '/admin/transfers/to-card',
    '/admin/transfers/to-card/bulk',
    '/admin/transfers/to-card/batches',
    '/admin/treasury',
    '/admin/treasury/records',
    '/admin/treasury/new',
    '/admin/wallets/adjust',
    '/admin/wallets/adjust-card',
    '/admin/wallets/deposits',
    '/admin/wallets/deposits/requests',
    '/admin/wallets/deposits/new',
    '/admin/wallets/deposits/crypto',
    '/admin/wallets/pending',
    '/admin/wallets/adjustments',
    '/admin/fees',
    '/admin/fees/new',
    '/admin/fees/set',
    '/admin/limits',
    '/admin/limits/payin',
    '/admin/seller-codes',
    '/admin/seller-codes?view=tree',
    '/admin/seller-codes/new',
    '/admin/referrals',
    '/admin/notifications',
    '/admin/security',
    ...own.map((path) => `/admin${path}`),
  ]
  const { items } = await person.calls.get<{ items: { id: string }[] }>('/kyc-cases')
  const audit = await person.calls.get<{ items: { id: string }[] }>('/audit')
  const admins = await person.calls.get<{ items: { id: string }[] }>('/admins')
  const users = await person.calls.get<{ items: { id: string }[] }>('/users')
  const companies = await person.calls.get<{ items: { id: string }[] }>('/companies')
  const company = `/admin/companies/${companies.items[0]?.id}`
  // The type of automatic cards and its plan, which every product has.
  const catalogue = [
    '/admin/card-types?open=00000000-0000-7000-8000-000000000901',
    '/admin/card-types/new',
    '/admin/card-types/00000000-0000-7000-8000-000000000901',
    '/admin/plans?open=00000000-0000-7000-8000-000000000911',
    '/admin/plans/new',
    '/admin/plans/00000000-0000-7000-8000-000000000911',
  ]
  const further = [
    `/admin/kyc?open=${items[0]?.id}`,
    `/admin/audit?open=${audit.items[0]?.id}`,
    `/admin/admins?open=${admins.items[0]?.id}`,
    `/admin/admins/${admins.items[0]?.id}/permissions`,
    `/admin/users?open=${users.items[0]?.id}`,
    `/admin/users/${users.items[0]?.id}`,
    '/admin/tiers',
    `/admin/tiers?open=${companies.items[0]?.id}`,
    '/admin/companies',
    '/admin/companies?view=tree',
    `/admin/companies?open=${companies.items[0]?.id}`,
    '/admin/companies/new',
    company,
    `/admin/wallets/${companies.items[0]?.id}`,
    ...['general', 'brand', 'kyc', 'cards', 'security', 'fees'].map((part) => `${company}/settings/${part}`),
    ...catalogue,
    ...['general', 'authentication', 'email', 'gateway', 'tier-restrictions'].map(
      (part) => `/admin/settings/${part}`,
    ),
    '/admin/nowhere',
  ]
  const scenes = [...paths, ...further].map((path) => ({ path }))
  expect(await inBoth(openPage, scenes, { person })).toEqual([])
})

test('the page that requires a passkey is accessible', async ({ openPage }) => {
  const person = await signedInPerson({ company: 'lima' })
  await demandPasskeys('lima', true)
  try {
    const scenes = [{ path: '/enrol-passkey' }]
    expect(await inBoth(openPage, scenes, { person, company: 'lima' })).toEqual([])
  } finally {
    await demandPasskeys('lima', false)
  }
})
