import { readFileSync } from 'node:fs'
import { messages as linesEn } from '@cardamom/contract/messages/en/wallet-lines'
import { messages as listEn } from '@cardamom/contract/messages/en/admin/wallet-list'
import { messages as walletsEn } from '@cardamom/contract/messages/en/wallets'
import { messages as linesEs } from '@cardamom/contract/messages/es/wallet-lines'
import { messages as listEs } from '@cardamom/contract/messages/es/admin/wallet-list'
import { messages as walletsEs } from '@cardamom/contract/messages/es/wallets'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { loadWithShares } from './support/people.ts'

const texts = {
  en: { lines: linesEn, list: listEn, wallets: walletsEn },
  es: { lines: linesEs, list: listEs, wallets: walletsEs },
}

test('a company admin finds the wallets of the company and those below, with every line', async ({
  openPage,
}) => {
  const { ref } = await loadWithShares()
  const person = await demoAdmin('rafael')
  for (const language of ['en', 'es'] as const) {
    const { lines, list } = texts[language]
    const size = language === 'es' ? phone : desk
    const scheme = language === 'es' ? 'dark' : 'light'
    const { page, context } = await openPage({ person, language, viewport: size, scheme })
    await bringAxe(context)
    await page.goto('/admin/wallets?wallet=regular')
    const main = page.getByRole('main')
    await expect(main.getByText('Andes').first()).toBeVisible()
    await expect(main.getByText('Eva Luna').first()).toBeVisible()
    await expect(main.getByText('Norte')).toHaveCount(0)
    await picture(page, `wallets-${language}`)
    // What another level earns is not shown.
    await main.getByText('Eva Luna').first().click()
    await page.getByRole('link', { name: list.show }).click()
    await expect(main.getByText(list.ofAnotherLevel)).toBeVisible()
    await expect(main.getByText(lines.lines, { exact: true })).toHaveCount(0)
    await picture(page, `wallet-of-another-level-${language}`)
    await page.goto('/admin/wallets')
    await page.getByRole('link', { name: list.ownCompany }).first().click()
    await expect(page.getByRole('heading', { name: 'Andes', exact: true })).toBeVisible()
    await expect(main).toContainText(lines.reason.hold)
    await expect(main.getByRole('link', { name: ref })).toBeVisible()
    await expect(main.getByText(lines.kind.load_accepted).first()).toBeVisible()
    await page.getByRole('button', { name: list.more, exact: true }).click()
    await expect(main.getByRole('link', { name: list.toCard, exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: list.settlements, exact: true })).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await picture(page, `owner-wallet-actions-${language}`)
    await page.keyboard.press('Escape')
    await expect(main.getByRole('link', { name: list.depositCoins, exact: true })).toHaveCount(0)
    await expect(main.getByRole('link', { name: list.withdraw, exact: true })).toBeVisible()
    await picture(page, `owner-wallets-${language}`)
    await page.getByLabel(lines.statement.period).selectOption({ label: lines.statement.upTo })
    await expect(main.getByText(lines.statement.day, { exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: ref })).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await page.getByText(lines.lines, { exact: true }).scrollIntoViewIfNeeded()
    await picture(page, `owner-statement-${language}`)
    await page.getByText(lines.type.immediate, { exact: true }).click()
    await expect(page).toHaveURL(/wallet=immediate/)
  }
})

test('an admin opens a wallet from the list, and finds none under an unknown address', async ({
  openPage,
}) => {
  await loadWithShares()
  const { page, problems } = await openPage({ person: await demoAdmin(), viewport: desk })
  problems.expect(/status of 404/)
  await page.goto('/admin/wallets?ownerKind=seller&q=Eva')
  await page.getByRole('link', { name: 'Eva Luna' }).first().click()
  await page.getByRole('link', { name: listEn.show }).click()
  await expect(page.getByRole('heading', { name: 'Eva Luna', exact: true })).toBeVisible()
  await page.goto('/admin/wallets/01990000-0000-7000-8000-000000000009')
  await expect(page.getByText(listEn.missing)).toBeVisible()
})

test('a seller sees the own wallets, and saves their statement as CSV and as PDF', async ({ openPage }) => {
  const { ref } = await loadWithShares()
  const person = await demoAdmin('eva')
  for (const language of ['en', 'es'] as const) {
    const { lines, wallets } = texts[language]
    const { page } = await openPage({ person, language, viewport: language === 'en' ? phone : desk })
    await page.goto('/wallet')
    const main = page.getByRole('main')
    await expect(main.getByText(lines.wallet.regular)).toBeVisible()
    await expect(main).toContainText(lines.reason.hold)
    await picture(page, `own-wallets-${language}`)
    await main.getByRole('link', { name: wallets.lines, exact: false }).last().click()
    await expect(main).toContainText(ref)
    await picture(page, `own-lines-${language}`)
    for (const [name, start] of [
      [lines.statement.csv, '\uFEFF'],
      [lines.statement.pdf, '%PDF-'],
    ] as const) {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      const file = await coming
      const bytes = readFileSync(await file.path())
      expect(bytes.toString('utf8').startsWith(start)).toBe(true)
      if (start === '\uFEFF') expect(bytes.toString('utf8')).toContain(ref)
      if (process.env['PICTURES'])
        await file.saveAs(`tests/journeys/out/pictures/${file.suggestedFilename()}`)
    }
    await page.goto('/wallet/lines?month=2020-01')
    await expect(page.getByText(lines.statement.none)).toBeVisible()
  }
})
