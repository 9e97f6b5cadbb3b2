import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailbox } from '../../../tests/support/test-mailbox.ts'
import { createThrottles } from '../identity/throttles.sql.ts'
import { allTenants } from '../kernel/database.ts'
import {
  startLoadBench,
  type BenchPerson,
  type LoadBench,
  type LoadBody,
} from '../loads/load-bench.test-kit.ts'
import { createMailer } from '../providers/mail/mailer.ts'
import { createSmtpMail } from '../providers/mail/smtp-mail.ts'
import { createNoticeMail } from './notice-mail.ts'
import type { Notice } from './notification.ts'

let mailbox: Awaited<ReturnType<typeof startTestMailbox>>
let bench: LoadBench
beforeAll(async () => {
  mailbox = await startTestMailbox()
  bench = await startLoadBench({ SMTP_URL: mailbox.smtpUrl })
  await bench.product.load((await bench.person()).card, 500_000n)
})
afterAll(async () => {
  await bench.stop()
  await mailbox.stop()
})

const addressOf = async ({ userId }: BenchPerson) => {
  const [user] = await bench.product.rows<{ email: string }>('select email from app_user where id = $1', [
    userId,
  ])
  return user?.email ?? ''
}
const mailsOf = async (person: BenchPerson) =>
  (await mailbox.outbox(await addressOf(person))).filter(({ kind }) => kind.startsWith('load_')).reverse()
const kindsOf = async (person: BenchPerson) => (await mailsOf(person)).map(({ kind }) => kind)
const paid = async (person: BenchPerson, load: LoadBody, amount?: string) => {
  await bench.pay(load, amount)
  await bench.settle()
  await bench.finalise()
}
const choose = (person: BenchPerson, topic: string, channels: object) =>
  person.browser.patch('/notifications/settings', { topic, ...channels })

test('a load sends a mail when it is seen and when it is held, and nothing twice', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await paid(person, load)
  await bench.settle()
  const mails = await mailsOf(person)
  expect(mails.map(({ kind }) => kind)).toEqual(['load_detected', 'load_accepted'])
  for (const { link } of mails) expect(link).toBe(`http://localhost:4000/load/${load.id}`)
  // A company without a zone of its own has UTC, and the mail says so.
  expect(mails[1]?.text).toMatch(/on your card by \d+ \w+ \d{4}, \d\d:\d\d \(UTC\)/)
})

test('the mail about money on the card comes once, and its link opens the card', async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { speed: 'immediate' })
  await paid(person, load)
  await bench.live(60_000)
  const mails = await mailsOf(person)
  expect(mails.map(({ kind }) => kind)).toEqual(['load_detected', 'load_credited'])
  expect(mails[1]?.link).toBe(`http://localhost:4000/cards/${person.card.id}`)
})

test('a partial payment sends a mail, so that the rest can come in time', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await paid(person, load, '100')
  expect(await kindsOf(person)).toEqual(['load_detected', 'load_underpaid'])
})

test('a topic that is switched off sends nothing, separately for each channel', async () => {
  const person = await bench.person()
  const shown = async () =>
    (await person.browser.get<{ items: { path: string | null }[] }>('/notifications')).body.data.items.filter(
      ({ path }) => path?.startsWith('/load/') ?? false,
    ).length
  const answer = await choose(person, 'loads', { email: false })
  expect(answer.body.data).toMatchObject({
    topics: expect.arrayContaining([
      { topic: 'loads', inApp: true, email: false },
      { topic: 'load_problems', inApp: true, email: true },
    ]),
  })
  await paid(person, await bench.quote(person))
  expect([await kindsOf(person), await shown()]).toEqual([[], 1])
  await choose(person, 'loads', { inApp: false, email: true })
  await paid(person, await bench.quote(person))
  expect([await kindsOf(person), await shown()]).toEqual([['load_detected', 'load_accepted'], 1])
  const other = await choose(person, 'security', { email: false })
  expect(other.status).toBe(422)
})

const about = { path: null, subjectId: null, isNews: true } as const
const review = { kind: 'load_review', facts: { exception: 'second_payment' }, ...about } as const
const ofDeposit = { kind: 'deposit_review', facts: {}, ...about } as const
const ofCompany = { kind: 'company_deposit', facts: { status: 'review' }, ...about } as const
/** What we undo on a load: no stranger causes it. */
const undone = { kind: 'load_review', facts: {}, ...about } as const
const reviewMailer = (of: { offsetMs: number; limits: 'on' | 'off' }) => {
  const { kernel } = bench.product
  const port = createSmtpMail({ smtpUrl: mailbox.smtpUrl, from: 'us@example.com', toMailbox: true })
  return createNoticeMail({
    messageOf: kernel.messageOf,
    mailer: createMailer({ ...kernel, port }),
    config: kernel.config,
    clock: { offsetMs: () => of.offsetMs },
    throttles: createThrottles({ ...kernel, config: { RATE_LIMITS: of.limits } }),
  })
}

test('events from the time when the clock was set back are not mailed', async () => {
  const person = await bench.person()
  for (const offsetMs of [-1, 0]) {
    const mailNotice = reviewMailer({ offsetMs, limits: 'off' })
    await bench.product.kernel.write(allTenants, (tx) =>
      mailNotice(tx, { userId: person.userId, notice: review }),
    )
    await bench.settle()
    expect(await kindsOf(person)).toHaveLength(offsetMs < 0 ? 0 : 1)
  }
})

test('frequent payments of strangers to an address do not fill the mailbox', async () => {
  const person = await bench.person()
  const mailNotice = reviewMailer({ offsetMs: 0, limits: 'on' })
  const mailed = (notice: Notice) =>
    bench.product.kernel.write(allTenants, (tx) => mailNotice(tx, { userId: person.userId, notice }))
  for (let each = 0; each < 4; each += 1)
    for (const notice of [review, ofDeposit, ofCompany]) await mailed(notice)
  await bench.settle()
  const kinds = ['load_review', 'deposit_review', 'company_deposit']
  const count = async () =>
    (await mailbox.outbox(await addressOf(person))).filter(({ kind }) => kinds.includes(kind)).length
  expect(await count()).toBe(10)
  await mailed(undone)
  await bench.settle()
  expect(await count()).toBe(11)
})

test('the mail about a further payment names its reference', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await paid(person, load)
  await paid(person, load, '20')
  await bench.settle()
  const told = (await mailsOf(person)).filter(({ kind }) => kind === 'load_review')
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toMatch(/your load L-[0-9A-Z]{8} /)
})

test('a declined payment is mailed to people who chose that', async () => {
  const person = await bench.person()
  const decline = async () => {
    await bench.product.issuer.control('/simulate/authorisation', {
      cardId: person.card.issuerCardId,
      amount: '12.50',
      merchant: { name: 'Ripley', mcc: '5311', city: 'Lima', country: 'PE' },
    })
    await bench.settle()
    const mails = await mailbox.outbox(await addressOf(person))
    return mails.filter(({ kind }) => kind === 'purchase_declined')
  }
  expect(await decline()).toEqual([])
  await choose(person, 'declines', { email: true })
  const mails = await decline()
  expect(mails).toMatchObject([{ link: expect.stringMatching(/\/transactions\/[0-9a-f-]{36}$/) as string }])
  expect(mails[0]?.text).toContain('A payment of $12.50 at Ripley was declined.')
})
