import type { Page } from '@playwright/test'
import { smallTargets, violations } from './support/browser-checks.ts'
import { addEmailCodes, addTotp } from './support/factor-calls.ts'
import { interceptOnce } from './support/intercept.ts'
import { desk, expect, phone, picture, test, type BrowserOptions } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import { texts, type Language } from './support/texts.ts'

const views: readonly (BrowserOptions & { language: Language })[] = [
  { language: 'en', viewport: desk, scheme: 'light' },
  { language: 'es', viewport: phone, scheme: 'dark' },
]

for (const each of views) {
  test(`every view of a confirmation is accessible (${each.language})`, async ({ openPage }) => {
    const person = await personWithCard()
    await addTotp(person)
    await addEmailCodes(person)
    const t = texts[each.language].stepUp
    const { login } = texts[each.language]
    const { page, problems } = await openPage(each)
    problems.expect(/status of (401|403)/, /ERR_FAILED/)
    const found: string[] = []
    const inspect = async (at: Page, view: string) => {
      found.push(...(await violations(at, 'all')).map((said) => `${view}: ${said}`))
      if (each.viewport === phone) found.push(...(await smallTargets(at)).map((said) => `${view}: ${said}`))
      await picture(at, `confirming-${view}-${each.language}`)
    }
    const choose = (name: string) => page.getByRole('button', { name }).click()

    await page.goto('/login')
    await page.getByLabel(login.login).fill(person.email)
    await page.getByLabel(login.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: login.submit, exact: true }).click()
    await expect(page.getByLabel(t.totp.label)).toBeVisible()
    await inspect(page, 'app')
    await choose(t.emailOtp.name)
    await choose(t.code.send)
    await expect(page.getByLabel(t.emailOtp.label)).toBeVisible()
    await inspect(page, 'sent-code')
    await choose(t.providerPage.name)
    await expect(page.getByRole('button', { name: t.providerPage.go })).toBeVisible()
    await inspect(page, 'page')
    await page.getByRole('button', { name: t.providerPage.go }).click()
    // The provider's page opens over the login on a desktop, and instead of it on a phone.
    const at = each.viewport === phone ? page : page.frameLocator('#__authsignal-popup-iframe')
    await expect(at.locator('h1')).toBeVisible()
    await inspect(page, 'page-open')

    const operation = await openPage({ ...each, person })
    operation.problems.expect(/status of (403|503)/, /ERR_FAILED/)
    await interceptOnce(operation.page, '**/api/step-up/challenges', (route) => route.abort())
    await operation.page.goto(`/cards/${person.card.id}`)
    await operation.page.getByRole('button', { name: texts[each.language].cards.actions.show }).click()
    const dialog = operation.page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await inspect(operation.page, 'dialog-failed')
    await dialog.getByRole('button', { name: t.again }).click()
    await dialog.getByLabel(t.totp.label).fill('000000')
    await expect(dialog.getByLabel(t.totp.label)).toHaveAttribute('aria-invalid', 'true')
    await inspect(operation.page, 'dialog-wrong')
    await dialog.getByRole('button', { name: t.providerPage.name }).click()
    await expect(dialog.getByRole('button', { name: t.providerPage.go })).toBeVisible()
    await inspect(operation.page, 'dialog-page')
    expect(found).toEqual([])
  })
}
