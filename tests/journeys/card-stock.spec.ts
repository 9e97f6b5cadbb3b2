import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const internalTeam = 10
/** Serials that no other journey uses. */
const fresh = () => `J-${crypto.randomUUID().slice(0, 13)}`.toUpperCase()

test('a file of cards is checked with its lines, and the good ones are imported into the stock', async ({
  openPage,
}) => {
  const t = en.cardStock
  const serial = fresh()
  const page = await administratorOf(openPage, { roleId: internalTeam })
  await page.goto('/admin/cards/stock')
  await page.getByRole('link', { name: t.import.button, exact: true }).click()
  await page.getByRole('button', { name: t.import.check, exact: true }).click()
  await expect(page.getByText(t.file.none)).toBeVisible()
  await picture(page, 'stock-import-en-light-desk')
  const file = `\u{feff}bin;last_digits;serial;expiry\r\n411111;0042;${serial}-1;09/39\r\n4111;0043;${serial}-2;09/39\r\n411111;0044;${serial}-1;09/39\r\n411111;0045;${serial}-3;01/20\r\n`
  await page.getByLabel(t.file.choose, { exact: true }).setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await page.getByRole('button', { name: t.import.check, exact: true }).click()
  const problems = page.getByRole('list', { name: '3 lines have a problem' })
  await expect(problems.getByRole('listitem')).toHaveText([
    /^Line 3.*6 to 8 digits/,
    /^Line 4.*in line 2 too/,
    /^Line 5.*at least 1 month/,
  ])
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'stock-problems-en-light-desk')
  await page.getByRole('button', { name: 'Import 1 card', exact: true }).dblclick()
  // The second factor of the login still counts.
  await expect(page).toHaveURL(/\/admin\/cards\/stock$/)
  await expect(page.getByText(`${serial}-1`).first()).toBeVisible()
  await expect(page.getByText(`${serial}-3`)).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'stock-en-light-desk')
})

test('a line that is in the stock already is told, on a phone, in Spanish and dark', async ({ openPage }) => {
  const t = es.cardStock
  const serial = fresh()
  const page = await administratorOf(openPage, { roleId: internalTeam, scheme: 'dark' })
  await page.setViewportSize(desk)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  const check = async () => {
    await page.goto('/admin/cards/stock/import')
    await page.getByLabel(t.file.label, { exact: true }).fill(`41111122,0042,${serial},09/39`)
    await page.getByRole('button', { name: t.import.check, exact: true }).click()
  }
  await check()
  await page.getByRole('button', { name: 'Importar 1 tarjeta', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/cards\/stock$/)
  await expect(page.getByText(serial).first()).toBeVisible()
  await picture(page, 'stock-es-dark-phone')
  await check()
  await expect(page.getByText(t.problems.known)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar 1 tarjeta', exact: true })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'stock-problems-es-dark-phone')
})
