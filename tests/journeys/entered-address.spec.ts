import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superRole = 6
/** A company of the demo where nobody can enter an address. */
const company = 'Puerto Azul'
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
type Texts = typeof en | typeof es

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A deposit for the company, of which a part came, and whose price has ended. */
const partInReview = async (page: Page, t: Texts) => {
  const { form, coin } = t.topUps
  await page.goto('/admin/wallets/deposits/crypto')
  await page.getByLabel(form.company, { exact: true }).fill(company)
  await page.getByRole('button', { name: new RegExp(`^${company}`) }).click()
  await page.getByLabel(coin.amount, { exact: true }).fill('1000')
  await press(page, coin.lock)
  await press(page, t.stepUp.passkey.go)
  await expect(page).toHaveURL(/\/admin\/wallets\/deposits\/crypto\/[0-9a-f-]{36}/)
  await press(page, t.loads.sandbox.less)
  await expect(page.getByRole('status').filter({ hasText: coin.status.part })).toBeVisible()
  await press(page, t.loads.sandbox.advance)
  await expect(page.getByRole('status').filter({ hasText: coin.status.review })).toBeVisible()
}

/** Enters the address and how the company named it. */
const enterAddress = async (page: Page, t: Texts, reason: string) => {
  const { address } = t.topUps.coin
  await press(page, address.enter)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(company).first()).toBeVisible()
  await dialog.getByLabel(/0x|Address|Dirección/).fill(away)
  const go = dialog.getByRole('button', { name: t.topUps.review.request, exact: true })
  await expect(go).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel(address.enterReason, { exact: true }).fill(reason)
  expect(await violations(page, 'all')).toEqual([])
  return { dialog, go }
}

/** The second person approves the request with this reason. */
const approve = async (second: Page, reason: string) => {
  await second.goto('/admin/inbox')
  await second.getByRole('link', { name: reason }).click()
  const details = second.locator('aside, [role=dialog]').filter({ hasText: reason })
  await expect(details).toContainText(away)
  await expect(details).toContainText(en.approvals.values.kind.refundToEnteredAddress)
  await picture(second, 'entered-address-approve-en-light-desk')
  await press(second, en.approvals.approve)
  await press(second, en.stepUp.passkey.go)
}

test('an administrator enters the address of a company without a payer, and another one approves it', async ({
  openPage,
}) => {
  const { coin, review } = en.topUps
  const page = await administratorOf(openPage, { roleId: superRole })
  await partInReview(page, en)
  const reason = `Their letter, ${Date.now()}`
  const { dialog, go } = await enterAddress(page, en, reason)
  await picture(page, 'entered-address-en-light-desk')
  // One character of the address is wrong, which the capitals show.
  await dialog.getByRole('textbox').first().fill(away.replace('xdb', 'xDb'))
  await dialog.getByRole('checkbox').check()
  await go.click()
  await expect(dialog.getByText(en.fields.address_invalid)).toBeVisible()
  await picture(page, 'entered-address-wrong-en-light-desk')
  await dialog.getByRole('textbox').first().fill(away)
  await dialog.getByRole('checkbox').check()
  await go.click()
  await press(page, en.stepUp.passkey.go)
  await expect(page.getByText(review.requested)).toBeVisible()

  const second = await administratorOf(openPage, { roleId: superRole })
  await approve(second, reason)
  // The clock of another journey can end a call while it runs: it is requested again then.
  const ended = second.getByText(en.refusals.outcome_unknown)
  const isEnded = await ended.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  )
  if (isEnded) {
    const again = `Again, ${Date.now()}`
    await page.reload()
    const { go: goAgain } = await enterAddress(page, en, again)
    await goAgain.click()
    await press(page, en.stepUp.passkey.go)
    await expect(page.getByText(review.requested)).toBeVisible()
    await approve(second, again)
  }
  const onItsWay = page.getByText(new RegExp(`(goes back to|on its way back to|went back to) ${away}`))
  await expect(async () => {
    await page.reload()
    await expect(onItsWay).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('button', { name: coin.address.enter, exact: true })).toHaveCount(0)
  await picture(page, 'entered-address-queued-en-light-desk')
})

test('on a phone, in Spanish and dark, the address is entered and its request waits', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: superRole, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await partInReview(page, es)
  await picture(page, 'entered-address-review-es-dark-phone')
  const { go } = await enterAddress(page, es, 'Su carta del 3 de noviembre')
  await picture(page, 'entered-address-es-dark-phone')
  await go.click()
  await press(page, es.stepUp.passkey.go)
  await expect(page.getByText(es.topUps.review.requested)).toBeVisible()
})
