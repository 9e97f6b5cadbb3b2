import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

test('an administrator blocks a card with a reason, its holder cannot resume it, and the block is ended', async ({
  openPage,
}) => {
  const t = en.companyCards
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: 1 })
  await page.goto(`/admin/cards?open=${holder.card.id}`)
  const details = page.locator('aside, [role=dialog]').filter({ hasText: holder.email })
  await expect(details.getByText(t.why.ready)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-cards-en-light-desk')
  await details.getByRole('button', { name: t.actions.block.button, exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: t.actions.block.end })
  await dialog.getByRole('button', { name: t.actions.block.button, exact: true }).click()
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox').fill('Reported lost by phone')
  await picture(page, 'company-card-block-en-light-desk')
  await dialog.getByRole('button', { name: t.actions.block.button, exact: true }).dblclick()
  await expect(details.getByText(t.why.blocked_by_admin)).toBeVisible()
  await expect(details).toContainText('Reported lost by phone')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-card-blocked-en-light-desk')

  const { page: own } = await openPage({ person: holder })
  await own.goto(`/cards/${holder.card.id}`)
  await expect(own.getByText(/blocked it\. Only .* can undo that/)).toBeVisible()
  await expect(own.getByRole('button', { name: en.cards.actions.resume, exact: true })).toHaveCount(0)

  await page.goto('/admin/cards?status=blocked')
  await page.getByText(holder.email).first().click()
  await details.getByRole('button', { name: t.actions.unblock.button, exact: true }).click()
  const end = page.getByRole('dialog').filter({ hasText: t.actions.unblock.payments })
  await end.getByRole('textbox').fill('It was found')
  await end.getByRole('button', { name: t.actions.unblock.button, exact: true }).click()
  // The second factor of the login still counts.
  await expect(details.getByText(t.why.ready)).toBeVisible()
})

test('several cards are blocked at once, on a phone, in Spanish and dark', async ({ openPage }) => {
  const t = es.companyCards
  const holders = [await personWithCard({ company: 'lima' }), await personWithCard({ company: 'lima' })]
  const page = await administratorOf(openPage, { roleId: 1, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.goto('/admin/cards')
  for (const { firstName, lastName } of holders)
    await page.getByRole('checkbox', { name: new RegExp(`${firstName} ${lastName}`) }).check()
  await page.getByRole('button', { name: t.actions.block.button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `${t.actions.block.button}: 2` })
  await dialog.getByRole('textbox').fill('Robo de correo')
  await dialog.getByRole('button', { name: t.actions.block.button, exact: true }).click()
  await page.getByRole('button', { name: es.stepUp.passkey.go, exact: true }).click()
  await expect(dialog).toContainText(es.lists.bulk.result.replace('{done}', '2').replace('{count}', '2'))
  await page.setViewportSize(phone)
  await page.goto(`/admin/cards?status=blocked`)
  for (const { email } of holders) await expect(page.getByText(email).first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-cards-es-dark-phone')
  await page.goto(`/admin/cards?open=${holders[0]?.card.id}`)
  await expect(page.getByText(t.why.blocked_by_admin)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-card-blocked-es-dark-phone')
})

test('a client code that another holder has is refused, and a free one is shown', async ({ openPage }) => {
  const t = en.companyCards
  const [other, holder] = [
    await personWithCard({ company: 'lima' }),
    await personWithCard({ company: 'lima' }),
  ]
  const page = await administratorOf(openPage, { roleId: 1 })
  const details = (email: string) => page.locator('aside, [role=dialog]').filter({ hasText: email })
  const save = async (email: string, code: string) => {
    await details(email).getByRole('button', { name: t.clientCode.change, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Client code of / })
    await dialog.getByLabel(t.clientCode.label, { exact: true }).fill(code)
    await dialog.getByRole('button', { name: t.clientCode.save, exact: true }).click()
    return dialog
  }
  const code = `J${Date.now().toString(36)}`.toUpperCase()
  await page.goto(`/admin/cards?open=${other.card.id}`)
  await save(other.email, code)
  await expect(details(other.email).getByText(code, { exact: true })).toBeVisible()
  await page.goto(`/admin/cards?open=${holder.card.id}`)
  const dialog = await save(holder.email, code)
  await expect(dialog.getByText(/Client code already exists/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'client-code-taken-en-light-desk')
  await dialog.getByLabel(t.clientCode.label, { exact: true }).fill(`${code}B`)
  await dialog.getByRole('button', { name: t.clientCode.save, exact: true }).click()
  await expect(details(holder.email).getByText(`${code}B`, { exact: true })).toBeVisible()
  await picture(page, 'client-code-en-light-desk')
})
