import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { productionSettings } from '../kernel/config.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { houseId } from './company.ts'
import { readCompanies, readCompany, readSubtree, setCompanyActive } from './companies.sql.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const branding = (host: string, who = createTestBrowser(product.kernel.app, host)) =>
  who.get('/company/branding')

test('the first migration creates House', async () => {
  const operatorCompany = await product.kernel.db.read(allTenants, (sql) => readCompany(sql, houseId))
  expect(operatorCompany).toMatchObject({
    slug: 'house',
    name: 'House',
    tier: 1,
    operatorOwned: true,
    active: true,
  })
})

test('each host shows its company, an unknown one the platform', async () => {
  await makeCompany(product, {
    slug: 'norte',
    name: 'Norte',
    brandHex: '#8855cc',
    timeZone: 'America/Lima',
    contactEmail: 'help@norte.pe',
    domain: 'Pay.Norte.pe',
  })
  const norte = await branding('norte.localhost:4000')
  expect(norte.body.data).toMatchObject({
    slug: 'norte',
    name: 'Norte',
    timeZone: 'America/Lima',
    contactEmail: 'help@norte.pe',
    logoUrl: null,
    open: true,
  })
  expect(norte.headers['cache-control']).toBe('public, max-age=60')
  expect((await branding('pay.norte.pe')).body.data).toEqual(norte.body.data)
  for (const host of ['localhost:4000', 'nobody.localhost:4000', 'evil.example', `x'; --.localhost`]) {
    expect((await branding(host)).body.data).toMatchObject({
      slug: 'house',
      name: 'Cardamom',
      hue: 162,
      chroma: 0.09,
    })
  }
})

test('a user who is signed in elsewhere sees a company’s branding too', async () => {
  await makeCompany(product, { slug: 'oeste', name: 'Oeste' })
  await makeUser(product, { email: 'house@example.com', roleId: 2 })
  const me = await logIn(product, 'house')
  const answer = await me.get('/company/branding', { headers: { host: 'oeste.localhost:4000' } })
  expect(answer.body.data).toMatchObject({ name: 'Oeste' })
})

test('a company inherits unset values from the nearest ancestor that has them', async () => {
  const one = await makeCompany(product, {
    slug: 'tier-one',
    brandHex: '#ff0000',
    timeZone: 'America/Bogota',
    kycFlow: 'frame',
    passkeyMandatory: true,
  })
  const two = await makeCompany(product, { slug: 'tier-two', parentId: one, timeZone: 'America/Lima' })
  const three = await makeCompany(product, { slug: 'tier-three', parentId: two, passkeyMandatory: false })
  const four = await makeCompany(product, { slug: 'tier-four', parentId: three })
  const [found] = await product.kernel.db.read(allTenants, (sql) => readCompanies(sql, [four]))
  expect(found).toMatchObject({
    tier: 4,
    path: [one, two, three, four],
    timeZone: 'America/Lima',
    kycFlow: 'frame',
    kycService: 'veriff',
    passkeyMandatory: false,
    automaticCardCreation: false,
  })
  expect(found?.hue).toBeCloseTo(29.2, 0)
  await expect(makeCompany(product, { slug: 'tier-five', parentId: four })).rejects.toThrow('tier_4')
  const below = await product.kernel.db.read(allTenants, (sql) => readSubtree(sql, two))
  expect(below.toSorted()).toEqual([two, three, four].toSorted())
})

test('slugs and domains are unique, and names are safe text', async () => {
  await makeCompany(product, { slug: 'once', domain: 'once.example', name: `O'; drop table company; --` })
  await expect(makeCompany(product, { slug: 'once' })).rejects.toThrow('company_slug_key')
  await expect(makeCompany(product, { slug: 'twice', domain: 'ONCE.example' })).rejects.toThrow(
    'company_domain_key',
  )
  await expect(makeCompany(product, { slug: 'No Slug' })).rejects.toThrow('company_slug_check')
})

test('the branding of a closed company says that it is closed', async () => {
  const id = await makeCompany(product, { slug: 'shut' })
  await product.kernel.db.write(allTenants, (sql) => setCompanyActive(sql, { id, active: false }))
  expect((await branding('shut.localhost:4000')).body.data).toMatchObject({ open: false })
})

test('the configuration contains the sandbox’s pages only in sandbox mode', async () => {
  const config = (await createTestBrowser(product.kernel.app).get('/config')).body.data
  expect(config).toMatchObject({
    mode: 'sandbox',
    webHostnames: ['localhost'],
    mailboxUrl: 'http://127.0.0.1:4050',
    shopUrl: null,
  })
  expect(await productionConfig()).toMatchObject({ mode: 'production', webHostnames: [] })
})

const productionConfig = async () => {
  const settings = Object.fromEntries(
    Object.entries(productionSettings).filter(([name]) => !name.startsWith('DATABASE_')),
  )
  const nothingOfSandbox = { SANDBOX: 'off', SCREENING: 'on', MAILBOX_PUBLIC_URL: '' }
  const live = await createPeopleProduct({ env: { ...settings, ...nothingOfSandbox } })
  const answer = await createTestBrowser(live.kernel.app, 'cards.example').get('/config')
  expect(answer.body.data).toMatchObject({
    mailboxUrl: null,
    shopUrl: null,
    demoAccounts: [],
    demoPassword: null,
    // Browsers reach a hosted provider directly.
    authsignal: { tenantId: 'tenant', baseUrl: 'https://au.api.authsignal.com/v1' },
  })
  await live.stop()
  return answer.body.data
}
