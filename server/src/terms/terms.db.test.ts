import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { join, lucia } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

type Page = { title: string; sections: { heading: string; paragraphs: string[] }[] }
type Terms = { version: number; from: string; terms: Page; privacy: Page }
const read = async (lang: string) =>
  (await createTestBrowser(product.kernel.app).get<Terms>('/terms', { headers: { lang } })).body.data

test('anybody can read the terms and the privacy notice, in both languages, section by section', async () => {
  const [english, spanish] = [await read('en'), await read('es')]
  expect(english).toMatchObject({ version: 1, from: '2026-01-01' })
  expect([english.terms.title, spanish.terms.title]).toEqual([
    'Terms and conditions',
    'Términos y condiciones',
  ])
  expect([english.privacy.title, spanish.privacy.title]).toEqual(['Privacy notice', 'Aviso de privacidad'])
  for (const kind of ['terms', 'privacy'] as const) {
    expect(spanish[kind].sections).toHaveLength(english[kind].sections.length)
    for (const { heading, paragraphs } of spanish[kind].sections) {
      expect(heading).not.toBe('')
      expect(paragraphs.length).toBeGreaterThan(0)
    }
  }
})

test('a registered person has accepted the current edition, in the language that they read', async () => {
  await join(product, 'lucia@example.com')
  const rows = () =>
    product.kernel.db.read(allTenants, (sql) =>
      sql.rows<{ version: number; lang: string }>('select version, lang from terms_acceptance'),
    )
  expect(await rows()).toEqual([{ version: 1, lang: 'en' }])
  await product.kernel.db.write(allTenants, async (sql) => {
    await sql.run(`insert into terms_edition values (2, $1)`, [product.kernel.clock.now()])
    await sql.run(`insert into terms_text select 2, kind, lang, title, sections from terms_text`)
  })
  expect((await read('en')).version).toBe(2)
  const visitor = createTestBrowser(product.kernel.app)
  const person = { ...lucia, email: 'second@example.com' }
  const old = await visitor.post('/registrations', person)
  expect(old.body.errors).toHaveProperty('termsVersion')
  const spanish = { headers: { lang: 'es' } }
  expect((await visitor.post('/registrations', { ...person, termsVersion: 2 }, spanish)).status).toBe(201)
  expect(await rows()).toContainEqual({ version: 2, lang: 'es' })
})
