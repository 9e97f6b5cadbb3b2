import { get } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { startMail } from './mail-service.ts'
import {
  control,
  credentials,
  newFolder,
  sendBySmtp,
  sendText,
  settingsFor,
  type OutboxItem,
} from './mail-test-kit.ts'

const port = 5050
const smtpPort = 5051
const folder = newFolder()
const call = control(port)
let service: Service

beforeAll(async () => {
  service = await startMail(settingsFor(port, folder.path))
})
afterEach(async () => {
  await call('DELETE', '/smtp-faults')
  await call('DELETE', '/faults')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const outbox = async (query = '') => (await call('GET', `/outbox${query}`)).body as OutboxItem[]
const letter = (to: string, rest: object = {}) => ({ to: [to], subject: 'Hello', text: 'A word.', ...rest })
const send = (to: string, rest: object = {}) => sendBySmtp(smtpPort, letter(to, rest))

describe('mail', () => {
  test('is in the outbox, newest first, before the sender gets its answer', async () => {
    expect(await send('ana@example.com', { subject: 'Uno: ¿qué tal?' })).toMatch(/^250 /)
    expect(await send('ana@example.com', { subject: 'Two' })).toMatch(/^250 /)
    expect(await send('eva@example.com', { subject: 'Three' })).toMatch(/^250 /)
    const mail = await outbox('?to=ANA@example.com')
    expect(mail.map(({ subject }) => subject)).toEqual(['Two', 'Uno: ¿qué tal?'])
    expect(mail[0]).toMatchObject({
      kind: 'email',
      to: 'ana@example.com',
      from: 'Cardamom <no-reply@cardamom.test>',
      text: 'A word.',
    })
    expect(Math.abs(Date.parse(mail[0]!.at) - Date.now())).toBeLessThan(5000)
    expect(mail[0]).not.toHaveProperty('link')
    expect(mail[0]).not.toHaveProperty('html')
  })

  test('becomes one message for each recipient of the envelope', async () => {
    await sendBySmtp(smtpPort, { to: ['one@example.com', 'two@example.com'], subject: 'Both', text: 'x' })
    expect(await outbox('?to=one@example.com')).toHaveLength(1)
    expect(await outbox('?to=two@example.com')).toHaveLength(1)
  })

  test('has its link and its code, found in the text', async () => {
    const text =
      'Your code is 493027. See http://localhost:4000/magic/123456?a=1&b=2. Ref 1234567, $654321.00'
    await send('found@example.com', { text })
    expect((await outbox('?to=found@example.com'))[0]).toMatchObject({
      link: 'http://localhost:4000/magic/123456?a=1&b=2',
      code: '493027',
    })
  })

  test('uses headers before the text', async () => {
    const headers = {
      'X-Cardamom-Kind': 'otp',
      'X-Cardamom-Link': 'http://localhost:4000/chosen',
      'X-Cardamom-Code': '000111',
    }
    await send('headed@example.com', { text: '999999 http://localhost:4000/other', headers })
    const expected = { kind: 'otp', link: 'http://localhost:4000/chosen', code: '000111' }
    expect(await outbox('?kind=otp&to=headed@example.com')).toMatchObject([expected])
    expect(await outbox('?kind=email&to=headed@example.com')).toEqual([])
  })

  test('has text, link and code also if it is only HTML', async () => {
    const html =
      '<style>p{color:red}</style><p>Code: <b>271828</b></p><a href="http://localhost:4000/a?x=1&amp;y=2">Go</a>'
    await send('html@example.com', { text: '', html })
    const [mail] = await outbox('?to=html@example.com')
    expect(mail).toMatchObject({ code: '271828', link: 'http://localhost:4000/a?x=1&y=2' })
    expect(mail!.text).toContain('Code: 271828')
    expect(mail!.text).not.toContain('color:red')
    expect(mail!.html).toContain('<b>271828</b>')
  })

  test('is refused without the right password', async () => {
    expect(await send('nobody@example.com', { password: 'wrong' })).toMatch(/^535 /)
    expect(await outbox('?to=nobody@example.com')).toEqual([])
  })
})

describe('faults of mail', () => {
  test.each([
    ['temporary', 'data', /^451 /],
    ['temporary', 'rcpt', /^451 /],
    ['reject', 'data', /^550 /],
    ['reject', 'rcpt', /^550 /],
  ])('%s at %s: answered so once, and nothing is stored', async (kind, stage, answer) => {
    const to = `${kind}-${stage}@example.com`
    expect((await call('POST', '/smtp-faults', { kind, stage, to, times: 1 })).status).toBe(200)
    expect(await send('somebody-else@example.com')).toMatch(/^250 /)
    expect(await send(to)).toMatch(answer)
    expect(await outbox(`?to=${to}`)).toEqual([])
    expect(await send(to)).toMatch(/^250 /)
    expect(await outbox(`?to=${to}`)).toHaveLength(1)
  })

  test('drop_after_data stores the mail and loses the answer', async () => {
    await call('POST', '/smtp-faults', { kind: 'drop_after_data', times: 1 })
    expect(await send('dropped@example.com')).toBe('cut')
    expect(await outbox('?to=dropped@example.com')).toHaveLength(1)
  })

  test('drop_before_data stores nothing', async () => {
    await call('POST', '/smtp-faults', { kind: 'drop_before_data', times: 1 })
    expect(await send('lost@example.com')).toBe('cut')
    expect(await outbox('?to=lost@example.com')).toEqual([])
  })

  test('are listed and removed, and invalid ones are refused', async () => {
    const { body } = await call('POST', '/smtp-faults', { kind: 'delay', value: 50 })
    expect((await call('GET', '/smtp-faults')).body).toEqual([body])
    await call('DELETE', `/smtp-faults/${(body as { id: string }).id}`)
    expect((await call('GET', '/smtp-faults')).body).toEqual([])
    expect((await call('POST', '/smtp-faults', { kind: 'explode' })).status).toBe(400)
  })
})

describe('text messages', () => {
  const form = { To: '+51999000111', From: 'Cardamom', Body: 'Cardamom: your code is 218340.' }

  test("get Twilio's answers, and can be read back", async () => {
    const { status, body } = await sendText(port, form)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      account_sid: credentials.smsAccountSid,
      to: form.To,
      from: form.From,
      body: form.Body,
      status: 'queued',
      num_segments: '1',
      error_code: null,
    })
    expect(body['sid']).toMatch(/^SM[0-9a-f]{32}$/)
    const { smsAccountSid, smsAuthToken } = credentials
    const login = Buffer.from(`${smsAccountSid}:${smsAuthToken}`).toString('base64')
    const again = await fetch(`http://127.0.0.1:${port}${String(body['uri'])}`, {
      headers: { authorization: `Basic ${login}` },
    })
    expect(await again.json()).toMatchObject({ sid: body['sid'], status: 'delivered' })
    expect((await outbox('?kind=sms'))[0]).toMatchObject({
      kind: 'sms',
      to: form.To,
      subject: '',
      code: '218340',
    })
  })

  test.each([
    ['a number that is none', { ...form, To: '999' }, 400, 21211],
    ['no sender', { To: form.To, Body: 'x' }, 400, 21212],
    ['no text', { To: form.To, From: '+15005550006' }, 400, 21602],
    ['too long a text', { ...form, Body: 'x'.repeat(1601) }, 400, 21617],
  ])('refuses %s', async (_what, wrong, status, code) => {
    const answer = await sendText(port, wrong)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, status })
  })

  test('refuses wrong credentials', async () => {
    const answer = await sendText(port, form, `${credentials.smsAccountSid}:wrong`)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 20003, message: 'Authenticate' })
  })

  test('a message with a lost answer is stored', async () => {
    await call('POST', '/faults', { kind: 'drop_after', path: '^/2010-04-01/', remaining: 1 })
    await expect(sendText(port, { ...form, To: '+34600111222' })).rejects.toThrow('fetch failed')
    expect(await outbox('?to=%2B34600111222')).toHaveLength(1)
  })
})

describe('the store', () => {
  test('survives a restart, is narrowed by limit, and is emptied by a reset', async () => {
    const before = await outbox('?limit=500')
    await service.close()
    service = await startMail(settingsFor(port, folder.path))
    expect(await outbox('?limit=500')).toEqual(before)
    expect(await outbox('?limit=2')).toEqual(before.slice(0, 2))
    expect((await call('GET', '/outbox?limit=0')).status).toBe(400)
    await call('POST', '/reset')
    expect(await outbox()).toEqual([])
  })

  test('needs the control token', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/_control/outbox`)).status).toBe(401)
    const statusFor = (host: string) =>
      new Promise((done) => {
        get({ port, host: '127.0.0.1', path: '/api/messages', headers: { host } }, (answer) => {
          answer.resume()
          done(answer.statusCode)
        })
      })
    expect(await statusFor(`localhost:${port}`)).toBe(200)
    expect(await statusFor('evil.example')).toBe(403)
  })

  test('does not start without its credentials', async () => {
    const { smsAuthToken: _left, ...rest } = credentials
    const settings = { ...settingsFor(5052, folder.path), credentials: rest }
    await expect(startMail(settings)).rejects.toThrow('smsAuthToken is missing')
  })
})
