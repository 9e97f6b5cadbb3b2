import { loader, spender } from './support/busy-people.ts'
import { checkedPages } from './support/checked-pages.ts'
import { addTotp } from './support/factor-calls.ts'
import { inBoth, readScenes, type Scene } from './support/inspection.ts'
import { expect, test } from './support/journey.ts'
import { kycStages, personAtKyc } from './support/kyc-people.ts'
import { demandPasskeys } from './support/owner-database.ts'
import {
  mailedToken,
  mailKinds,
  personWithCard,
  registeredPerson,
  signedInPerson,
  type Person,
} from './support/people.ts'
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
    { path: '/', isRead: true },
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
      isRead: true,
      enter: async (page, t) => {
        await page.getByLabel(t.person.email, { exact: true }).fill('nobody')
        await page.getByLabel(t.person.password, { exact: true }).fill('1234')
        await page.getByRole('button', { name: t.registration.continue }).click()
      },
    },
    { path: '/recover', isRead: true },
    { path: `/recover/${await mailedToken(person.email, mailKinds.recover)}` },
    { path: '/recover/nothing-of-ours', name: 'link that is over' },
    { path: '/verify-email/nothing-of-ours', name: 'link that is over' },
    { path: '/email-change/nothing-of-ours', name: 'change that is over', isRead: true },
    { path: '/terms', isRead: true },
    { path: '/privacy', isRead: true },
    { path: '/fees', isRead: true },
    { path: '/settlement-check', isRead: true },
    { path: '/seller-invitation/nothing-of-ours', name: 'link that is over', isRead: true },
    { path: '/freeze', isRead: true },
    { path: '/freeze/nothing-of-ours', name: 'birth date' },
    { path: '/add-factor/nothing-of-ours', name: 'login first' },
    { path: '/magic/nothing-of-ours', name: 'link that is over', isRead: true },
    { path: '/impersonate/nothing-of-ours', name: 'login first', isRead: true },
    { path: '/nowhere', name: 'signed out', isRead: true },
  ]
  expect(await inBoth(openPage, scenes, { refused: [400, 410] })).toEqual([])
})

test('the pages in a company’s own colours are accessible', async ({ openPage }) => {
  const scenes: readonly Scene[] = [{ path: '/' }]
  expect(await inBoth(openPage, scenes, { company: 'andes' })).toEqual([])
})

test('the pages of a new person are accessible', async ({ openPage }) => {
  const person = await signedInPerson()
  const read = [
    '/',
    '/cards',
    '/transactions',
    '/notifications',
    '/wallet',
    '/referrals',
    '/clients',
    '/earnings',
    '/support',
    '/load',
    '/kyc',
    '/kyc/status',
    '/security',
  ]
  const further = [
    '/wallet/lines',
    '/wallet/settlements',
    '/wallet/transfers',
    '/wallet/adjustments',
    '/withdrawals',
    '/cards/request',
    '/wallet/deposits',
    '/wallet/pending',
    '/clients/new',
    '/clients/00000000-0000-7000-8000-000000000001',
    '/sellers',
    '/codes',
    '/nowhere',
    '/admin',
  ]
  const scenes = [...readScenes(read), ...further.map((path) => ({ path }))]
  expect(await inBoth(openPage, scenes, { person })).toEqual([])
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
    ...readScenes(['/', '/cards', card, '/transactions', '/notifications', '/wallet', '/load', '/settings']),
    ...readScenes(own),
    ...person.rows.map(({ id, kind }) => ({
      path: `/transactions/${id}`,
      name: kind,
      isRead: true as const,
    })),
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
    ...readScenes(['/wallet/lines', '/wallet/deposits', '/wallet/pending']),
    ...Object.entries(person.loads).map(([name, id]) => ({
      path: `/load/${id}`,
      name,
      isRead: true as const,
    })),
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

/** The first row of a list that an administrator reads. */
const firstOf = async (person: Person, list: string): Promise<string> =>
  (await person.calls.get<{ items: { id: string }[] }>(list)).items[0]?.id ?? ''

test('the pages of an administrator about money are accessible', async ({ openPage }) => {
  const person = await demoAdmin()
  const company = await firstOf(person, '/companies')
  const paths = [
    '/admin/ledger',
    '/admin/ledger/accounts',
    '/admin/ledger/journals',
    '/admin/wallets',
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
    '/admin/limits',
    '/admin/limits/payin',
  ]
  const further = ['/admin/loads', '/admin/fees/set', `/admin/wallets/${company}`]
  const scenes = [...readScenes(paths), ...further.map((path) => ({ path }))]
  expect(await inBoth(openPage, scenes, { person })).toEqual([])
})

test('the pages of an administrator about people are accessible', async ({ openPage }) => {
  await personAtKyc('needs_review')
  const person = await demoAdmin()
  const admin = await firstOf(person, '/admins')
  const authorised = await firstOf(person, '/admins?type=authorised')
  const user = await firstOf(person, '/users')
  const paths = [
    '/admin/users',
    '/admin/email-changes',
    '/admin/admins/new',
    `/admin/admins?open=${authorised}`,
    `/admin/admins/${authorised}/permissions`,
    '/admin/kyc',
    '/admin/kyc?status=needs_review',
    `/admin/kyc?open=${await firstOf(person, '/kyc-cases')}`,
    '/admin/seller-codes',
    '/admin/seller-codes?view=tree',
    '/admin/seller-codes/new',
    '/admin/referrals',
  ]
  const further = [
    '/admin',
    '/admin/inbox',
    '/admin/admins',
    `/admin/admins?open=${admin}`,
    `/admin/admins/${admin}/permissions`,
    '/admin/audit',
    `/admin/audit?open=${await firstOf(person, '/audit')}`,
    '/admin/notes',
    '/admin/reconcile',
    '/admin/reconcile/runs',
    '/admin/notifications',
    '/admin/security',
    ...own.map((path) => `/admin${path}`),
    `/admin/users?open=${user}`,
    `/admin/users/${user}`,
    '/admin/nowhere',
  ]
  const scenes = [...readScenes(paths), ...further.map((path) => ({ path }))]
  expect(await inBoth(openPage, scenes, { person })).toEqual([])
})

test('the pages of an administrator about companies and settings are accessible', async ({ openPage }) => {
  const person = await demoAdmin()
  const id = await firstOf(person, '/companies')
  const company = `/admin/companies/${id}`
  const paths = [
    '/admin/go-live',
    '/admin/settings/terms?version=1',
    '/admin/settings/terms/new',
    '/admin/settings/incidents',
    '/admin/settings/gateway',
    `/admin/tiers?open=${id}`,
    `${company}/settings/fees`,
  ]
  // The type of automatic cards and its plan, which every product has.
  const catalogue = [
    '/admin/cards',
    '/admin/transactions',
    '/admin/cards/stock',
    '/admin/cards/stock/import',
    '/admin/card-types?open=00000000-0000-7000-8000-000000000901',
    '/admin/card-types/new',
    '/admin/card-types/00000000-0000-7000-8000-000000000901',
    '/admin/plans?open=00000000-0000-7000-8000-000000000911',
    '/admin/plans/new',
    '/admin/plans/00000000-0000-7000-8000-000000000911',
  ]
  const further = [
    '/admin/processes',
    '/admin/master-balance',
    '/admin/processes?open=settlements',
    '/admin/settings/terms/acceptances',
    '/admin/tiers',
    '/admin/companies',
    '/admin/companies?view=tree',
    `/admin/companies?open=${id}`,
    '/admin/companies/new',
    company,
    ...['general', 'brand', 'kyc', 'cards', 'security'].map((part) => `${company}/settings/${part}`),
    ...catalogue,
    ...['general', 'authentication', 'email', 'tier-restrictions'].map((part) => `/admin/settings/${part}`),
  ]
  const scenes = [...readScenes(paths), ...further.map((path) => ({ path }))]
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
