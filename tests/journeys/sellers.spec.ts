import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test, type BrowserOptions, type Visitor } from './support/journey.ts'
import {
  mailedToken,
  personWithCard,
  quotedLoad,
  signedInPerson,
  type CardPerson,
  type OwnLoad,
  type Person,
} from './support/people.ts'
import { until } from './support/product-calls.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

type Open = (options: BrowserOptions) => Promise<Visitor>

const opened = async (openPage: Open, options: BrowserOptions) => {
  const { page, context } = await openPage(options)
  await bringAxe(context)
  return page
}

const loadsThousand = async (client: CardPerson): Promise<void> => {
  const load = await quotedLoad(client, { amount: '1000.00', speed: 'regular' })
  await client.calls.post(`/sandbox/loads/${load.id}/pay`, { payment: 'exact' })
  await until('the load is accepted', async () => {
    const { status } = await client.calls.get<OwnLoad>(`/loads/${load.id}`)
    return status === 'held'
  })
}

/** A person who came with Eva's code and loaded $1,000.00: Eva earns $2.00 and Ana $0.50 (domain §5). */
const clientOfEva = async (): Promise<Person> => {
  const client = await personWithCard({ company: 'lima', code: 'LIMA-EVA', firstName: 'Rosa' })
  await loadsThousand(client)
  return client
}

test('a seller two sees what their code earned, and whose loads; their seller one only the own part', async ({
  openPage,
}) => {
  const { firstName, lastName } = await clientOfEva()
  const name = `${firstName} ${lastName}`
  const page = await opened(openPage, { person: await demoAdmin('eva'), viewport: desk })
  await page.goto('/earnings')
  const shares = page.getByRole('list', { name: en.earnings.shares })
  const share = shares.getByRole('listitem').filter({ hasText: name })
  await expect(share).toContainText('$2.00')
  await expect(share).toContainText(/ · LIMA-EVA · L-/)
  await expect(share).toContainText('$1,000.00 × 0.25% = $2.50, and $2.50 × 80.00% = $2.00')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'earnings-en-light-desk')
  await page.getByRole('list', { name: en.earnings.byCode }).getByText('LIMA-EVA').click()
  await expect(page.getByRole('heading', { name: 'Shares of LIMA-EVA' })).toBeVisible()
  await expect(shares.getByRole('listitem').filter({ hasText: name })).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.lists.exportCsv }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^earnings-\d{4}-\d\d-\d\d\.csv$/)

  await page.goto('/clients')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('LIMA-EVA').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'client-en-light-desk')
  await page.goto('/codes')
  await page.getByRole('link', { name: /LIMA-EVA/ }).click()
  await expect(page.getByText(/register\?code=LIMA-EVA/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'invite-en-light-desk')
  // Only a seller one has sellers two; the page of one who has none says so.
  await page.goto('/sellers')
  await expect(page.getByText(en.clients.sellers.notYours.title, { exact: true })).toBeVisible()

  const other = await opened(openPage, { person: await demoAdmin('ana'), viewport: desk })
  await other.goto('/earnings')
  const row = other.getByRole('list', { name: en.earnings.shares }).getByRole('listitem').first()
  await expect(row).toContainText('$0.50')
  await expect(row).toContainText(en.earnings.otherCode)
  await expect(other.getByText(lastName)).toHaveCount(0)
})

test('the rooms of a seller fit a phone, in Spanish and in the dark', async ({ openPage }) => {
  const person = await demoAdmin('ana')
  const view = { viewport: phone, scheme: 'dark', language: 'es' } as const
  const page = await opened(openPage, { person, ...view })
  await page.goto('/profile')
  const { clients, earnings, withdrawals } = es.profile.links
  for (const name of [clients, earnings, withdrawals]) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await page.goBack()
  }
  await picture(page, 'profile-of-seller-es-dark-phone')
  await page.goto('/sellers')
  await expect(page.getByText('Eva Luna')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  const t = es.sellerInvitations
  const invited = await signedInPerson({ company: 'lima', firstName: 'Nora' })
  const invite = async () => {
    await page.getByLabel(t.email, { exact: true }).fill(invited.email)
    await page.getByRole('button', { name: t.send, exact: true }).click()
  }
  const row = page
    .getByRole('list', { name: t.title })
    .getByRole('listitem')
    .filter({ hasText: invited.email })
  await invite()
  await expect(row.first()).toContainText(t.state.invited)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'own-sellers-es-dark-phone')
  await row.getByRole('button', { name: t.revokeOf.replace('{email}', invited.email) }).click()
  await expect(row.first()).toContainText(t.state.revoked)
  const ofMail = () => mailedToken(invited.email, 'seller_invitation')
  const revoked = await ofMail()
  await invite()
  await expect(row.first()).toContainText(t.state.invited)
  await expect.poll(ofMail).not.toBe(revoked)
  const other = await opened(openPage, { viewport: phone })
  await other.goto(`/seller-invitation/${await ofMail()}`)
  await expect(other.getByText('Ana Paz', { exact: false }).first()).toBeVisible()
  await other.getByRole('button', { name: en.sellerInvitations.page.logIn, exact: true }).click()
  await expect(other.getByLabel(en.login.password, { exact: true })).toBeVisible()
  const theirs = await opened(openPage, { person: invited, viewport: phone })
  await theirs.goto(`/seller-invitation/${await ofMail()}`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Sell with Lima')
  expect(await violations(theirs, 'all')).toEqual([])
  await picture(theirs, 'seller-invitation-en-light-phone')
  await expect(
    theirs.getByRole('button', { name: en.sellerInvitations.page.accept, exact: true }),
  ).toBeEnabled()
  await page.goto('/clients')
  await expect(page.getByText(es.clients.empty.title)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'clients-empty-es-dark-phone')
  await page.goto('/codes')
  await expect(page.getByText('LIMA-ANA')).toBeVisible()
  await page.getByText(es.splitRules.title, { exact: true }).click()
  await expect(page.getByRole('table').first()).toContainText('$0.66')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'own-codes-es-dark-phone')
  await page.goto('/earnings')
  await expect(page.getByRole('heading', { name: es.earnings.title, exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'earnings-es-dark-phone')
})

test('everybody has a referral link, sees who joined by initials, and finds what they earn by it', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const page = await opened(openPage, { person, viewport: phone })
  await page.goto('/referrals')
  const link = page.getByText(/register\?code=/)
  await expect(link).toBeVisible()
  await expect(page.getByText(en.clients.referrals.none)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'referrals-en-light-phone')
  const url = (await link.textContent()) ?? ''
  const code = new URL(url).searchParams.get('code') ?? ''

  const visitor = await opened(openPage, { viewport: phone })
  await visitor.goto(`/register?code=${code}`)
  await expect(visitor.getByLabel(en.registration.code.label)).toHaveValue(code)
  await expect(visitor.getByText(/^Referral code: you join/)).toBeVisible()
  const zoe = await personWithCard({ code, firstName: 'Zoe' })
  await page.reload()
  await expect(page.getByText(/^Z\. [A-Z]\.$/)).toBeVisible()
  await expect(page.getByText('Zoe')).toHaveCount(0)
  await picture(page, 'referrals-joined-en-light-phone')

  const { views, noWallet, withdrawals } = en.wallets
  const links = page.getByRole('navigation', { name: views.label }).getByRole('link')
  await page.goto('/wallet')
  await expect(page.getByText(noWallet)).toBeVisible()
  await expect(links).toHaveText([views.overview, views.pending, views.deposits])
  await page.goto('/profile')
  const pages = page.getByRole('list', { name: en.profile.more })
  const { loads, wallet, earnings } = en.profile.links
  await expect(pages.getByRole('link', { name: loads, exact: true })).toBeVisible()
  await expect(pages.getByRole('link', { name: earnings, exact: true })).toHaveCount(0)
  await loadsThousand(zoe)
  await page.reload()
  await expect(pages.getByRole('link', { name: earnings, exact: true })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: en.sellerHome.earner })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'home-of-referrer-en-light-phone')
  await page.goto('/profile')
  await pages.getByRole('link', { name: wallet, exact: true }).click()
  const all = [views.overview, views.lines, views.pending, views.deposits, views.settlements]
  await expect(links).toHaveText(all)
  await picture(page, 'wallet-of-referrer-en-light-phone')
  await page.getByRole('link', { name: new RegExp(`^${withdrawals}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.ownWithdrawals.title })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('the smallest withdrawal is $50.00')
  await page.goto('/wallet/lines')
  await expect(links).toHaveText(all)
  await links.last().click()
  await expect(page.getByRole('heading', { level: 1, name: en.walletLines.settlement.list })).toBeVisible()
})
