import type { CompanyRecord } from '@cardamom/contract/companies/company-record'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
const of: Record<'norte' | 'andes' | 'sur', string> = { norte: '', andes: '', sur: '' }
const who: Record<'super' | 'norte' | 'andes', TestBrowser> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct()
  of.norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  of.andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: of.norte })
  of.sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  const staff = async (name: keyof typeof who, roleId: number, companyId?: string) => {
    const own = companyId === undefined ? {} : { companyId }
    await makeUser(product, { email: `${name}@example.com`, roleId, ...own })
    who[name] = await logIn(product, name)
  }
  await staff('super', 6)
  await staff('norte', 5, of.norte)
  await staff('andes', 5, of.andes)
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

const read = async (by: TestBrowser, id: string) =>
  (await by.get<CompanyRecord>(`/companies/${id}`)).body.data
const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } })
const brand = async (by: TestBrowser, id: string, body: object) =>
  by.patch<CompanyRecord>(`/companies/${id}/branding`, body, ifMatch((await read(by, id)).version))
const logo = async (by: TestBrowser, id: string, file: Buffer | null) =>
  by.post<CompanyRecord>(
    `/companies/${id}/logo`,
    { file: file && file.toString('base64') },
    ifMatch((await read(by, id)).version),
  )
const shown = async (host: string) =>
  (await createTestBrowser(product.kernel.app, host).get<Record<string, unknown>>('/company/branding')).body
    .data
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

test('a new colour is shown on the company’s host at once, and below where it is inherited', async () => {
  const saved = await brand(who.norte, of.norte, { brandHex: '#FF0000' })
  expect(saved.body.data).toMatchObject({ brandHex: '#ff0000', hasOwnBranding: true })
  expect((await shown('norte.localhost:4000'))['hue']).toBeCloseTo(29.2, 0)
  expect((await shown('andes.localhost:4000'))['hue']).toBeCloseTo(29.2, 0)
  await brand(who.andes, of.andes, { brandHex: '#0000ff' })
  expect((await shown('andes.localhost:4000'))['hue']).toBeCloseTo(264.1, 0)
  await brand(who.andes, of.andes, { brandHex: null })
  expect((await shown('andes.localhost:4000'))['hue']).toBeCloseTo(29.2, 0)
  for (const brandHex of ['red', '#fff', `#123456'; --`])
    expect((await brand(who.norte, of.norte, { brandHex })).status).toBe(422)
})

test('a logo is drawn again: small, without what the file had besides its pixels', async () => {
  const photo = await solid(5200, 3900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Canary-Exif' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
  expect(photo.includes('Canary-Exif')).toBe(true)
  const saved = await logo(who.norte, of.norte, photo)
  expect(saved.status).toBe(200)
  const url = String((await shown('norte.localhost:4000'))['logoUrl'])
  const stored = Buffer.from(url.replace('data:image/png;base64,', ''), 'base64')
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 })
  expect(stored.includes('Canary-Exif')).toBe(false)
  expect(url.length).toBeLessThan(30_000)
  expect((await shown('andes.localhost:4000'))['logoUrl']).toBe(url)
  for (const format of ['png', 'webp'] as const)
    expect((await logo(who.norte, of.norte, await solid(50, 20)[format]().toBuffer())).status).toBe(200)
  expect((await logo(who.norte, of.norte, null)).body.data.logoUrl).toBe(null)
})

test('what is no picture, hides another kind of file or unpacks into too much is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const cut = (await solid(400, 400).jpeg().toBuffer()).subarray(0, 300)
  const dressed = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg])
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
  for (const file of [svg, bomb, cut, dressed, gif, Buffer.alloc(0), Buffer.alloc(8_388_609, 0xff)]) {
    const answer = await logo(who.norte, of.norte, file)
    expect([answer.status, answer.body.code]).toEqual([409, 'picture_not_accepted'])
  }
})

test('a domain is of one company, in one form, and decided by the company above', async () => {
  expect((await brand(who.andes, of.andes, { domain: 'andes.pe' })).body.code).toBe('parent_decides')
  const saved = await brand(who.norte, of.andes, { domain: 'Tarjeta.ÑANDÚ.pe' })
  expect(saved.body.data).toMatchObject({ domain: 'tarjeta.xn--and-6ma2c.pe', domainTarget: 'localhost' })
  expect(await shown('tarjeta.xn--and-6ma2c.pe')).toMatchObject({ name: 'Andes' })
  const twice = await brand(who.super, of.sur, { domain: 'tarjeta.ñandú.pe' })
  expect([twice.status, twice.body.code]).toEqual([409, 'domain_used'])
  expect((await brand(who.super, of.sur, { domain: 'sur.localhost' })).body.code).toBe('domain_not_possible')
  const racing = await Promise.all([
    brand(who.super, of.sur, { domain: 'race.example' }),
    brand(who.super, of.norte, { domain: 'race.example' }),
  ])
  expect(statusesOf(racing)).toEqual([200, 409])
  expect((await brand(who.norte, of.andes, { domain: '' })).body.data.domain).toBe(null)
})

test('the history says which field was changed, when and by whom', async () => {
  type Changes = {
    items: { field: string; before: string | null; after: string | null; by: string | null }[]
  }
  const changes = async (by: TestBrowser) =>
    (await by.get<Changes>(`/companies/${of.andes}/changes`)).body.data
  await who.norte.patch(
    `/companies/${of.andes}`,
    { name: 'Andes y más', timeZone: 'America/Lima' },
    ifMatch((await read(who.norte, of.andes)).version),
  )
  expect((await changes(who.norte)).items.slice(0, 2)).toMatchObject([
    { field: 'name', before: 'Andes', after: 'Andes y más', by: 'Ana Paz' },
    { field: 'timeZone', before: null, after: 'America/Lima', by: 'Ana Paz' },
  ])
  // The administrator above is outside of the reader's scope.
  expect((await changes(who.andes)).items[0]).toMatchObject({ field: 'name', by: null })
  expect((await who.andes.get(`/companies/${of.norte}/changes`)).status).toBe(404)
})
