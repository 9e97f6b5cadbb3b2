import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'

/** `FORGED=10000` sends more of each. */
const runs = Number(process.env['FORGED'] ?? 300)
const secret = 'a secret of these tests'
const client = 'a client of these tests'
const fiveMinutesMs = 300_000

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
let product: TestProduct

beforeAll(async () => {
  product = await createTestProduct({
    KYC_API_KEY: client,
    KYC_SHARED_SECRET: secret,
    ISSUER_WEBHOOK_KEY: ours.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  })
})
afterAll(() => product.stop())

type SentWebhook = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }
const post = async (path: string, { body, headers }: SentWebhook): Promise<number> => {
  const answer = await product.kernel.app.inject({
    method: 'POST',
    url: `/api/webhooks/${path}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return answer.statusCode
}
const stored = async () =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.one<{ events: bigint; jobs: bigint }>(
      `select (select count(*) from kyc_event) + (select count(*) from issuer_event) as events,
        (select count(*) from job where key is distinct from name) as jobs`,
    ),
  )

/** A number from 0 up to 1 chooses the position. */
const flipped = (bytes: Buffer, where: number): Buffer => {
  const changed = Buffer.from(bytes)
  const bit = Math.floor(where * bytes.length * 8)
  const index = bit >> 3
  changed[index] = (changed[index] ?? 0) ^ (1 << (bit & 7))
  return changed
}
const cut = (bytes: Buffer, where: number): Buffer => bytes.subarray(0, Math.floor(where * bytes.length))

const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const word = fc.string({ minLength: 1, maxLength: 30 })

const kycEvent = fc
  .record({ id: fc.uuid(), attemptId: fc.uuid(), code: fc.constantFrom(7001, 7002), action: word })
  .map((event) => Buffer.from(JSON.stringify({ feature: 'selfid', ...event })))
const hmacOf = (body: Buffer, key = secret) => createHmac('sha256', key).update(body).digest()
const kycSent = (body: Buffer, signature: Buffer | null, from: string | null = client): SentWebhook => ({
  body,
  headers: {
    ...(from === null ? {} : { 'x-auth-client': from }),
    ...(signature === null ? {} : { 'x-hmac-signature': signature.toString('hex') }),
  },
})
/** Every way in which a webhook can be forged. */
const kycForgeries: Readonly<Record<string, (body: Buffer, at: number, text: string) => SentWebhook>> = {
  'a changed bit of the body': (body, at) => kycSent(flipped(body, at), hmacOf(body)),
  'a body that was cut': (body, at) => kycSent(cut(body, at), hmacOf(body)),
  'a body with more behind it': (body, _, text) =>
    kycSent(Buffer.concat([body, Buffer.from(text)]), hmacOf(body)),
  'a changed bit of the signature': (body, at) => kycSent(body, flipped(hmacOf(body), at)),
  'a signature that was cut': (body, at) => kycSent(body, cut(hmacOf(body), at)),
  'another secret': (body, _, text) => kycSent(body, hmacOf(body, `${secret}${text}`)),
  'no signature': (body) => kycSent(body, null),
  'another client': (body, _, text) => kycSent(body, hmacOf(body), `${client}${encodeURIComponent(text)}`),
  'no client': (body) => kycSent(body, hmacOf(body), null),
}

type IssuerMessage = { readonly eventName: string; readonly eventType: string; readonly data: object }
const issuerMessage: fc.Arbitrary<IssuerMessage> = fc.record({
  eventName: fc.constantFrom('authorization.clearing', 'card_status', 'prefund'),
  eventType: fc.constantFrom('transaction', 'card', 'account'),
  data: fc.record({ id: fc.uuid(), lifecycle_event_id: fc.uuid(), amount: word }),
})
const rsaOf = (message: object, at: number, key: KeyObject = ours.privateKey) =>
  sign('RSA-SHA3-256', Buffer.from(JSON.stringify({ ...message, timestamp: at })), key)
const issuerSent = (body: Buffer, at: number | string, signature: Buffer): SentWebhook => ({
  body,
  headers: {
    'x-reap-trace-id': randomUUID(),
    'reap-signature': `timestamp=${at};signature=${signature.toString('base64')}`,
  },
})
const bytesOf = (message: object) => Buffer.from(JSON.stringify(message))
type IssuerForgery = (message: IssuerMessage, of: { at: number; index: number; text: string }) => SentWebhook
const issuerForgeries: Readonly<Record<string, IssuerForgery>> = {
  'another word in it': (message, { at, text }) =>
    issuerSent(
      bytesOf({ ...message, data: { ...message.data, amount: `${text}0` } }),
      at,
      rsaOf(message, at),
    ),
  'a body that was cut': (message, { at, index }) =>
    issuerSent(cut(bytesOf(message), index), at, rsaOf(message, at)),
  'a changed bit of the signature': (message, { at, index }) =>
    issuerSent(bytesOf(message), at, flipped(rsaOf(message, at), index)),
  'a signature that was cut': (message, { at, index }) =>
    issuerSent(bytesOf(message), at, cut(rsaOf(message, at), index)),
  'another key': (message, { at }) => issuerSent(bytesOf(message), at, rsaOf(message, at, theirs.privateKey)),
  'another time': (message, { at, index }) =>
    issuerSent(bytesOf(message), at - 1 - Math.floor(index * 1000), rsaOf(message, at)),
  'too old': (message, { at, index }) => {
    const old = at - fiveMinutesMs - 1000 - Math.floor(index * 1e9)
    return issuerSent(bytesOf(message), old, rsaOf(message, old))
  },
  'of a time to come': (message, { at, index }) => {
    const ahead = at + fiveMinutesMs + 60_000 + Math.floor(index * 1e9)
    return issuerSent(bytesOf(message), ahead, rsaOf(message, ahead))
  },
  'a time that is none': (message, { at, text }) => issuerSent(bytesOf(message), text, rsaOf(message, at)),
  'no signature': (message) => ({ body: bytesOf(message), headers: {} }),
}

const now = () => product.kernel.clock.realNow().getTime()

test('messages with a correct signature are accepted and stored', async () => {
  const before = await stored()
  const [event] = fc.sample(kycEvent, 1)
  // A message about the account needs the amount that moved; without it, even a signed message is not valid.
  const whole = issuerMessage.filter(({ eventType }) => eventType !== 'account')
  const [message] = fc.sample(whole, 1)
  if (!event || !message) throw new Error('Nothing to send')
  expect(await post('kyc/events', kycSent(event, hmacOf(event)))).toBe(200)
  const at = now()
  expect(await post('issuer', issuerSent(bytesOf(message), at, rsaOf(message, at)))).toBe(200)
  expect((await stored()).events).toBe(before.events + 2n)
})

test.each(Object.entries(kycForgeries))(
  'identity check: %s is refused and leaves nothing',
  async (_, forge) => {
    const before = await stored()
    const sendOnce = async (path: string, body: Buffer, at: number, text: string) => {
      expect(await post(path, forge(body, at, text))).toBe(401)
    }
    const path = fc.constantFrom('kyc/events', 'kyc/decisions')
    await fc.assert(fc.asyncProperty(path, kycEvent, where, word, sendOnce), { numRuns: runs })
    expect(await stored()).toEqual(before)
  },
)

test.each(Object.entries(issuerForgeries))('issuer: %s is refused and leaves nothing', async (_, forge) => {
  const before = await stored()
  const sendOnce = async (message: IssuerMessage, index: number, text: string) => {
    expect(await post('issuer', forge(message, { at: now(), index, text }))).toBe(401)
  }
  await fc.assert(fc.asyncProperty(issuerMessage, where, word, sendOnce), { numRuns: runs })
  expect(await stored()).toEqual(before)
})
