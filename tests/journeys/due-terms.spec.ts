import { bringAxe, violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { requireNoTerms, requireTermsOf } from './support/owner-database.ts'
import { signedInPerson } from './support/people.ts'

test('a person accepts new terms once, and then sees the page that they opened', async ({ openPage }) => {
  const person = await signedInPerson()
  await requireTermsOf(person.email)
  try {
    const { page, context, problems } = await openPage({
      person,
      viewport: phone,
      language: 'es',
      scheme: 'dark',
      touch: true,
    })
    problems.expect(/status of 403/)
    await bringAxe(context)
    await page.goto('/cards')
    const title = page.getByRole('heading', { name: 'Acepta nuestros términos' })
    await expect(title).toBeVisible()
    await expect(page.getByRole('link', { name: 'Leer el texto completo' }).first()).toBeVisible()
    expect(await violations(page, 'all')).toEqual([])
    await picture(page, 'due-terms-es-dark-phone')
    await expect(person.calls.post('/notifications/read', {})).rejects.toThrow('terms_not_accepted')

    const other = await context.newPage()
    await other.goto('/cards')
    await expect(other.getByRole('heading', { name: 'Acepta nuestros términos' })).toBeVisible()
    await page.getByRole('button', { name: 'Aceptar', exact: true }).dblclick()
    await expect(page.getByRole('heading', { level: 1, name: 'Tarjetas' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/cards')
    await other.reload()
    await expect(other.getByRole('heading', { level: 1, name: 'Tarjetas' })).toBeVisible()
  } finally {
    await requireNoTerms()
  }
})
