import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { payoutReasonOf, queueUnpayableRefund } from './support/owner-database.ts'
import { personWithCard, personWithMoney, quotedLoad } from './support/people.ts'

const details = (page: Page) =>
  page.locator('aside, [role=dialog]').filter({ hasText: /What happened|Qué pasó/ })

const superAdmin = 6

test('two administrators credit what came for a load in review, and its payer sees it', async ({
  openPage,
}) => {
  const payer = await personWithCard()
  const { id, ref } = await quotedLoad(payer, { amount: '200.00', speed: 'regular' })
  const own = await openPage({ person: payer, viewport: phone })
  await own.page.goto(`/load/${id}`)
  await own.page.getByRole('button', { name: 'Pay 10% too much', exact: true }).click()
  await expect(own.page.getByRole('button', { name: /^Load what arrived/ })).toBeVisible()

  const maker = await administratorOf(openPage, { roleId: superAdmin })
  await maker.goto('/admin/loads')
  await expect(maker).toHaveURL(/status=review/)
  await maker.getByRole('link', { name: payer.email }).click()
  await expect(details(maker)).toContainText(ref)
  await expect(details(maker)).toContainText('More arrived')
  await expect(details(maker)).toContainText('Sender cleared')
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'company-load-en-light-desk')
  await details(maker)
    .getByRole('button', { name: /^Credit \$21\d/ })
    .click()
  const dialog = maker.getByRole('dialog', { name: /^Credit \$21\d/ })
  await dialog.getByLabel('Reason').fill('Agreed with the payer on the phone')
  await dialog.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(dialog).toHaveCount(0)

  const checker = await administratorOf(openPage, {
    roleId: superAdmin,
    viewport: phone,
    scheme: 'dark',
  })
  await checker.goto('/admin/loads')
  await checker.getByRole('link', { name: payer.email }).click()
  await expect(details(checker)).toContainText(ref)
  await picture(checker, 'company-load-en-dark-phone')
  await checker.goto('/admin/inbox?side=others&status=requested')
  await checker.getByRole('link', { name: 'Agreed with the payer on the phone' }).first().click()
  await details(checker).getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(details(checker)).toContainText('Approved')
  await expect(own.page.getByText('Will be on your card', { exact: true }).first()).toBeVisible()
})

test('a refund that cannot be paid says why, and two administrators stop it', async ({ openPage }) => {
  const payer = await personWithCard()
  const { id, ref } = await quotedLoad(payer, { amount: '200.00', speed: 'regular' })
  const own = await openPage({ person: payer, viewport: phone })
  await own.page.goto(`/load/${id}`)
  await own.page.getByRole('button', { name: 'Pay 10% too much', exact: true }).click()
  await expect(own.page.getByRole('button', { name: /^Load what arrived/ })).toBeVisible()
  await queueUnpayableRefund(id)
  await expect.poll(() => payoutReasonOf(id)).not.toBeNull()

  const maker = await administratorOf(openPage, { roleId: superAdmin })
  await maker.goto('/admin/loads?refund=queued')
  await maker.getByRole('link', { name: payer.email }).click()
  await expect(details(maker)).toContainText(ref)
  const stop = details(maker).getByRole('button', { name: 'Stop the refund' })
  await expect(stop).toBeVisible()
  await expect(details(maker)).toContainText('Tried again')
  await expect(details(maker)).toContainText('Waits to be sent')
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'company-load-refund-en-light-desk')
  await stop.click()
  const dialog = maker.getByRole('dialog', { name: /^Stop the refund to/ })
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  await picture(maker, 'company-load-refund-stop-en-light-desk')
  await dialog.getByLabel('Reason').fill('Nobody can be paid at this address')
  await dialog.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(dialog).toHaveCount(0)

  const checker = await administratorOf(openPage, {
    roleId: superAdmin,
    viewport: phone,
    scheme: 'dark',
  })
  const url = new URL(checker.url()).origin
  await checker.context().addCookies([{ name: 'cardamom', value: 'es', url }])
  await checker.goto('/admin/loads?refund=queued')
  await checker.getByRole('link', { name: payer.email }).click()
  await expect(details(checker)).toContainText('Espera su envío')
  await picture(checker, 'company-load-refund-es-dark-phone')
  await checker.goto('/admin/inbox?side=others&status=requested')
  await checker.getByRole('link', { name: 'Nobody can be paid at this address' }).first().click()
  await details(checker).getByRole('button', { name: 'Aprobar' }).click()
  await checker.getByRole('button', { name: 'Continuar con llave de acceso' }).click()
  await expect(details(checker)).toContainText('Aprobada')
  await expect(own.page.getByRole('heading', { name: 'The refund could not be sent' })).toBeVisible()
})

test('a part of a credited load is reversed by two people, and its payer chooses what happens to it', async ({
  openPage,
}) => {
  const payer = await personWithMoney('200.00')
  const { items } = await payer.calls.get<{ items: { id: string; ref: string }[] }>('/loads')
  const { id = '', ref = '' } = items[0] ?? {}
  const own = await openPage({ person: payer, viewport: phone })
  await own.page.goto(`/load/${id}`)

  const maker = await administratorOf(openPage, { roleId: superAdmin })
  await maker.goto('/admin/loads?status=credited')
  await maker.getByRole('link', { name: payer.email }).click()
  await expect(details(maker)).toContainText(ref)
  await details(maker).getByRole('button', { name: 'Reverse it' }).click()
  const dialog = maker.getByRole('dialog', { name: /^Reverse the load of/ })
  await expect(dialog).toContainText('All that is left of the load is taken back')
  await dialog.getByLabel('Amount to take back').fill('500')
  await expect(dialog.getByRole('alert')).toContainText('This part can’t be taken back')
  await dialog.getByLabel('Amount to take back').fill('60')
  await expect(dialog).toContainText(/\$140\.00\s*of which \$133\.00 for the card/)
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'company-load-part-en-light-desk')
  await dialog.getByLabel('Reason').fill('Sixty too much were loaded')
  await dialog.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(dialog).toHaveCount(0)

  const checker = await administratorOf(openPage, { roleId: superAdmin, viewport: phone, scheme: 'dark' })
  const url = new URL(checker.url()).origin
  await checker.context().addCookies([{ name: 'cardamom', value: 'es', url }])
  await checker.goto('/admin/inbox?side=others&status=requested')
  await checker.getByRole('link', { name: 'Sixty too much were loaded' }).first().click()
  await details(checker).getByRole('button', { name: 'Aprobar' }).click()
  await checker.getByRole('button', { name: 'Continuar con llave de acceso' }).click()
  await expect(details(checker)).toContainText('Aprobada')

  await expect(own.page.getByRole('heading', { name: 'Taken back from this load' })).toBeVisible()
  await expect(own.page.getByText('$140.00').first()).toBeVisible()
  expect(await violations(own.page, 'all')).toEqual([])
  await picture(own.page, 'load-part-en-light-phone')
  await checker.goto('/admin/loads?status=credited')
  await checker.getByRole('link', { name: payer.email }).click()
  await expect(details(checker)).toContainText('Retirado de la carga')
  await picture(checker, 'company-load-parts-es-dark-phone')
  const part = own.page.getByRole('link', { name: /^L-/ })
  await part.click()
  const origin = own.page.getByRole('heading', { name: `Taken back from ${ref}` }).getByRole('link')
  await expect(origin).toHaveAttribute('href', `/load/${id}`)
  expect(await violations(own.page, 'all')).toEqual([])
  await expect(own.page.getByRole('button', { name: /^Send it back to me/ })).toBeVisible()
  await picture(own.page, 'load-of-part-en-light-phone')
  await details(checker).getByRole('link', { name: /^L-/ }).click()
  await expect(details(checker)).toContainText(`Retirado de ${ref}`)
  await picture(checker, 'company-load-of-part-es-dark-phone')
  await details(checker).getByRole('link', { name: ref, exact: true }).click()
  await details(checker).getByRole('button', { name: 'Revertir la carga' }).click()
  const again = checker.getByRole('dialog', { name: /^¿Revertir la carga de/ })
  await again.getByLabel('Monto que se retira').fill('40')
  await expect(again).toContainText(/\$100\.00\s*de ellos \$95\.00 para la tarjeta/)
  expect(await violations(checker, 'all')).toEqual([])
  await picture(checker, 'company-load-part-es-dark-phone')
})
