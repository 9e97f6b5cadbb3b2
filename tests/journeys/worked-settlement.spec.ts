import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Download, Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { lastSent } from './support/factors.ts'
import { expect, picture, test, type OpenBrowser } from './support/journey.ts'
import {
  approveRequest,
  confirm,
  creditWallet,
  details,
  seeBalances,
  seeLine,
} from './support/money-screens.ts'
import { ageWithdrawalWaits, confirmSessions } from './support/owner-database.ts'
import type { Person } from './support/people.ts'
import {
  makeWorkedChain,
  paidLoad,
  passBusinessHours,
  passDailyRun,
  statusOf,
  type PaidLoad,
} from './support/worked-chain.ts'
import * as en from '../../contract/src/messages/en.ts'

/** The examples of domain §8 and §9 with the cents that each screen shows, on companies like those of the demo. */

const superAdmin = 6
const companyAdmin = 5
const lines = en.walletLines
const { flow } = lines.settlement
/** The payout wallet may have to be filled first, and blocks are some seconds apart. */
const paidWithinMs = 240_000

/** A download begins sooner; a settlement that was just paid is refused until a signed block has its journal. */
const [startsWithinMs, signedWithinMs] = [15_000, 180_000]

/** Saves what a press downloads to a folder, and returns its content. */
const save = async (page: Page, press: () => Promise<void>, folder: string) => {
  const found: Download[] = []
  await expect(async () => {
    const coming = page.waitForEvent('download', { timeout: startsWithinMs })
    await press()
    found.push(await coming)
  }).toPass({ timeout: signedWithinMs })
  const [file] = found as [Download]
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return { path, text: readFileSync(path, 'utf8') }
}

const fileButton = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click()

/** Two people take L-0990 off its card, and Andes owes what it was paid of it. */
const reverseLoad = async (maker: Page, { checker, load }: { checker: Page; load: PaidLoad }) => {
  const { reverse, reason, go } = en.companyLoads.operation
  await maker.goto('/admin/loads?status=credited')
  await maker.getByRole('link', { name: load.payer.email }).click()
  await details(maker, load.load.ref).getByRole('button', { name: reverse.button, exact: true }).click()
  const dialog = maker.getByRole('dialog', { name: /^Reverse the load of/ })
  const why = `Paid for another person, ${load.load.ref}`
  await dialog.getByLabel(reason, { exact: true }).fill(why)
  await dialog.getByRole('button', { name: go, exact: true }).click()
  await confirm(maker)
  await expect(dialog).toHaveCount(0)
  await approveRequest(checker, why)
  await statusOf(load, 'review')
}

/** The rows of where the money goes, each with its amount and the sum after it. */
const seeFlow = async (page: Page, rows: readonly (readonly [string, string, string])[]) => {
  const table = page.getByRole('table', { name: flow.title })
  await expect(table.getByRole('row')).toHaveCount(rows.length + 1)
  for (const [name, amount, total] of rows) {
    const row = table.getByRole('row').filter({ hasText: name })
    await expect(row.getByRole('cell').nth(0)).toHaveText(amount)
    await expect(row.getByRole('cell').nth(1)).toHaveText(total)
  }
}

type Proof = { readonly page: Page; readonly folder: string }

/** The partner reads why it is 11.49, and proves it with the three files and nothing of the product. */
const readAndProve = async ({ page, folder }: Proof, shares: readonly PaidLoad[]) => {
  await page.goto(`/admin/settlements?wallet=regular&status=paid`)
  await page.getByRole('row').filter({ hasText: '$11.49' }).first().click()
  await page.getByRole('link', { name: en.settlements.show, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Settlement S-/ })).toBeVisible()
  await seeFlow(page, [
    [flow.matured, '$12.99', '$12.99'],
    [flow.reversed, '−\u2060$1.50', '$11.49'],
    [flow.paid, '$11.49', '$11.49'],
  ])
  const main = page.getByRole('main')
  await expect(main).toContainText('$120.00 $131.49')
  await expect(main).toContainText('$20.49 $7.50')
  await expect(main).toContainText('$1.50 $0.00')
  const share = (load: PaidLoad) => main.getByRole('listitem').filter({ hasText: load.load.ref })
  for (const [at, formula] of [
    [0, '$1,000.00 × 0.75% = $7.50'],
    [1, '$400.00 × 0.75% = $3.00'],
    [2, '$333.33 × 0.75% = $2.49'],
  ] as const)
    await expect(share(shares[at] as PaidLoad)).toContainText(formula)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'worked-settlement-en-light-desk')

  const steps = await save(page, fileButton(page, flow.csv), folder)
  for (const amount of ['12.99', '-1.50', '11.49']) expect(steps.text).toContain(amount)
  const csv = await save(page, fileButton(page, lines.settlement.file.csv), folder)
  for (const { load } of shares.slice(0, 3)) expect(csv.text).toContain(load.ref)
  const pdf = await save(page, fileButton(page, lines.settlement.file.pdf), folder)
  expect(pdf.text.startsWith('%PDF-')).toBe(true)
  const json = await save(page, fileButton(page, lines.settlement.file.json), folder)
  const link = (name: string) => () => page.getByRole('link', { name, exact: true }).first().click()
  const checker = await save(page, link(en.settlementCheck.file.checker), folder)
  const key = await save(page, link(en.settlementCheck.file.key), folder)
  const check = (file: string) =>
    promisify(execFile)(process.execPath, [checker.path, '--key', key.path, file]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await check(json.path)).toContain('right')
}

const requestWithdrawal = async (page: Page, person: Person) => {
  const o = en.ownWithdrawals
  await page.goto('/admin/withdrawals/new')
  await page.getByRole('button', { name: o.book.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: o.book.add, exact: true })
  const random = [...crypto.getRandomValues(new Uint8Array(20))]
  const to = `0x${random.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const label = `Treasury ${to.slice(2, 8)}`
  await dialog.getByLabel(o.book.label, { exact: true }).fill(label)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(to)
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(page)
  await expect(page.getByRole('list', { name: o.book.title })).toContainText(label)
  await ageWithdrawalWaits(person.email, label)
  await page.reload()
  await expect(page.getByRole('main')).toContainText('$131.49')
  await page.getByLabel(o.form.amount, { exact: true }).fill('100')
  await page.getByLabel(o.form.coin, { exact: true }).selectOption('USDT')
  await page.getByLabel(o.form.address, { exact: true }).selectOption({ label })
  await page.getByRole('button', { name: o.form.review, exact: true }).click()
  const review = page.getByRole('dialog', { name: 'Withdraw $100.00', exact: true })
  for (const amount of ['$100.00', '$1.00', '$99.00', '$131.49', '$31.49'])
    await expect(review).toContainText(amount)
  await picture(page, 'worked-withdrawal-review-en-light-desk')
  await review.getByRole('button', { name: 'Request $100.00', exact: true }).click()
  await confirm(page)
  await page
    .getByRole('list', { name: o.history, exact: true })
    .getByRole('link')
    .filter({ hasText: label })
    .click()
  await expect(page).toHaveURL(/\/admin\/withdrawals\/[0-9a-f-]{36}/)
  return { path: new URL(page.url()).pathname, to }
}

/** A person of the operator approves with a passkey, then a code and the password. */
const approveWithdrawal = async (page: Page, { path, person }: { path: string; person: Person }) => {
  const { actions } = en.withdrawals
  await page.goto(path)
  await page.getByRole('button', { name: actions.approve, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('$99.00')
  await page.getByLabel(actions.compared, { exact: true }).check()
  await page.getByRole('button', { name: actions.go, exact: true }).click()
  await confirm(page)
  await page.getByRole('button', { name: en.stepUp.code.send, exact: true }).click()
  const { code = '' } = await lastSent(person.email, 'email-otp')
  await page.getByLabel(en.stepUp.emailOtp.label, { exact: true }).fill(code)
  await page.getByLabel(en.stepUp.password.label, { exact: true }).fill(person.password)
  await page.getByRole('button', { name: en.stepUp.password.go, exact: true }).click()
  await expect(page.getByText(actions.approved).first()).toBeVisible()
}

const people = async (openPage: OpenBrowser) => {
  const maker = await administratorWithMail(openPage, { roleId: superAdmin })
  const checker = await administratorWithMail(openPage, { roleId: superAdmin })
  const chain = await makeWorkedChain(maker.person)
  const rafael = await administratorWithMail(openPage, { roleId: companyAdmin, company: chain.andes.slug })
  return { maker, checker, chain, rafael }
}

test('Andes is settled 11.49 of 12.99, proves it, and withdraws 100.00 of 131.49', async ({
  openPage,
}, info) => {
  info.setTimeout(1_500_000)
  const { maker, checker, chain, rafael } = await people(openPage)
  const { andes, miraflores } = chain
  const ownerId = andes.id
  await creditWallet(maker.page, { name: andes.name, wallet: 'regular', amount: '118.50' })
  await passDailyRun(maker.person)
  const l0990 = await paidLoad(miraflores, { amount: '200.00' })
  await seeBalances(rafael.page, { ownerId, regular: { available: '$118.50', pending: '$1.50' } })
  await passBusinessHours(maker.person, 73)
  await statusOf(l0990, 'credited')
  await seeBalances(rafael.page, { ownerId, regular: { available: '$120.00', pending: '$0.00' } })
  await seeLine(rafael.page, {
    text: lines.kind.settlement_paid,
    changes: ['From $118.50 to $120.00', 'From $1.50 to $0.00'],
  })

  await passDailyRun(maker.person)
  const shares: PaidLoad[] = []
  for (const amount of ['1000.00', '400.00', '333.33']) shares.push(await paidLoad(miraflores, { amount }))
  await passBusinessHours(maker.person, 48)
  const l1004 = await paidLoad(miraflores, { amount: '1000.00' })
  for (const load of shares) await statusOf(load, 'credited')
  await reverseLoad(maker.page, { checker: checker.page, load: l0990 })
  await seeBalances(rafael.page, { ownerId, regular: { available: '$120.00', pending: '$20.49' } })
  await expect(rafael.page.getByRole('main')).toContainText('$1.50 is to be recovered')
  await picture(rafael.page, 'worked-owed-en-light-desk')

  await passBusinessHours(maker.person, 23)
  await seeBalances(rafael.page, { ownerId, regular: { available: '$131.49', pending: '$7.50' } })
  await expect(rafael.page.getByRole('main')).not.toContainText('to be recovered')
  await seeLine(rafael.page, {
    text: lines.kind.settlement_paid,
    changes: ['From $120.00 to $131.49', 'From $20.49 to $7.50'],
  })
  await confirmSessions(rafael.person.email)
  await readAndProve({ page: rafael.page, folder: info.outputPath() }, shares)
  await rafael.page.goto('/admin/wallets/deposits')
  const records = rafael.page.getByRole('list', { name: `Settlements of ${andes.name}`, exact: true })
  await expect(records.getByRole('listitem').filter({ hasText: '$11.49' })).toHaveCount(1)
  await picture(rafael.page, 'worked-deposits-en-light-desk')
  // The whole journal, for those who see the ledger.
  await maker.page.goto(`/admin/settlements?status=paid&q=${encodeURIComponent(andes.name)}`)
  await expect(maker.page.getByRole('main')).toContainText('$11.49')

  const { path, to } = await requestWithdrawal(rafael.page, rafael.person)
  await seeBalances(rafael.page, { ownerId, regular: { available: '$31.49', reserved: '$100.00' } })
  await approveWithdrawal(checker.page, { path, person: checker.person })
  await rafael.page.goto(path)
  const paid = rafael.page.getByText(en.ownWithdrawals.paymentStep.done)
  await expect(async () => {
    await rafael.page.reload()
    await expect(paid).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: paidWithinMs })
  const main = rafael.page.getByRole('main')
  await expect(main).toContainText(/0x[0-9a-f]{64}/)
  await expect(main).toContainText(`${en.ownWithdrawals.review.coins}99 USDT`)
  // The address is shown in groups, with the capitals of its checksum.
  const text = ((await main.textContent()) ?? '').replaceAll(' ', '').toLowerCase()
  expect(text).toContain(to)
  expect(await violations(rafael.page, 'all')).toEqual([])
  await picture(rafael.page, 'worked-withdrawal-en-light-desk')
  await seeBalances(rafael.page, { ownerId, regular: { available: '$31.49', reserved: '$0.00' } })
  // A second approval has no button, and the call says what it is.
  const third = await administratorOf(openPage, { roleId: superAdmin })
  await third.goto(path)
  await expect(third.getByRole('main')).toContainText('$99.00')
  await expect(third.getByRole('button', { name: en.withdrawals.actions.approve, exact: true })).toHaveCount(
    0,
  )

  await passBusinessHours(maker.person, 48)
  await statusOf(l1004, 'credited')
  await seeBalances(rafael.page, { ownerId, regular: { available: '$38.99', pending: '$0.00' } })
})
