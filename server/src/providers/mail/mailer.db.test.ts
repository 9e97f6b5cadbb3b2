import { catalogues } from '@cardamom/contract/messages/catalogues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../../tests/support/people-product.ts'
import { allTenants } from '../../kernel/database.ts'
import { createMailer, type MailDraft, type Mailer, type MailKind } from './mailer.ts'
import { mailColour } from './mail-colour.ts'
import { createSmtpMail, outcomeOf } from './smtp-mail.ts'

let product: PeopleProduct
let mailer: Mailer
/** Every attempt: the address, and the message id. */
const sentIds: [to: string, messageId: string][] = []
beforeAll(async () => {
  product = await createPeopleProduct()
  const smtp = createSmtpMail({
    smtpUrl: product.mailbox.smtpUrl,
    from: 'cards@cardamom.example',
    toMailbox: true,
  })
  const sendMail: typeof smtp.sendMail = (mail) => {
    sentIds.push([mail.to, mail.messageId])
    return smtp.sendMail(mail)
  }
  mailer = createMailer({ ...product.kernel, port: { ...smtp, sendMail } })
})
afterAll(() => product.stop())

/** A value for every fact that the texts of a kind name. */
const factsOf = (kind: MailKind): Record<string, string> => {
  const texts = JSON.stringify([catalogues.en.mail.kinds[kind], catalogues.es.mail.kinds[kind]])
  return Object.fromEntries([...texts.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, '2']))
}
const kinds = Object.keys(catalogues.en.mail.kinds) as MailKind[]
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
  facts: { name: 'Zoë <b>', newEmail: 'new@example.com' },
  ...changes,
})
const enqueue = (mail: MailDraft) => product.kernel.write(allTenants, (tx) => mailer.enqueue(tx, mail))
const dueLater = () =>
  product.kernel.db.read(allTenants, (sql) => sql.rows(`select id from job where name = 'mail.send'`))

test.each(kinds.flatMap((kind) => (['en', 'es'] as const).map((lang) => [kind, lang] as const)))(
  '%s in %s is complete, in the company’s name, and safe',
  async (kind, lang) => {
    const to = `${kind}.${lang}@example.com`
    const { company: _own, ...facts } = { ...factsOf(kind), name: 'Zoë <b>', company: '' }
    expect(await mailer.sendNow(draft(to, { kind, lang, facts }))).toBe('sent')
    const [mail] = await product.mailbox.outbox(to)
    expect(mail).toMatchObject({ kind, link: 'http://norte.localhost:4000/verify-email/abc' })
    expect(mail?.from).toContain('Norte & Söhne')
    // A missing text would show its own name.
    const missing = /mail\.(kinds|greeting|link|footer)|\{\w+\}/
    expect(mail?.subject).toMatch(/\w/)
    for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toMatch(missing)
    expect(mail?.html).toContain('Zoë &lt;b&gt;')
    expect(mail?.html).toContain('Norte &amp; Söhne')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.html).toContain(mailColour(brand))
  },
)

test('a code is in the mail and in its header', async () => {
  const { link: _none, ...rest } = draft('code@example.com', { code: '493027' })
  await mailer.sendNow(rest)
  const [mail] = await product.mailbox.outbox('code@example.com')
  expect(mail).toMatchObject({ code: '493027' })
  expect(mail?.html).toContain('493027')
})

test('no mail to a real mail server has its link or code in a header', async () => {
  const { smtpUrl } = product.mailbox
  const port = createSmtpMail({ smtpUrl, from: 'cards@cardamom.example', toMailbox: false })
  const texts = {
    subject: 'Hello',
    text: 'Nothing to press',
    html: '<p>Nothing to press</p>',
    images: [],
    lang: 'en' as const,
  }
  const secrets = { link: 'http://localhost:4000/reset/abc', code: '493027' }
  const about = { messageId: 'one', fromName: 'Norte', replyTo: null, kind: 'password_reset' }
  expect(await port.sendMail({ ...about, ...texts, ...secrets, to: 'real@example.com' })).toBe('ok')
  const [mail] = await product.mailbox.outbox('real@example.com')
  expect(mail).toMatchObject({ kind: 'password_reset', text: expect.stringContaining('Nothing to press') })
  expect([mail?.link, mail?.code]).toEqual([undefined, undefined])
  port.close()
})

test('mail to a test person goes to the log only', async () => {
  expect(await mailer.sendNow(draft('tester@example.com', { isTest: true }))).toBe('sent')
  await enqueue(draft('tester@example.com', { isTest: true }))
  await product.drain()
  expect(await product.mailbox.outbox('tester@example.com')).toEqual([])
})

test('a queued mail is encrypted, so its job shows neither address nor link', async () => {
  await enqueue(draft('encrypted@example.com'))
  const jobs = JSON.stringify(
    await product.kernel.db.read(allTenants, (sql) => sql.rows('select payload from job')),
  )
  for (const canary of ['encrypted@', 'verify-email', 'Zoë']) expect(jobs).not.toContain(canary)
  await product.drain()
  expect(await product.mailbox.outbox('encrypted@example.com')).toHaveLength(1)
})

test('a mail that an earlier version queued is sent under the name that its kind has now', async () => {
  const former = { ...draft('former@example.com'), kind: 'email_change_asked' as MailKind }
  await enqueue(former)
  await product.drain()
  expect(await product.mailbox.outbox('former@example.com', 'email_change_requested')).toHaveLength(1)
})

test('a transaction that rolls back sends nothing', async () => {
  const undone = product.kernel.write(allTenants, async (tx) => {
    await mailer.enqueue(tx, draft('undone@example.com'))
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await product.drain()
  expect(await product.mailbox.outbox('undone@example.com')).toEqual([])
})

test('a busy server gets the mail again until it accepts it, once', async () => {
  await product.mailbox.addFault({ kind: 'temporary', to: 'busy@example.com', times: 2 })
  await enqueue(draft('busy@example.com'))
  for (let round = 0; round < 4; round += 1) {
    await product.drain()
    product.wait(30_000)
  }
  expect(await product.mailbox.outbox('busy@example.com')).toHaveLength(1)
  expect(await dueLater()).toEqual([])
})

test('a mail to a refused address is not sent again', async () => {
  await product.mailbox.addFault({ kind: 'reject', to: 'nobody@example.com', stage: 'rcpt' })
  expect(await mailer.sendNow(draft('nobody@example.com'))).toBe('not_sent')
  await enqueue(draft('nobody@example.com'))
  await product.drain()
  expect(await dueLater()).toEqual([])
  await product.mailbox.clearFaults()
})

test('when the answer is lost the mail is sent once more under the same id, and no third time', async () => {
  await product.mailbox.addFault({ kind: 'drop_after_data', to: 'lost@example.com' })
  await enqueue(draft('lost@example.com'))
  await product.drain()
  expect(await product.mailbox.outbox('lost@example.com')).toHaveLength(1)
  expect(await dueLater()).toHaveLength(1)
  product.wait(119_000)
  await product.drain()
  expect(await product.mailbox.outbox('lost@example.com')).toHaveLength(1)
  product.wait(1000)
  await product.drain()
  expect(await product.mailbox.outbox('lost@example.com')).toHaveLength(2)
  const ids = sentIds.filter(([to]) => to === 'lost@example.com').map(([, messageId]) => messageId)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  product.wait(3_600_000)
  await product.drain()
  expect(await dueLater()).toEqual([])
  await product.mailbox.clearFaults()
  // A person who waits is not told that it failed, because the mail may have arrived.
  await product.mailbox.addFault({ kind: 'drop_after_data', to: 'lost2@example.com', times: 1 })
  expect(await mailer.sendNow(draft('lost2@example.com'))).toBe('sent')
})

test('an unreachable server and a wrong password mean that nothing is accepted now', async () => {
  const closed = createSmtpMail({ smtpUrl: 'smtp://127.0.0.1:9', from: 'a@example.com', toMailbox: false })
  const mail = {
    messageId: 'x',
    to: 'a@example.com',
    fromName: 'A',
    replyTo: null,
    kind: 'x',
    subject: 'x',
    text: 'x',
    html: 'x',
    images: [],
    lang: 'en',
    link: null,
    code: null,
  } as const
  expect(await closed.sendMail(mail)).toBe('unavailable')
  const wrong = createSmtpMail({
    smtpUrl: product.mailbox.smtpUrl.replace(/:[^:@/]*@/, ':wrong@'),
    from: 'a@example.com',
    toMailbox: false,
  })
  expect(await wrong.sendMail(mail)).toBe('unavailable')
})

test.each([
  [{ responseCode: 550 }, 'rejected'],
  [{ responseCode: 451 }, 'unavailable'],
  [{ code: 'EDNS' }, 'unavailable'],
  [{ code: 'ESOCKET', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ECONNECTION' }, 'unknown'],
  [{ code: 'ETIMEDOUT' }, 'unknown'],
  [new Error('something'), 'unknown'],
])('a failure like %j is %s', (failure, outcome) => {
  expect(outcomeOf(failure)).toBe(outcome)
})

test.each([
  [{ hue: 162, chroma: 0.09 }],
  [{ hue: 27, chroma: 0.2 }],
  [{ hue: 110, chroma: 0.2 }],
  [{ hue: 264, chroma: 0.2 }],
  [{ hue: 0, chroma: 0 }],
])('white is readable on the button of %j', (colours) => {
  const channel = (from: number) => {
    const value = Number.parseInt(mailColour(colours).slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4.5)
})
