import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as es from '../../contract/src/messages/es.ts'
import * as en from '../../contract/src/messages/en.ts'
import { newCode } from './support/new-code.ts'

const superAdmin = 6
const inSpanish = (page: Page) =>
  page.context().addCookies([{ name: 'cardamom', value: 'es', url: page.url() }])

const choose = async (page: Page, { label, name }: { label: string; name: string }) => {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('group', { name: label })).toContainText(name)
}

test('an administrator creates a seller code, changes it, and takes it away', async ({ openPage }) => {
  const page = await administratorOf(openPage, { roleId: superAdmin })
  const t = en.sellerCodes
  const code = newCode('ANA')
  await page.goto('/admin/seller-codes/new')
  await page.getByRole('button', { name: t.create.submit, exact: true }).click()
  await expect(page.getByText(t.create.ownerMissing)).toBeVisible()
  await choose(page, { label: t.create.owner, name: 'Ana Paz' })
  await page.getByLabel(t.create.code, { exact: true }).fill('abc')
  await page.getByRole('button', { name: t.create.submit, exact: true }).click()
  await expect(page.getByText('Codes have at least 6 letters or digits.').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'seller-code-new-en-light-desk')
  await page.getByLabel(t.create.code, { exact: true }).fill(code)
  await page.getByLabel(t.create.maxUses, { exact: true }).fill('25')
  await page.getByRole('button', { name: t.create.submit, exact: true }).click()

  const drawer = page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: code }).last()
  await expect(page.getByRole('heading', { name: code, exact: true })).toBeVisible()
  await expect(drawer).toContainText('0 of 25')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'seller-codes-en-light-desk')

  await page.getByRole('button', { name: t.edit.button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Change ${code}` })
  await dialog.getByLabel(t.create.maxUses, { exact: true }).fill('30')
  await dialog.getByRole('button', { name: t.edit.save, exact: true }).click()
  await expect(drawer).toContainText('0 of 30')

  await page.getByRole('button', { name: t.assign.takeAway, exact: true }).click()
  const away = page.getByRole('dialog', { name: new RegExp(`^Take ${code} away`) })
  await expect(away).toContainText('keeps all shares')
  await away.getByLabel(t.reason, { exact: true }).fill('It was printed by mistake')
  await picture(page, 'seller-code-take-away-en-light-desk')
  await away.getByRole('button', { name: t.assign.takeAway, exact: true }).click()
  await expect(drawer).toContainText(t.nobody)

  await page.goto('/admin/seller-codes')
  await page.getByLabel(t.fields.ownerId, { exact: true }).selectOption({ label: 'Eva Luna' })
  await expect(page).toHaveURL(/ownerId=/)
  await expect(page.getByRole('main').getByText('Eva Luna').last()).toBeVisible()
  await expect(page.getByText(code, { exact: true })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'seller-codes-of-owner-en-light-desk')
})

test('the tree opens a seller one, their seller two and their people, in Spanish on a dark phone', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: superAdmin, viewport: phone, scheme: 'dark' })
  await inSpanish(page)
  await page.goto('/admin/seller-codes?view=tree')
  await page.getByRole('button', { name: 'Ver lo que hay debajo de Ana Paz', exact: true }).click()
  await page.getByRole('button', { name: 'Ver lo que hay debajo de Eva Luna', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Lucía Ferrer', exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'seller-tree-es-dark-phone')
  await page.goto('/admin/seller-codes?view=invitations')
  await expect(page.getByLabel(es.sellerInvitations.email, { exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'seller-invitations-es-dark-phone')
  await page.goto('/admin/referrals')
  await expect(page.getByText('Eva Luna').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'referred-people-es-dark-phone')
})

test('the tree of referrers shows who came with a code and what it earned, and a search finds one', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: superAdmin })
  const t = en.referrers.tree
  await page.goto('/admin/seller-codes?view=tree')
  await page.getByText(t.referrers, { exact: true }).click()
  await expect(page).toHaveURL(/of=referrers/)
  const open = page.getByRole('button', { name: /^Show what is below Mateo/ })
  await open.click()
  const people = page.getByRole('list', { name: /^All people of Mateo/ })
  await expect(people.getByRole('link', { name: 'Valeria Campos', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: t.label, exact: true })).toContainText('earned')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'referrer-tree-en-light-desk')
  await page.getByLabel(t.search, { exact: true }).fill('mateo')
  await expect(page).toHaveURL(/q=mateo/)
  await expect(open).toBeVisible()
  await page.getByLabel(t.search, { exact: true }).fill('nobody at all')
  await expect(page.getByText(t.none, { exact: true })).toBeVisible()

  const small = await administratorOf(openPage, { roleId: superAdmin, viewport: phone, scheme: 'dark' })
  await inSpanish(small)
  await small.goto('/admin/seller-codes?view=tree&of=referrers')
  await small.getByRole('button', { name: /^Ver lo que hay debajo de Mateo/ }).click()
  await expect(small.getByRole('link', { name: 'Valeria Campos', exact: true })).toBeVisible()
  expect(await violations(small, 'all')).toEqual([])
  await picture(small, 'referrer-tree-es-dark-phone')
})
