import type { Page } from '@playwright/test'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test, type OpenBrowser } from './support/journey.ts'
import { loadWithShares } from './support/people.ts'

type Texts = typeof en | typeof es

/** An administrator of a company of the demo, and what they find in their rooms and what they do not. */
type Admin = {
  readonly person: 'norma' | 'olga'
  readonly company: string
  readonly texts: Texts
  readonly language: 'en' | 'es'
  readonly view: typeof desk | typeof phone
  /** Companies of the own tree, and others of the demo. */
  readonly own: readonly string[]
  readonly others: readonly string[]
}

const norma: Admin = {
  person: 'norma',
  company: 'Norte',
  texts: en,
  language: 'en',
  view: desk,
  own: ['Norte', 'Andes', 'Lima', 'Miraflores'],
  others: ['Puerto Azul'],
}
const olga: Admin = {
  person: 'olga',
  company: 'Miraflores',
  texts: es,
  language: 'es',
  view: phone,
  own: ['Miraflores'],
  others: ['Norte', 'Andes', 'Lima', 'Puerto Azul'],
}

const checked = async (page: Page, name: string, { person, language, view }: Admin) => {
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, `company-${name}-of-${person}-${language}-light-${view === desk ? 'desk' : 'phone'}`)
}

const open = async (openPage: OpenBrowser, of: Admin): Promise<Page> => {
  const { view: viewport, language } = of
  const { page, context, problems } = await openPage({
    person: await demoAdmin(of.person),
    viewport,
    language,
  })
  problems.expect(/status of (?:403|404)/)
  await bringAxe(context)
  return page
}

const readsTheHome = async (page: Page, of: Admin) => {
  const t = of.texts.roleHomes
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: t.money.title.replace('{name}', of.company) })).toBeVisible()
  await expect(page.getByRole('heading', { name: t.loads.title })).toBeVisible()
  await checked(page, 'home', of)
}

const readsTheTree = async (page: Page, of: Admin) => {
  await page.goto('/admin/tiers')
  const tree = page.getByRole('tree')
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  await expect(item(of.company)).toBeVisible()
  for (const name of of.others) await expect(item(name), name).toHaveCount(0)
  await item(of.company).focus()
  for (const name of of.own.slice(1)) {
    await page.keyboard.press('ArrowRight')
    await expect(item(name), name).toBeVisible()
    await page.keyboard.press('ArrowDown')
  }
  await checked(page, 'tree', of)
}

const readsTheWallets = async (page: Page, of: Admin) => {
  const t = of.texts.walletList
  await page.goto('/admin/wallets/pending?by=owner')
  await expect(page.getByText(t.pending.onlyOwnShares).or(page.getByText(t.pending.none))).toBeVisible()
  const panels = page.getByRole('main').getByRole('heading')
  for (const name of of.others) await expect(panels.filter({ hasText: name }), name).toHaveCount(0)
  await checked(page, 'pending', of)
  await page.goto('/admin')
  await page.getByRole('link', { name: of.texts.roleHomes.money.wallets, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: of.company })).toBeVisible()
  await expect(page.getByText(t.ofAnotherLevel)).toHaveCount(0)
  await checked(page, 'wallets', of)
}

const readsFeesAndSettlements = async (page: Page, of: Admin) => {
  const { feeSchedules, lists, settlements } = of.texts
  await page.goto('/admin/fees')
  await expect(page.getByRole('heading', { level: 1, name: feeSchedules.title })).toBeVisible()
  await expect(page.getByRole('link', { name: feeSchedules.form.add, exact: true })).toHaveCount(0)
  await checked(page, 'fees', of)
  await page.goto('/admin/settlements')
  await expect(page.getByRole('heading', { level: 1, name: settlements.title })).toBeVisible()
  await page.goto('/admin/settlements?tier=3')
  await expect(page.getByText(lists.filteredTitle)).toBeVisible()
  await expect(page.getByRole('main').getByText('Lima', { exact: true })).toHaveCount(0)
  await checked(page, 'settlements', of)
}

/** Pages of the operator's staff alone. */
const operatorsPages = ['/admin/treasury', '/admin/ledger', '/admin/kyc', '/admin/limits', '/admin/audit']

const findsNoPageOfTheOperator = async (page: Page, of: Admin) => {
  for (const path of operatorsPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: of.texts.shell.notFound.noPermissionTitle })).toBeVisible()
  }
}

for (const admin of [norma, olga])
  test(`the administrator of ${admin.company} reads their own rooms, and no other tree or level`, async ({
    openPage,
  }) => {
    const page = await open(openPage, admin)
    await readsTheHome(page, admin)
    await readsTheTree(page, admin)
    await readsTheWallets(page, admin)
    await readsFeesAndSettlements(page, admin)
    await findsNoPageOfTheOperator(page, admin)
  })

test('the administrator of a company reads no shares of the companies below it', async ({ openPage }) => {
  const t = en.walletList
  await loadWithShares()
  const page = await open(openPage, norma)
  await page.goto('/admin/wallets?q=Lima')
  await page.getByRole('main').getByText('Lima', { exact: true }).first().click()
  await page.getByRole('link', { name: t.show, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lima' })).toBeVisible()
  await expect(page.getByText(t.ofAnotherLevel)).toBeVisible()
  await checked(page, 'wallets-below', norma)
})
