import type { Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { runOperate } from './support/operate.ts'
import { issuerCardOf } from './support/owner-database.ts'
import { personWithCard } from './support/people.ts'
import { control } from './support/sandbox-services.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
type Texts = typeof en | typeof es

const confirm = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

/** Credits the card of a person from its form, up to the details of the adjustment. */
const credit = async (page: Page, t: Texts, of: { holder: string; note: string; name: string }) => {
  const w = t.walletAdjustments
  await page.goto('/admin/wallets/adjust')
  await page.getByText(w.form.ofCard, { exact: true }).click()
  await expect(page.getByRole('heading', { name: w.form.cardTitle, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  await expect(page.getByText(t.walletLoads.missing)).toBeVisible()
  await page.getByLabel(t.walletLoads.card, { exact: true }).fill(of.holder)
  await page
    .getByRole('button', { name: new RegExp(of.holder) })
    .first()
    .click()
  await expect(page.getByRole('group', { name: t.walletLoads.card })).toContainText(of.holder)
  await page.getByLabel(w.form.amount, { exact: true }).fill('25.00')
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('table')).toHaveCount(2)
  expect(await violations(page, 'all')).toEqual([])
  await dialog.getByLabel(w.review.note, { exact: true }).fill(of.note)
  await picture(page, `card-adjustment-review-${of.name}`)
  await dialog.getByRole('button', { name: /\$25\.00$/ }).dblclick()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments\?.*open=/)
}

test('an administrator credits a card, sees it posted, and undoes it once', async ({ openPage }) => {
  const t = en
  const w = t.walletAdjustments
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: superAdmin })
  await credit(page, t, { holder: holder.lastName, note: 'Charged twice', name: 'en-light-desk' })
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Charged twice' })
  await expect(details).toContainText(w.values.status.completed)
  await expect(details.getByRole('link', { name: t.walletMoney.inLedger, exact: true })).toBeVisible()
  await picture(page, 'card-adjustment-en-light-desk')
  await details.getByRole('button', { name: w.undo.button, exact: true }).click()
  const undo = page.getByRole('dialog', { name: /^Undo A-/ })
  await expect(undo.getByRole('table')).toHaveCount(1)
  await undo.getByLabel(w.review.note, { exact: true }).fill('Entered by mistake')
  await picture(page, 'card-adjustment-undo-en-light-desk')
  await undo.getByRole('button', { name: 'Debit $25.00', exact: true }).click()
  await confirm(page, t)
  await expect(undo).toBeHidden()
  await expect(details).toContainText(/Undone by A-/)
  await expect(details.getByRole('button', { name: w.undo.button, exact: true })).toBeHidden()
  await details.getByRole('link', { name: t.walletMoney.inLedger, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/ledger/)
})

test('on a phone, in Spanish and dark, a card is credited, and its holder sees it', async ({ openPage }) => {
  const t = es
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: superAdmin, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await credit(page, t, { holder: holder.lastName, note: 'Cobro doble', name: 'es-dark-phone' })
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Cobro doble' })
  await expect(details).toContainText(t.walletAdjustments.values.status.completed)
  await picture(page, 'card-adjustment-es-dark-phone')
  const { page: own } = await openPage({ person: holder })
  await own.goto(`/cards/${holder.card.id}`)
  await expect(own.getByText('$25.00').first()).toBeVisible()
})

test('when the issuer’s answer is lost, the details say what is known, and looking it up sends nothing again', async ({
  openPage,
}) => {
  const t = en
  const c = t.walletAdjustments.call
  const holder = await personWithCard({ company: 'lima' })
  const path = `/cards/${await issuerCardOf(holder.card.id)}/credit$`
  await control('issuer', '/faults', { kind: 'drop_before', method: 'PUT', path, remaining: 1 })
  const page = await administratorOf(openPage, { roleId: superAdmin })
  await credit(page, t, { holder: holder.lastName, note: 'Lost answer', name: 'lost-en-light-desk' })
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Lost answer' })
  await expect(details).toContainText(c.unanswered)
  await expect(details).toContainText(c.nextAt)
  await details.getByRole('button', { name: c.readBack, exact: true }).dblclick()
  await expect(page.getByText(c.isRead).first()).toBeVisible()
  await expect(details).toContainText(c.states.unanswered)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-adjustment-lost-en-light-desk')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.context().addCookies([{ name: 'cardamom', value: 'es', url: page.url() }])
  await page.setViewportSize(phone)
  await page.reload()
  await expect(page.getByText(es.walletAdjustments.call.unanswered)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-adjustment-lost-es-dark-phone')
})

test('where the card issuer proves nothing, two people decide, and both see why it waits and how it ends', async ({
  openPage,
}) => {
  const t = en
  const { call: c, values } = t.walletAdjustments
  const holder = await personWithCard({ company: 'lima' })
  const cardId = await issuerCardOf(holder.card.id)
  const foreign = { cardId, adjustment: '5.00' }
  const { historyId } = await control<{ historyId: string }>('issuer', '/foreign-adjustment', foreign)
  const { page: maker, person: first } = await administratorWithMail(openPage, { roleId: superAdmin })
  const { page: checker, person: second } = await administratorWithMail(openPage, { roleId: superAdmin })
  await credit(maker, t, { holder: holder.lastName, note: 'Unexplained row', name: 'review-en-light-desk' })
  const shown = (page: Page) => page.locator('aside, [role=dialog]').filter({ hasText: 'Unexplained row' })
  await checker.goto(maker.url())
  for (const page of [maker, checker]) {
    await expect(async () => {
      await page.reload()
      await expect(shown(page)).toContainText(c.review.foreign_row, { timeout: 10_000 })
    }).toPass({ timeout: 120_000 })
    await expect(shown(page)).toContainText('$5.00')
    await expect(shown(page)).toContainText(values.status.pending)
  }
  expect(await violations(checker, 'all')).toEqual([])
  await picture(checker, 'card-adjustment-review-by-two-en-light-desk')
  const [ref = ''] = /A-[0-9A-Z]{8}/.exec((await shown(maker).textContent()) ?? '') ?? []
  const proposal = ['decide-credit', ref, 'foreign', first.email, historyId]
  expect(await runOperate(proposal, first.password)).toContain('Another administrator has to confirm it')
  const confirmation = ['confirm-credit', ref]
  expect(await runOperate([...confirmation, first.email], first.password)).toContain(
    'you proposed it yourself',
  )
  expect(await runOperate([...confirmation, second.email], second.password)).toContain('Confirmed')
  for (const page of [maker, checker])
    await expect(async () => {
      await page.reload()
      await expect(shown(page)).toContainText(values.status.completed, { timeout: 10_000 })
    }).toPass({ timeout: 120_000 })
  await expect(shown(maker)).not.toContainText(c.review.foreign_row)
  await picture(maker, 'card-adjustment-decided-en-light-desk')
  const { page: own } = await openPage({ person: holder })
  await own.goto(`/cards/${holder.card.id}`)
  await expect(own.getByText('$25.00').first()).toBeVisible()
})
