import type { Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import {
  approveRequest,
  chooseOwner,
  confirm,
  creditWallet,
  details,
  seeBalances,
  seeLine,
} from './support/money-screens.ts'
import { issuerCardOf } from './support/owner-database.ts'
import { personWithCard } from './support/people.ts'
import { control } from './support/sandbox-services.ts'
import {
  makeWorkedChain,
  paidLoad,
  passBusinessHours,
  statusOf,
  type WorkedCompany,
} from './support/worked-chain.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

/** The examples of domain §4, §6 and §7 with the cents that each screen shows, on companies like those of the demo. */

const depositor = 4
const companyAdmin = 5
const superAdmin = 6
const w = en.walletMoney.wallet
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const levels = ['Operator', 'Level 1', 'Level 2', 'Level 3', 'Level 4']

/** Gross, speed, fee, card, and the shares of operator and levels 1 to 4. */
const golden = [
  ['1000.00', 'regular', '$1,000.00', '$30.00', '$970.00', ['$10.00', '$5.00', '$7.50', '$5.00', '$2.50']],
  ['333.33', 'regular', '$333.33', '$10.00', '$323.33', ['$3.36', '$1.66', '$2.49', '$1.66', '$0.83']],
  ['10.00', 'regular', '$10.00', '$0.30', '$9.70', ['$0.11', '$0.05', '$0.07', '$0.05', '$0.02']],
  ['1000.00', 'immediate', '$1,000.00', '$50.00', '$950.00', ['$20.00', '$7.50', '$10.00', '$7.50', '$5.00']],
] as const

/** The page of fees computes the same loads. */
const seeSimulated = async (page: Page) => {
  const t = en.feeSchedules
  await page.goto('/admin/fees')
  const simulator = page.getByRole('region', { name: t.simulator.title })
  for (const [, speed, gross, fee, card, shares] of golden) {
    await simulator.getByText(t.speed[speed], { exact: true }).click()
    const example = simulator
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t.simulator.gross.replace('{gross}', gross) }) })
    await expect(example).toContainText(`${t.simulator.fee}${fee}`)
    await expect(example).toContainText(`${t.simulator.net}${card}`)
    for (const [at, share] of shares.entries()) await expect(example).toContainText(`${levels[at]}${share}`)
  }
  await picture(page, 'worked-fees-en-light-desk')
}

test('the loads of 1,000, 333.33 and 10 give each level its cents, on every screen that shows them', async ({
  openPage,
}, info) => {
  info.setTimeout(1_200_000)
  const { page, person } = await administratorWithMail(openPage, { roleId: superAdmin })
  await seeSimulated(page)
  const chain = await makeWorkedChain(person)
  const companies = [chain.norte, chain.andes, chain.lima, chain.miraflores]
  for (const [amount, speed, gross, fee, card, [, ...shares]] of golden) {
    const { payer, load } = await paidLoad(chain.miraflores, { amount, speed })
    const own = await openPage({ person: payer, company: chain.miraflores.slug, viewport: phone })
    await own.page.goto(`/load/${load.id}`)
    for (const each of [gross, fee, card]) await expect(own.page.getByRole('main')).toContainText(each)
    await page.goto(`/admin/loads?open=${load.id}`)
    const found = details(page, load.ref)
    await expect(found).toContainText(`${en.companyLoads.quoted.fee}${fee}`)
    await expect(found).toContainText(`${en.companyLoads.quoted.net}${card}`)
    for (const [at, share] of shares.entries())
      await expect(found.getByRole('listitem').filter({ hasText: companies[at]?.name ?? '' })).toContainText(
        share,
      )
    await picture(page, `worked-load-of-${amount}-${speed}-en-light-desk`)
    await own.context.close()
  }
  const sums = [
    ['$6.71', '$7.50'],
    ['$10.06', '$10.00'],
    ['$6.71', '$7.50'],
    ['$3.35', '$5.00'],
  ] as const
  for (const [at, [regular, immediate]] of sums.entries())
    await seeBalances(page, {
      ownerId: companies[at]?.id ?? '',
      regular: { available: '$0.00', pending: regular },
      immediate: { available: '$0.00', pending: immediate },
    })
  // A company reads its own share, and no other.
  const { page: rafael } = await administratorWithMail(openPage, {
    roleId: companyAdmin,
    company: chain.andes.slug,
  })
  await seeBalances(rafael, { ownerId: chain.andes.id, regular: { available: '$0.00', pending: '$10.06' } })
  await seeLine(rafael, { text: en.walletLines.kind.load_accepted, changes: ['From $9.99 to $10.06'] })
  expect(await violations(rafael, 'all')).toEqual([])
  await picture(rafael, 'worked-shares-en-light-desk')
})

type Payment = { readonly id: string }

test('a payment of 100 floats, and is cleared with 104.20, so the card of 970 has 865.80', async ({
  openPage,
}, info) => {
  info.setTimeout(1_200_000)
  const { person } = await administratorWithMail(openPage, { roleId: superAdmin })
  const chain = await makeWorkedChain(person)
  const paid = await paidLoad(chain.lima, { amount: '1000.00' })
  await passBusinessHours(person, 25)
  await statusOf(paid, 'credited')
  const { page } = await openPage({
    person: paid.payer,
    company: chain.lima.slug,
    viewport: phone,
    language: 'es',
    scheme: 'dark',
  })
  const path = `/cards/${paid.payer.card.id}`
  const seeCard = async (amounts: readonly string[], name: string) => {
    const main = page.getByRole('main')
    await expect(async () => {
      await page.goto(path)
      for (const amount of amounts) await expect(main).toContainText(amount, { timeout: 10_000 })
    }).toPass({ timeout: 90_000 })
    await picture(page, `worked-card-${name}-es-dark-phone`)
  }
  const { available, balance, floating } = es.cards
  await seeCard([`${available}$970.00`], 'loaded')
  const { id } = await control<Payment>('issuer', '/simulate/authorisation', {
    cardId: await issuerCardOf(paid.payer.card.id),
    amount: '100.00',
    merchant: { name: 'Mercado', mcc: '5411', category: 'Groceries', city: 'Lima', country: 'PER' },
  })
  await seeCard([`${balance}$970.00`, `${floating}$100.00`, `${available}$870.00`], 'floating')
  await control('issuer', `/simulate/${id}/clearing`, { amount: '104.20' })
  await seeCard([`${available}$865.80`], 'cleared')
})

/** Enters a wire up to its details; above the limit a second person approves it. */
const enterWire = async (
  page: Page,
  of: { company: WorkedCompany; wallet: 'regular' | 'immediate'; amount: string; seen: readonly string[] },
  checker: Page,
) => {
  const { form, review } = en.topUps
  const reference = `SWIFT ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/admin/wallets/deposits/new')
  await chooseOwner(page, { label: form.company, name: of.company.name })
  await page.getByText(w[of.wallet], { exact: true }).click()
  await page.getByLabel(form.amount, { exact: true }).fill(of.amount)
  await page.getByLabel(form.reference, { exact: true }).fill(reference)
  const file = { name: 'wire.pdf', mimeType: 'application/pdf', buffer: pdf }
  await page.getByLabel(form.proof, { exact: true }).setInputFiles(file)
  await expect(page.getByText('wire.pdf')).toBeVisible()
  await page.getByRole('button', { name: form.review, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const amount of of.seen) await expect(dialog).toContainText(amount)
  await dialog.getByLabel(review.reason, { exact: true }).fill(`Wire ${reference}`)
  await dialog.getByRole('button', { name: review.request, exact: true }).click()
  await confirm(page)
  await expect(page.getByText(review.requested)).toBeVisible()
  await approveRequest(checker, `Wire ${reference}`)
  await page.goto(`/admin/wallets/deposits?q=${encodeURIComponent(reference)}`)
  await page.getByRole('row').filter({ hasText: reference }).click()
  const found = details(page, en.topUps.step.approved)
  for (const amount of of.seen) await expect(found).toContainText(amount)
  // Beside the details, the title still has its line.
  const title = page.getByRole('heading', { level: 1, name: en.topUps.title, exact: true })
  await expect.poll(async () => (await title.boundingBox())?.height).toBeLessThan(40)
  return found
}

const fillTransfer = async (
  page: Page,
  of: { from: WorkedCompany; to: WorkedCompany; toWallet: 'regular' | 'immediate'; amount: string },
) => {
  const { form } = en.transfers
  await page.goto('/admin/transfers/new')
  await chooseOwner(page, { label: form.sender, name: of.from.name })
  await page
    .getByRole('radiogroup', { name: form.fromWallet })
    .getByText(w.immediate, { exact: true })
    .click()
  await chooseOwner(page, { label: form.receiver, name: of.to.name })
  await page
    .getByRole('radiogroup', { name: form.toWallet })
    .getByText(w[of.toWallet], { exact: true })
    .click()
  await page.getByRole('textbox', { name: form.total, exact: true }).fill(of.amount)
  await page.getByRole('button', { name: form.review, exact: true }).click()
}

test('deposits of 10,000 wait or are there at once, and Norte sends 5,000 to Andes', async ({
  openPage,
}, info) => {
  info.setTimeout(1_200_000)
  const { page: checker, person } = await administratorWithMail(openPage, { roleId: superAdmin })
  const ines = await administratorOf(openPage, { roleId: depositor })
  const { norte, andes, lima } = await makeWorkedChain(person)
  const regular = await enterWire(
    ines,
    { company: lima, wallet: 'regular', amount: '10000', seen: ['$10,000.00', '$225.00', '$9,775.00'] },
    checker,
  )
  for (const [name, share] of [
    [en.topUps.operator, '$100.00'],
    [norte.name, '$50.00'],
    [andes.name, '$75.00'],
  ] as const)
    await expect(regular).toContainText(new RegExp(`${name}.*?${share.replace('$', String.raw`\$`)}`))
  await picture(ines, 'worked-deposit-en-light-desk')
  await enterWire(
    ines,
    { company: lima, wallet: 'immediate', amount: '10000', seen: ['$10,000.00', '$375.00', '$9,625.00'] },
    checker,
  )
  await enterWire(
    ines,
    { company: norte, wallet: 'immediate', amount: '6000', seen: ['$6,000.00', '$120.00', '$5,880.00'] },
    checker,
  )
  await seeBalances(checker, {
    ownerId: lima.id,
    regular: { available: '$0.00', pending: '$9,775.00' },
    immediate: { available: '$9,625.00' },
  })

  const { page: norma } = await administratorWithMail(openPage, {
    roleId: companyAdmin,
    company: norte.slug,
  })
  await fillTransfer(norma, { from: norte, to: andes, toWallet: 'regular', amount: '5000' })
  await expect(norma.getByText(en.refusals.wallet_type_differs).first()).toBeVisible()
  await fillTransfer(norma, { from: norte, to: andes, toWallet: 'immediate', amount: '5000' })
  const dialog = norma.getByRole('dialog')
  for (const amount of ['$5,000.00', '$10.00', '$4,990.00', '$5,880.00', '$880.00'])
    await expect(dialog).toContainText(amount)
  await expect(dialog).toContainText('0.20%')
  await dialog.getByLabel(en.walletMoney.confirm.reason, { exact: true }).fill('Funds of the quarter')
  await dialog.getByRole('button', { name: 'Transfer $5,000.00', exact: true }).click()
  await confirm(norma)
  await expect(norma).toHaveURL(/\/admin\/transfers\?.*open=/)
  const found = details(norma, 'Funds of the quarter')
  for (const amount of ['$5,000.00', '$10.00', '$4,990.00']) await expect(found).toContainText(amount)
  expect(await violations(norma, 'all')).toEqual([])
  await picture(norma, 'worked-transfer-en-light-desk')
  await seeBalances(norma, { ownerId: norte.id, immediate: { available: '$880.00' } })
  await seeBalances(checker, { ownerId: andes.id, immediate: { available: '$4,990.00' } })
})

const fillCardLoad = async (
  page: Page,
  of: { from: WorkedCompany; holder: string; amount: string; wallet: 'regular' | 'immediate' },
) => {
  const { walletLoads: c, transfers } = en
  await page.goto('/admin/transfers/to-card')
  await chooseOwner(page, { label: transfers.form.sender, name: of.from.name })
  await page.getByText(w[of.wallet], { exact: true }).click()
  await page.getByLabel(c.card, { exact: true }).fill(of.holder)
  await page
    .getByRole('button', { name: new RegExp(of.holder) })
    .first()
    .click()
  await page.getByRole('textbox', { name: transfers.form.total, exact: true }).fill(of.amount)
  await page.getByRole('button', { name: transfers.form.review, exact: true }).click()
}

const sendCardLoad = async (page: Page, { amount, seen }: { amount: string; seen: readonly string[] }) => {
  const dialog = page.getByRole('dialog')
  for (const each of seen) await expect(dialog).toContainText(each)
  const reason = `Travel ${amount}`
  await dialog.getByLabel(en.walletMoney.confirm.reason, { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: new RegExp(String.raw`\$${amount}`) }).click()
  await confirm(page)
  await expect(page).toHaveURL(/\/admin\/transfers\?.*open=/)
  await expect(async () => {
    await page.reload()
    const found = details(page, reason)
    await expect(found).toContainText(en.transfers.values.status.completed, { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
}

const minus = '−\u2060'
const dayMs = 86_400_000
/** A business day whose daily run is over. */
const runDay = (): [string, string, string] => {
  let at = Date.now() - 8 * dayMs
  while ([0, 6].includes(new Date(at).getUTCDay())) at -= dayMs
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-')
  return [day, month, year]
}

/** Draws up a settlement of 350.00 for the immediate wallet of a company, which another person approves and pays. */
const settleByHand = async (maker: Page, { checker, of }: { checker: Page; of: WorkedCompany }) => {
  const { form, review, actions } = en.settlements
  await maker.goto('/admin/settlements/new')
  await maker.getByLabel(form.beneficiary, { exact: true }).last().fill(of.name)
  await maker.getByRole('button', { name: new RegExp(`^${of.name}`) }).click()
  await maker.getByText(w.immediate, { exact: true }).click()
  const boxes = maker.getByRole('group', { name: form.day }).getByRole('textbox')
  for (const [at, text] of runDay().entries()) await boxes.nth(at).fill(text)
  await maker.getByLabel(form.amount, { exact: true }).fill('350')
  await maker.getByLabel(form.note, { exact: true }).fill('Bonus of the campaign')
  await maker.getByRole('button', { name: form.review, exact: true }).click()
  const dialog = maker.getByRole('dialog')
  await dialog.getByLabel(review.reason, { exact: true }).fill('Bonus of the campaign')
  await dialog.getByRole('button', { name: review.go, exact: true }).click()
  await confirm(maker)
  await expect(maker.getByRole('heading', { level: 1, name: /^Settlement S-/ })).toBeVisible()
  await checker.goto(maker.url())
  await checker.getByRole('button', { name: actions.approve, exact: true }).click()
  const approval = checker.getByRole('dialog')
  await approval.getByLabel(actions.reason, { exact: true }).fill('Checked')
  await approval.getByRole('button', { name: actions.approve, exact: true }).click()
  await confirm(checker)
  await checker.getByRole('button', { name: actions.pay, exact: true }).click()
  await checker.getByRole('dialog').getByRole('button', { name: actions.pay, exact: true }).click()
  await confirm(checker)
  await expect(checker.getByRole('main')).toContainText(en.walletLines.settlement.steps.payment)
}

test('Lima spends 901.80 of 200.00 and its allowance, recovers it first, and sends 499.00 to a card', async ({
  openPage,
}, info) => {
  info.setTimeout(1_200_000)
  const { page: maker, person } = await administratorWithMail(openPage, { roleId: superAdmin })
  const checker = await administratorOf(openPage, { roleId: superAdmin })
  const { andes, lima } = await makeWorkedChain(person)
  const holder = await personWithCard({ company: lima.slug })
  await creditWallet(maker, { name: lima.name, wallet: 'immediate', amount: '200.00' })
  await maker.goto(`/admin/limits?companyId=${lima.id}`)
  const panel = maker.getByRole('region', { name: en.companyLimits.allowance.title })
  await panel.getByRole('button', { name: en.companyLimits.allowance.changeLabel, exact: true }).click()
  const limits = maker.getByRole('dialog')
  await limits.getByLabel(en.companyLimits.form.amount, { exact: true }).fill('1000')
  await limits.getByLabel(en.companyLimits.form.reason, { exact: true }).fill('Agreed with the company above')
  await limits.getByRole('button', { name: en.companyLimits.form.save, exact: true }).click()
  await confirm(maker)
  await expect(limits).toHaveCount(0)
  await expect(async () => {
    await maker.reload()
    await expect(panel).toContainText('of $1,000.00', { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(panel).toContainText(`Guaranteed by ${andes.name}`)

  const { page: paula } = await administratorWithMail(openPage, { roleId: companyAdmin, company: lima.slug })
  const from = { from: lima, holder: holder.lastName, wallet: 'immediate' } as const
  await fillCardLoad(paula, { ...from, amount: '901.80' })
  await sendCardLoad(paula, {
    amount: '901.80',
    seen: ['$901.80', '$1.80', '$900.00', '$200.00', `${minus}$701.80`],
  })
  await seeBalances(paula, { ownerId: lima.id, immediate: { available: `${minus}$701.80` } })
  await expect(paula.getByRole('main')).toContainText('$298.20 unused')
  await picture(paula, 'worked-allowance-en-light-desk')
  await fillCardLoad(paula, { ...from, amount: '300' })
  await expect(paula.getByText(en.refusals.not_enough_money).first()).toBeVisible()

  await settleByHand(maker, { checker, of: lima })
  const { flow } = en.walletLines.settlement
  const steps = checker.getByRole('table', { name: flow.title })
  await expect(steps.getByRole('row').filter({ hasText: flow.allowance })).toContainText(`${minus}$350.00`)
  await expect(steps.getByRole('row').filter({ hasText: flow.paid })).toContainText('$0.00')
  await picture(checker, 'worked-recovery-en-light-desk')
  await seeBalances(paula, { ownerId: lima.id, immediate: { available: `${minus}$351.80` } })

  const ines = await administratorOf(openPage, { roleId: depositor })
  const wire = ['$10,000.00', '$375.00', '$9,625.00']
  await enterWire(ines, { company: lima, wallet: 'immediate', amount: '10000', seen: wire }, checker)
  await seeBalances(paula, { ownerId: lima.id, immediate: { available: '$9,273.20' } })
  await fillCardLoad(paula, { ...from, amount: '500' })
  await sendCardLoad(paula, { amount: '500.00', seen: ['$500.00', '$1.00', '$499.00', '$8,773.20'] })
  await seeBalances(paula, { ownerId: lima.id, immediate: { available: '$8,773.20' } })
  expect(await violations(paula, 'all')).toEqual([])
  const { page: own } = await openPage({ person: holder, company: lima.slug, viewport: phone })
  await own.goto(`/cards/${holder.card.id}`)
  await expect(own.getByRole('main')).toContainText('$1,399.00')
  await expect(own.getByText('$900.00').first()).toBeVisible()
  await expect(own.getByText('$499.00').first()).toBeVisible()
})
