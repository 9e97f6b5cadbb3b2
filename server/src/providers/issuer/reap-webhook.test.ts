import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWebhookCheck, readReapNotice } from './reap-webhook.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const check = createWebhookCheck(pem)
const now = new Date('2026-11-20T15:00:00Z')
const body = {
  eventName: 'authorization.clearing',
  eventType: 'transaction',
  data: { id: 'tid_1', lifecycle_event_id: 'le_1', bill_amount: 104.2 },
}
const signed = (message: object, at: Date, key = privateKey) => {
  const timestamp = at.getTime()
  const data = Buffer.from(JSON.stringify({ ...message, timestamp }))
  return `timestamp=${timestamp};signature=${sign('RSA-SHA3-256', data, key).toString('base64')}`
}
const raw = Buffer.from(JSON.stringify(body))

test('a webhook that the issuer signed within five minutes is accepted', () => {
  expect(check({ rawBody: raw, signature: signed(body, now), realNow: now })).toEqual(body)
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const byDer = createWebhookCheck(der)
  const delayed = new Date(now.getTime() + 300_000)
  expect(byDer({ rawBody: raw, signature: signed(body, now), realNow: delayed })).toEqual(body)
})

test('a forged, stale, truncated or changed webhook is refused', () => {
  const stranger = createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )
  const good = signed(body, now)
  const refusals: [string, { rawBody?: Buffer; signature?: string | null; realNow?: Date }][] = [
    ['another key', { signature: signed(body, now, stranger) }],
    ['too old', { realNow: new Date(now.getTime() + 300_001) }],
    ['from the future', { realNow: new Date(now.getTime() - 300_001) }],
    ['truncated', { rawBody: raw.subarray(0, -5) }],
    ['another amount', { rawBody: Buffer.from(raw.toString().replace('104.2', '104.3')) }],
    ['another time', { signature: good.replace(/timestamp=\d+/, `timestamp=${now.getTime() + 1}`) }],
    ['no signature', { signature: null }],
    ['an empty signature', { signature: `timestamp=${now.getTime()};signature=` }],
    ['no object', { rawBody: Buffer.from('[]') }],
  ]
  for (const [name, change] of refusals) {
    expect(check({ rawBody: raw, signature: good, realNow: now, ...change }), name).toBeNull()
  }
})

test('without a valid key every webhook is refused', () => {
  expect(createWebhookCheck('test')({ rawBody: raw, signature: signed(body, now), realNow: now })).toBeNull()
})

test('a notice names what to read again, and has the ids of its repetitions', () => {
  const read = (message: unknown, traceId: string | null = 'trace-1') =>
    readReapNotice({ body: message, traceId })
  expect(read(body)).toEqual({
    eventId: 'transaction/authorization.clearing/tid_1/le_1',
    traceId: 'trace-1',
    notice: { about: 'transaction', transactionId: 'tid_1' },
  })
  // A card may be blocked twice. Only the delivery tells these two events apart.
  const card = {
    eventType: 'card',
    eventName: 'card_status',
    data: { id: 'c1', status: 'SUSPECTED_FRAUD_PIN' },
  }
  expect(read(card)).toMatchObject({ eventId: 'card/card_status/trace-1', notice: { issuerCardId: 'c1' } })
  const prefund = (data: object) => read({ eventType: 'account', eventName: 'prefund', data })
  expect(prefund({ adjustmentAmount: 100.005 })).toMatchObject({
    eventId: 'prefund/trace-1',
    notice: { about: 'account', funding: { entryId: 'prefund/trace-1', amountCents: 10_001n } },
  })
  const transferDetails = { transactionHash: '0xabc', instructionIndex: 2 }
  expect(prefund({ adjustmentAmount: '7.5', transferDetails })).toMatchObject({
    eventId: 'prefund/0xabc/2',
    notice: { funding: { amountCents: 750n } },
  })
  expect(read({ eventType: 'weather', eventName: 'rain', data: {} })).toMatchObject({
    notice: { about: 'other' },
  })
  expect(read({ ...body, data: { id: 'tid_1' } })).toBeNull()
  expect(read(body, null)).toBeNull()
  expect(read('hello')).toBeNull()
})
