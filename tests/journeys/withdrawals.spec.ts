import type { Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { lastSent } from './support/factors.ts'
import { intercept } from './support/intercept.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { ageWithdrawalWaits, useExplorer } from './support/owner-database.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
const companyAdmin = 5
const t = en
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const confirm = (page: Page) => page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

test('an administrator of a company adds an address, which waits, and the list says that it is empty', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: companyAdmin, company: 'lima' })
  await page.goto('/admin/withdrawals/new')
  const o = t.ownWithdrawals
  await expect(page.getByRole('heading', { name: o.companyTitle, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('wait until')
  await page.getByRole('button', { name: o.book.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: o.book.add, exact: true })
  const label = `Treasury ${Date.now()}`
  await dialog.getByLabel(o.book.label, { exact: true }).fill(label)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(address.replace('d8dA', 'D8dA'))
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(page)
  await expect(dialog).toContainText(t.fields.address_invalid)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(address)
  await picture(page, 'withdrawal-address-en-light-desk')
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(page)
  await expect(page.getByRole('list', { name: o.book.title })).toContainText(label)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'withdraw-company-en-light-desk')
  await page.getByRole('button', { name: `Remove ${label}`, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: o.book.remove, exact: true }).click()
  await expect(page.getByText(label)).toHaveCount(0)
  const checker = await administratorOf(openPage, { roleId: superAdmin })
  await checker.goto('/admin/withdrawals')
  await expect(checker.getByRole('heading', { name: t.withdrawals.title, level: 1 })).toBeVisible()
  expect(await violations(checker, 'all')).toEqual([])
})

test('a search of one’s own withdrawals that finds none says so, and is cleared', async ({ openPage }) => {
  const o = t.ownWithdrawals
  const { page } = await openPage({ person: await signedInPerson({ company: 'lima' }), viewport: desk })
  await page.goto('/withdrawals?q=W-ZZZZ')
  const search = page.getByRole('textbox', { name: o.search })
  await expect(search).toHaveValue('W-ZZZZ')
  await expect(page.getByText(o.notFound)).toBeVisible()
  await picture(page, 'own-withdrawals-none-found-en-light-desk')
  await page.getByRole('main').getByRole('button', { name: t.lists.clearSearch, exact: true }).last().click()
  await expect(page.getByText(o.empty)).toBeVisible()
  await expect(page).toHaveURL(/\/withdrawals$/)
})

/** Credits the regular wallet of Lima by hand. */
const creditLima = async (page: Page, amount: string) => {
  const w = t.walletAdjustments
  await page.goto('/admin/wallets/adjust')
  await page.getByLabel(w.form.holder, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await page.getByLabel(w.form.amount, { exact: true }).fill(amount)
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  await page.getByRole('dialog').getByLabel(w.review.note, { exact: true }).fill('Opening money')
  await page.getByRole('button', { name: `Credit $${amount}`, exact: true }).click()
  await confirm(page)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
}

/** The payout wallet may have to be filled first, and blocks are some seconds apart. */
const paidWithinMs = 240_000

/** An address that no other journey uses. */
const newAddress = () =>
  `0x${[...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

test('a company requests a withdrawal, a second person approves it with three factors, and a third one sees it live', async ({
  openPage,
}) => {
  const o = t.ownWithdrawals
  const w = t.withdrawals
  await useExplorer('ethereum', 'https://explorer.example/tx/{tx}')
  const {
    page: checker,
    person: checkerPerson,
    problems,
  } = await administratorWithMail(openPage, {
    roleId: superAdmin,
  })
  // The wrong code and the wrong password.
  problems.expect(/status of 400/)
  await creditLima(checker, '120.00')
  const { page: maker, person } = await administratorWithMail(openPage, {
    roleId: companyAdmin,
    company: 'lima',
  })
  await maker.goto('/admin/withdrawals/new')
  await maker.getByRole('button', { name: o.book.add, exact: true }).click()
  const dialog = maker.getByRole('dialog', { name: o.book.add, exact: true })
  const [label, to] = [`Wallet ${Date.now()}`, newAddress()]
  await dialog.getByLabel(o.book.label, { exact: true }).fill(label)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(to)
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(maker)
  await expect(maker.getByRole('list', { name: o.book.title })).toContainText(label)
  await ageWithdrawalWaits(person.email, label)

  await maker.reload()
  await maker.getByLabel(o.form.amount, { exact: true }).fill('100')
  await expect(maker.getByText(`${o.review.net}: $99.00`)).toBeVisible()
  await maker.getByText(o.review.net, { exact: true }).click()
  await maker.getByLabel(o.form.net, { exact: true }).fill('99')
  await expect(maker.getByText(`${o.review.total}: $100.00`)).toBeVisible()
  await picture(maker, 'withdrawal-net-en-light-desk')
  await maker.getByLabel(o.form.address, { exact: true }).selectOption({ label })
  await maker.getByRole('button', { name: o.form.review, exact: true }).click()
  const review = maker.getByRole('dialog', { name: 'Withdraw $100.00', exact: true })
  await expect(review).toContainText('$99.00')
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'withdrawal-review-en-light-desk')
  await review.getByRole('button', { name: 'Request $100.00', exact: true }).dblclick()
  await confirm(maker)
  const history = maker.getByRole('list', { name: o.history, exact: true })
  await expect(history.getByRole('link').filter({ hasText: label })).toHaveCount(1)
  await picture(maker, 'withdraw-requested-en-light-desk')
  await history.getByRole('link').filter({ hasText: label }).click()
  await expect(maker).toHaveURL(/\/admin\/withdrawals\/[0-9a-f-]{36}/)
  await expect(maker.getByRole('button', { name: w.actions.approve, exact: true })).toHaveCount(0)
  const path = new URL(maker.url()).pathname

  const third = await administratorOf(openPage, { roleId: superAdmin, viewport: phone, scheme: 'dark' })
  await third.context().addCookies([{ name: 'cardamom', value: 'es', url: third.url() }])
  const spanish = es.withdrawals
  await third.goto(path)
  await expect(third.getByRole('button', { name: spanish.actions.reject, exact: true })).toBeVisible()
  await picture(third, 'withdrawal-to-approve-es-dark-phone')
  await third.getByRole('button', { name: spanish.actions.approve, exact: true }).click()
  await expect(third.getByRole('dialog')).toContainText(spanish.signed.risk)
  await picture(third, 'withdrawal-approve-es-dark-phone')
  await third.getByLabel(spanish.actions.compared, { exact: true }).check()
  await third.getByRole('button', { name: spanish.actions.go, exact: true }).click()
  await expect(third.getByRole('button', { name: es.stepUp.passkey.go, exact: true })).toBeFocused()
  expect(await violations(third, 'all')).toEqual([])
  await picture(third, 'withdrawal-approve-passkey-es-dark-phone')
  await third.getByRole('button', { name: spanish.actions.back, exact: true }).click()
  await expect(third.getByRole('dialog')).toContainText(spanish.signed.risk)

  await checker.goto(path)
  await expect(checker.getByRole('button', { name: w.actions.approve, exact: true })).toBeVisible()
  expect(await violations(checker, 'all')).toEqual([])
  await picture(checker, 'withdrawal-to-approve-en-light-desk')
  await checker.getByRole('button', { name: w.actions.approve, exact: true }).click()
  await checker.getByLabel(w.actions.compared, { exact: true }).check()
  await checker.getByRole('button', { name: w.actions.go, exact: true }).click()
  const approval = checker.getByRole('dialog')
  const stepNow = approval.getByRole('status').filter({ hasText: 'Step' })
  await expect(stepNow).toContainText('Step 2 of 4: Passkey')
  await checker.getByRole('button', { name: w.actions.back, exact: true }).click()
  await expect(stepNow).toContainText('Step 1 of 4: Check')
  await checker.getByLabel(w.actions.compared, { exact: true }).check()
  await checker.getByRole('button', { name: w.actions.go, exact: true }).click()
  await confirm(checker)
  await checker.getByRole('button', { name: t.stepUp.code.send, exact: true }).click()
  await expect(stepNow).toContainText('Step 3 of 4: Code')
  await expect(checker.getByRole('button', { name: w.actions.back, exact: true })).toHaveCount(0)
  const { code = '' } = await lastSent(checkerPerson.email, 'email-otp')
  const codeField = checker.getByLabel(t.stepUp.emailOtp.label, { exact: true })
  await codeField.fill(code === '000000' ? '111111' : '000000')
  await expect(codeField).toHaveAttribute('aria-invalid', 'true')
  await picture(checker, 'withdrawal-code-en-light-desk')
  await codeField.fill(code)
  const password = checker.getByLabel(t.stepUp.password.label, { exact: true })
  await password.fill('not the password')
  await checker.getByRole('button', { name: t.stepUp.password.go, exact: true }).click()
  await expect(approval).toContainText(t.stepUp.password.wrong)
  await expect(stepNow).toContainText('Step 4 of 4: Password')
  await picture(checker, 'withdrawal-password-en-light-desk')
  // The answer to the approval is lost: it is looked up by its key and not sent again.
  const sent: (string | null)[] = []
  await intercept(checker, '**/withdrawals/*/approval', async (route) => {
    const grant = await route.request().headerValue('step-up')
    sent.push(grant)
    if (grant === null) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await password.fill(checkerPerson.password)
  await checker.getByRole('button', { name: t.stepUp.password.go, exact: true }).click()
  await expect(checker.getByText(w.actions.approved).first()).toBeVisible()
  expect(sent).toEqual([expect.any(String), null])
  // The third person did not touch the page.
  await expect(third.getByRole('dialog')).toContainText(spanish.actions.processed)
  await picture(third, 'withdrawal-processed-es-dark-phone')

  // The requester's page shows the payment by itself.
  await expect(maker.getByRole('heading', { name: o.details.payment, exact: true })).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'withdrawal-approved-en-light-desk')
  // The signer pays it on the embedded chain, and its end needs no reload.
  await expect(maker.getByText(o.paymentStep.done)).toBeVisible({ timeout: paidWithinMs })
  await expect(maker.getByText(o.status.COMPLETED).first()).toBeVisible()
  const link = maker.getByRole('link', { name: o.details.explorer, exact: true })
  await expect(link).toHaveAttribute('href', /^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/)
  const txId = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await expect(maker.getByRole('main')).toContainText(txId)
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'withdrawal-paid-en-light-desk')
  await maker.goto('/admin/notifications')
  const notice = maker.getByRole('listitem').filter({ hasText: 'Withdrawal of $100.00 paid' })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('$99.00 was paid in')

  for (const page of [third, checker]) {
    await page.goto('/admin/withdrawals?step=done&q=Lima')
    await expect(page.getByRole('main').getByText('$100.00').first()).toBeVisible()
  }
  await picture(third, 'withdrawals-paid-es-dark-phone')
  const row = checker.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText(w.values.step.done)
  await expect(row).toContainText(w.values.status.COMPLETED)
  await picture(checker, 'withdrawals-paid-en-light-desk')
})
