import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { personWithCard, quotedLoad } from './support/people.ts'

const path = '/admin/settings/tier-restrictions'
/** The device confirms the operation that the dialog names. */
const confirm = (page: Pages['page']) => page.getByRole('button', { name: 'Continue with a passkey' }).click()
type Pages = Awaited<ReturnType<typeof openAdministrator>>

/** One administrator requests what the page shows, another one approves it in the inbox. */
const agree = async (maker: Pages, checker: Pages, reason: string) => {
  await maker.page.getByLabel('Reason', { exact: true }).fill(reason)
  await maker.page.getByRole('button', { name: 'Save changes' }).click()
  await confirm(maker.page)
  await expect(maker.page.getByText('Requested. A second person has to approve it.')).toBeVisible()
  await checker.page.goto('/admin/inbox')
  await checker.page.getByText(reason).first().click()
  await expect(checker.page.getByText('Immediate loads (tier 3)').first()).toBeVisible()
  await checker.page.getByRole('button', { name: 'Approve' }).first().click()
  await confirm(checker.page)
  await expect(checker.page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(checker.page.getByRole('dialog')).toHaveCount(0)
}

test('two people switch a module off for a tier, and on again', async ({ openPage }) => {
  const member = await personWithCard({ company: 'lima' })
  const theirs = await openPage({ person: member, company: 'lima' })
  const maker = await openAdministrator(openPage, { viewport: desk })
  const checker = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(maker.context)
  for (const { problems } of [maker, checker]) problems.expect(/status of 403/)
  const immediate = theirs.page.getByRole('radio', { name: /^Immediate/ })
  await theirs.page.goto('/load')
  await expect(immediate).toBeEnabled()

  await maker.page.goto(path)
  const cell = maker.page.getByRole('switch', { name: 'Immediate loads, tier 3' })
  await expect(cell).toBeChecked()
  await cell.uncheck()
  await expect(maker.page.getByText('Off in tier 3: Immediate loads.')).toBeVisible()
  expect(await violations(maker.page, 'all')).toEqual([])
  await picture(maker.page, 'tier-restrictions-en-light-desk')
  const reason = `Off ${Date.now().toString(36)}`
  await agree(maker, checker, reason)

  await theirs.page.reload()
  await expect(immediate).toBeDisabled()
  await expect(theirs.page.getByText('Your company does not offer this.').first()).toBeVisible()
  await expect(quotedLoad(member, { amount: '100.00', speed: 'immediate' })).rejects.toThrow(
    /speed_not_offered/,
  )

  await maker.page.reload()
  await expect(cell).not.toBeChecked()
  await expect(maker.page.getByText(`Reason: ${reason}`)).toBeVisible()
  await maker.page.getByRole('button', { name: 'Revert' }).first().click()
  await expect(cell).toBeChecked()
  await agree(maker, checker, `${reason}: reverted`)
  await theirs.page.reload()
  await expect(immediate).toBeEnabled()
})

test('an administrator changes a general setting, and sees it in the history', async ({ openPage }) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(context)
  await page.goto('/admin/settings/general')
  const hours = page.getByLabel('Time for a review')
  await expect(hours).toHaveValue('24')
  await hours.fill('30')
  problems.expect(/status of 422/, /status of 403/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Fill in this field.').first()).toBeVisible()
  await page.getByLabel('Reason', { exact: true }).fill('More cases than usual')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'settings-general-en-light-desk')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await confirm(page)
  await expect(page.getByText('Reason: More cases than usual')).toBeVisible()
  await expect(page.getByText('from 24 hours to 30 hours')).toBeVisible()
  await page.getByRole('button', { name: 'Revert' }).first().click()
  await expect(hours).toHaveValue('24')
  await page.getByLabel('Reason', { exact: true }).fill('As usual again')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await confirm(page)
  await expect(page.getByText('Reason: As usual again')).toBeVisible()
})

test('settings fit a phone, in Spanish and dark', async ({ openPage }) => {
  const { page, context } = await openAdministrator(openPage, { scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  for (const [part, title] of [
    ['tier-restrictions', 'Restricciones por nivel'],
    ['authentication', 'Autenticación'],
    ['general', 'Ajustes generales'],
  ] as const) {
    await page.goto(`/admin/settings/${part}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Qué se cambió' })).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await picture(page, `settings-${part}-es-dark-phone`)
  }
})
