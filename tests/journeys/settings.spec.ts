import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { personWithCard, quotedLoad } from './support/people.ts'

const path = '/admin/settings/tier-restrictions'
/** The device confirms the operation that the dialog names. */
const confirm = (page: Pages['page']) => page.getByRole('button', { name: 'Continue with a passkey' }).click()
type Pages = Awaited<ReturnType<typeof openAdministrator>>

/** One administrator requests what the page shows, another one approves it in the inbox. */
const agree = async (maker: Pages, checker: Pages, { reason, shows }: { reason: string; shows: string }) => {
  await maker.page.getByLabel('Reason', { exact: true }).fill(reason)
  await maker.page.getByRole('button', { name: 'Send for approval' }).click()
  await confirm(maker.page)
  await expect(maker.page.getByText(/^Sent for approval\. Nothing changes/)).toBeVisible()
  await checker.page.goto('/admin/inbox')
  await checker.page.getByText(reason).first().click()
  await expect(checker.page.getByText(shows).first()).toBeVisible()
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
  await agree(maker, checker, { reason, shows: 'Immediate loads (tier 3)' })

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
  await agree(maker, checker, { reason: `${reason}: reverted`, shows: 'Immediate loads (tier 3)' })
  await theirs.page.reload()
  await expect(immediate).toBeEnabled()
})

test('two people switch a coin off, and payers are not offered it', async ({ openPage }) => {
  const member = await personWithCard()
  const theirs = await openPage({ person: member })
  const maker = await openAdministrator(openPage, { viewport: desk })
  const checker = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(maker.context)
  for (const { problems } of [maker, checker]) problems.expect(/status of 403/, /status of 422/)
  const payWith = theirs.page.getByLabel('Pay with')
  await theirs.page.goto('/load')
  await expect(payWith).toContainText('DAI')

  await maker.page.goto('/admin/settings/gateway')
  await maker.page.getByRole('button', { name: 'Test connection: E-mail' }).click()
  await expect(maker.page.getByText(/^It answers \(\d+ ms\)/)).toBeVisible()
  await picture(maker.page, 'settings-connections-en-light-desk')
  const coin = maker.page.getByRole('switch', { name: 'DAI on Ethereum' })
  await coin.uncheck()
  const minimum = maker.page.getByLabel('Smallest load with USDT')
  await minimum.fill('ten')
  const reason = `Coins ${Date.now().toString(36)}`
  await maker.page.getByLabel('Reason', { exact: true }).fill(reason)
  await maker.page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(maker.page.getByText(/^Smallest load with USDT: Invalid amount/)).toBeVisible()
  await minimum.fill('12.50')
  await expect(maker.page.getByText(/^Smallest load with USDT: Invalid amount/)).toHaveCount(0)
  expect(await violations(maker.page, 'all')).toEqual([])
  await picture(maker.page, 'settings-gateway-en-light-desk')
  await agree(maker, checker, { reason, shows: 'USDT on Ethereum: from $12.50' })

  await theirs.page.reload()
  await expect(payWith).toContainText('USDT')
  await expect(payWith).not.toContainText('DAI')
  await payWith.selectOption({ label: 'USDT on Ethereum' })
  await expect(theirs.page.getByText(/\$12\.50/).first()).toBeVisible()

  await maker.page.reload()
  await expect(coin).not.toBeChecked()
  await maker.page.getByRole('button', { name: 'Revert' }).first().click()
  await expect(coin).toBeChecked()
  await agree(maker, checker, { reason: `${reason}: reverted`, shows: 'all coins, without a minimum' })
  await theirs.page.reload()
  await expect(payWith).toContainText('DAI')
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

  const find = page.getByRole('searchbox', { name: 'Find a setting' })
  await find.fill('nothing like this')
  await expect(page.getByText('No setting found')).toBeVisible()
  await find.fill('lost factors')
  await picture(page, 'settings-search-en-light-desk')
  await page.getByRole('link', { name: /^Wait for lost factors/ }).click()
  await expect(page.getByRole('heading', { name: 'Authentication', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Wait for lost factors')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('shortest password sellers')
  await page.keyboard.press('Enter')
  const shortest = page.getByLabel('Shortest password of cardholders and sellers')
  await expect(shortest).toBeFocused()
  // The bar that saves is in view, although the form is longer than the window.
  await shortest.fill('8')
  await expect(page.getByRole('button', { name: 'Send for approval' })).toBeInViewport()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(shortest).toHaveValue('6')

  await page.goto('/admin/settings/email')
  await page.getByLabel('E-mail', { exact: true }).selectOption('card_ready')
  const subject = page.getByLabel('Subject', { exact: true })
  const why = page.getByLabel('Why this text')
  const save = page.getByRole('button', { name: 'Save this text' })
  await subject.fill('Ready, {stranger}')
  await why.fill('A warmer welcome')
  await save.click()
  await confirm(page)
  await expect(page.getByText('Subject: Only the placeholders that are listed can be used.')).toBeVisible()
  await subject.fill('Your {lastDigits} card waits')
  await expect(page.getByText('Your 4242 card waits')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'settings-email-en-light-desk')
  await save.click()
  await confirm(page)
  await expect(page.getByText('Reason: A warmer welcome')).toBeVisible()
  await page.getByRole('button', { name: 'Revert to the built-in text' }).click()
  await expect(subject).toHaveValue('Your card is ready')
  await why.fill('As it was')
  await save.click()
  await confirm(page)
  await expect(page.getByText('Reason: As it was')).toBeVisible()
})

test('an administrator shows a banner to administrators, and ends it', async ({ openPage }) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(context)
  problems.expect(/status of 403/)
  const colleague = await openAdministrator(openPage, { viewport: desk })
  await colleague.page.goto('/admin')
  await expect(colleague.page.getByText('Live', { exact: true })).toBeVisible()
  await page.goto('/admin/settings/incidents')
  const text = `Statements are late ${Date.now().toString(36)}`
  await page.getByLabel('Shown to').selectOption('administrators')
  await page.getByLabel('Text in English').fill(text)
  await page.getByLabel('Text in Spanish').fill(`Retraso: ${text}`)
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('button', { name: 'Show banner' }).click()
  await confirm(page)
  const banner = page.getByRole('complementary', { name: 'Notice' })
  await expect(banner.getByText(text)).toBeVisible()
  // The page of a colleague was open all the time.
  const theirs = colleague.page.getByRole('complementary', { name: 'Notice' })
  await expect(theirs.getByText(text)).toBeVisible()
  await picture(page, 'incidents-en-light-desk')
  await page.reload()
  await expect(banner.getByText(text)).toBeVisible()
  await banner.filter({ hasText: text }).getByRole('button', { name: 'Hide this notice' }).first().click()
  await expect(banner.getByText(text)).toHaveCount(0)
  await page.reload()
  const own = page.getByRole('region', { name: /Administrators/ }).filter({ hasText: text })
  await expect(own).toBeVisible()
  await expect(banner.getByText(text)).toHaveCount(0)
  await own.getByRole('button', { name: 'End now' }).click()
  await confirm(page)
  await expect(own.getByRole('button', { name: 'End now' })).toHaveCount(0)
  await expect(theirs.getByText(text)).toHaveCount(0)
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
    ['gateway', 'Ajustes de la pasarela'],
    ['general', 'Ajustes generales'],
    ['incidents', 'Avisos y mantenimiento'],
    ['email', 'Ajustes de correo'],
  ] as const) {
    await page.goto(`/admin/settings/${part}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const below = part === 'incidents' ? 'Nuevo aviso' : 'Qué se cambió'
    await expect(page.getByRole('heading', { name: below })).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await picture(page, `settings-${part}-es-dark-phone`)
  }
})
