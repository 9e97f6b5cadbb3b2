import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../../tests/support/people-product.ts'
import { createMailer, type MailDraft, type Mailer } from './mailer.ts'
import { createSmtpMail } from './smtp-mail.ts'

let product: PeopleProduct
let mailer: Mailer
beforeAll(async () => {
  product = await createPeopleProduct()
  const { smtpUrl } = product.mailbox
  const port = createSmtpMail({ smtpUrl, from: 'cards@cardamom.example', toMailbox: true })
  mailer = createMailer({ ...product.kernel, port })
})
afterAll(() => product.stop())

const brand = {
  name: 'Norte & Söhne',
  hue: 264,
  chroma: 0.15,
  logoUrl: null,
  isOwn: false,
  origin: 'http://norte.localhost:4000',
}
const draft = (to: string, changes: Partial<MailDraft> = {}): MailDraft => ({
  kind: 'verify_email',
  to,
  lang: 'en',
  brand: { ...brand, contactEmail: 'help@norte.pe' },
  isTest: false,
  userId: null,
  timeZone: 'America/Lima',
  link: 'http://norte.localhost:4000/verify-email/abc',
  facts: {},
  ...changes,
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
test.each([
  ['the initial of a company without a logo', {}, 'Logotipo', '>N</td>'],
  ['its logo, which is attached to the mail', { logoUrl: `data:image/png;base64,${pixel}` }, '', pixel],
  [
    'the initial where the logo is elsewhere',
    { logoUrl: 'https://norte.pe/logo.png' },
    'norte.pe/logo',
    '>N</td>',
  ],
  ['the leaf in the product’s own', { isOwn: true }, '>N</td>', 'data:image/png;base64,'],
])('a mail shows %s', async (what, branding, missing, shown) => {
  const to = `${what.replaceAll(/\W/g, '')}@example.com`
  await mailer.sendNow(draft(to, { brand: { ...brand, ...branding, contactEmail: null } }))
  const [mail] = await product.mailbox.outbox(to)
  expect(mail?.html).toContain(shown)
  if (missing !== '') expect(mail?.html).not.toContain(missing)
  if (mail?.html?.includes('<img')) expect(mail.html).toContain('alt="Norte &amp; Söhne logo"')
  expect(mail?.html).not.toContain('cid:')
})

test('a security mail names time, device and location in the reader’s zone and language', async () => {
  const cause = {
    at: '2026-11-20T15:00:00.000Z',
    device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    address: '203.0.113.7',
    country: 'PE',
  }
  const of = { kind: 'password_changed', cause, facts: { name: 'Zoë' } } as const
  await mailer.sendNow(draft('en.cause@example.com', of))
  await mailer.sendNow(draft('es.cause@example.com', { ...of, lang: 'es', timeZone: 'America/Mexico_City' }))
  const [english] = await product.mailbox.outbox('en.cause@example.com')
  const [spanish] = await product.mailbox.outbox('es.cause@example.com')
  for (const part of ['When: 20 November 2026, 10:00 (Lima, GMT-5)', 'iPhone, Safari', 'Peru, 203.0.113.7'])
    expect(english?.text).toContain(part)
  // A time zone is not broken at its hyphen.
  expect(english?.html).toContain('10:00 (Lima, <span style="white-space:nowrap">GMT-5</span>)')
  expect(spanish?.text).toContain('Cuándo: 20 de noviembre de 2026, 09:00 (Mexico City, GMT-6)')
  expect(spanish?.text).toContain('Lugar: Perú, 203.0.113.7')
})

test('a security mail holds no text of the person who caused it', async () => {
  const device = 'Your bank: http://evil.example/verify'
  const cause = { at: '2026-11-20T15:00:00.000Z', device, address: '203.0.113.7', country: null }
  await mailer.sendNow(draft('stranger@example.com', { kind: 'recover_password', cause }))
  const [mail] = await product.mailbox.outbox('stranger@example.com')
  expect(mail?.text).toContain('203.0.113.7')
  expect(mail?.text).not.toContain('Your bank')
  expect(mail?.html).not.toContain('evil.example')
})

test('a mail that cannot be answered says so', async () => {
  await mailer.sendNow(draft('noreply@example.com', { brand: { ...brand, contactEmail: null } }))
  const [mail] = await product.mailbox.outbox('noreply@example.com')
  expect(mail?.text).toContain('Replies to this address aren’t read.')
})
