import { readFileSync } from 'node:fs'
import { messages as fileEn } from '@cardamom/contract/messages/en/deposit-export'
import { messages as feesEn } from '@cardamom/contract/messages/en/fees'
import { messages as listsEn } from '@cardamom/contract/messages/en/lists'
import { messages as transactionsEn } from '@cardamom/contract/messages/en/transactions'
import { messages as walletEn } from '@cardamom/contract/messages/en/wallets'
import { messages as fileEs } from '@cardamom/contract/messages/es/deposit-export'
import { messages as feesEs } from '@cardamom/contract/messages/es/fees'
import { messages as listsEs } from '@cardamom/contract/messages/es/lists'
import { messages as transactionsEs } from '@cardamom/contract/messages/es/transactions'
import { messages as walletEs } from '@cardamom/contract/messages/es/wallets'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithMoney, quotedLoad, signedInPerson, type OwnLoad } from './support/people.ts'
import { openCalls, until } from './support/product-calls.ts'

const texts = {
  en: { fees: feesEn, file: fileEn, lists: listsEn, wallet: walletEn, transactions: transactionsEn },
  es: { fees: feesEs, file: fileEs, lists: listsEs, wallet: walletEs, transactions: transactionsEs },
}
type Fees = {
  now: { speeds: { feePercent: string; examples: { gross: string; net: string }[] }[] }
  cardUse: { atmFee: string }
}

test('everybody can read what loading costs, in both languages, with the product’s own figures', async ({
  openPage,
}) => {
  const { now, cardUse } = await (await openCalls()).get<Fees>('/fees')
  for (const language of ['en', 'es'] as const) {
    const { page } = await openPage({ language })
    await page.goto('/fees')
    const { fees } = texts[language]
    await expect(page.getByRole('heading', { name: fees.title, exact: true })).toBeVisible()
    await expect(page.getByText(fees.lead)).toBeVisible()
    for (const speed of ['regular', 'immediate'] as const) {
      await expect(page.getByText(fees.when[speed])).toBeVisible()
    }
    const shown = page.getByRole('main')
    await expect(shown).toContainText(fees.use.foreign)
    await expect(shown).toContainText(fees.use.atm)
    await expect(shown).toContainText(cardUse.atmFee)
    for (const { feePercent, examples } of now.speeds) {
      await expect(shown).toContainText(String(Number(feePercent)))
      await expect(shown).toContainText(examples[0]?.net ?? '')
    }
    await picture(page, `fees-${language}`)
  }
})

test('a paid load is shown as on its way, among the deposits and on the statement', async ({ openPage }) => {
  const person = await personWithMoney('300.00')
  const { id } = await quotedLoad(person, { amount: '100.00', speed: 'regular' })
  await person.calls.post(`/sandbox/loads/${id}/pay`, { payment: 'exact' })
  const held = await until('a load that is held', async () => {
    const load = await person.calls.get<OwnLoad & { net: string }>(`/loads/${id}`)
    return load.status === 'held' && load
  })
  for (const language of ['en', 'es'] as const) {
    const { wallet, transactions, file: fileText } = texts[language]
    const { page } = await openPage({ person, language, ...(language === 'es' ? { viewport: phone } : {}) })
    await page.goto('/wallet')
    const main = page.getByRole('main')
    await expect(page.getByText(wallet.noWallet)).toBeVisible()
    await expect(main).toContainText('285.00')
    await expect(main).toContainText(held.net)
    await picture(page, `wallet-${language}`)
    await page.goto('/wallet/pending')
    await expect(page.getByText(wallet.reason.rule)).toBeVisible()
    await expect(main).toContainText(held.net)
    await page.goto('/wallet/deposits')
    await expect(page.getByText(wallet.status.final, { exact: true })).toHaveCount(2)
    await picture(page, `wallet-deposits-${language}`)
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: texts[language].lists.exportCsv }).click()
    const lines = readFileSync(await (await csv).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(fileText.fields.pendingAfter)

    await page.goto('/transactions')
    // On a phone the button shows only an icon, and its accessible name is longer.
    const opens = language === 'es' ? transactions.files.title : transactions.files.word
    await page.getByRole('button', { name: opens, exact: true }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: transactions.files.save.statement }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
})

test('a payment abroad is one row, and its page leads to its receipt and to support', async ({
  openPage,
}) => {
  const person = await personWithMoney('100.00')
  await person.calls.post(`/sandbox/cards/${person.card.id}/swipe`, { swipe: 'groceries' })
  const { page } = await openPage({ person })
  await page.goto('/transactions')
  const rows = page.getByRole('main').getByRole('link', { name: /S\/\s86\.40/ })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/fee\s\$0\.\d\d/)
  await rows.click()
  await expect(page).toHaveTitle('Mercado Verde · Cardamom')
  const main = page.getByRole('main')
  await expect(main.getByText('Lima, Peru')).toBeVisible()
  await expect(main.getByText('Foreign currency fee', { exact: true })).toBeVisible()
  await picture(page, 'payment-abroad')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('link', { name: 'Report a problem' }).click()
  const mail = page.getByRole('link', { name: 'Write an e-mail' })
  await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:.*Mercado%20Verde.*${id}`))
})

test('a new person reads on the home page what a load costs, before they have a card', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/')
  await expect(
    page.getByText('Fee 3.00%, on your card in 24 to 72 business hours; or 5.00%, at once.'),
  ).toBeVisible()
})
