import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf } from '../signatures.ts'
import {
  createSession,
  decided,
  decisionOf,
  keys,
  named,
  specimen,
  startBench,
  submit,
  until,
  upload,
  type Bench,
} from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench(5020)
})
afterAll(() => bench.stop())
beforeEach(async () => {
  await bench.control('POST', '/reset')
  bench.received.length = 0
})

const bodies = () => bench.received.map(({ body }) => body as Record<string, never>)

describe('callers', () => {
  const signed = (signature: string) => ({ 'x-auth-client': keys.apiKey, 'x-hmac-signature': signature })

  it('refuses a missing key, a wrong key and a malformed signature', async () => {
    const id = await createSession(bench)
    const path = `/v1/sessions/${id}/decision`
    const right = signatureOf(keys.sharedSecret, id)
    const codes = [
      await bench.send('GET', path, undefined, { 'x-hmac-signature': right }),
      await bench.send('GET', path, undefined, { 'x-auth-client': 'other', 'x-hmac-signature': right }),
      await bench.send('GET', path, undefined, signed('zz')),
      await bench.send('GET', path, undefined, signed(signatureOf('other', id))),
      await bench.send('GET', path, undefined, { 'x-auth-client': keys.apiKey }),
    ].map(({ status, body }) => `${status} ${(body as { code: string }).code}`)
    expect(codes).toEqual(['401 1801', '401 1803', '401 1812', '401 1818', '401 1812'])
  })

  it('checks the signature of a body byte by byte, and accepts an unsigned creation', async () => {
    const raw = '{"verification":{ }}'
    const other = signed(signatureOf(keys.sharedSecret, '{"verification":{}}'))
    expect(await bench.send('POST', '/v1/sessions', raw, other)).toMatchObject({
      status: 401,
      body: { code: '1819' },
    })
    const own = signed(signatureOf(keys.sharedSecret, raw))
    expect((await bench.send('POST', '/v1/sessions', raw, own)).status).toBe(201)
    expect((await bench.send('POST', '/v1/sessions', raw, { 'x-auth-client': keys.apiKey })).status).toBe(201)
  })

  it('signs its answers, images and refusals too', async () => {
    const id = await createSession(bench)
    const { body } = await upload(bench, id, 'face', await specimen('face'))
    const image = await bench.call('GET', `/v1/media/${body.image.id}`)
    const refusal = await bench.call('GET', '/v1/sessions/none/decision')
    expect([...image.raw.subarray(0, 2)]).toEqual([0xff, 0xd8])
    expect(refusal.status).toBe(404)
    for (const answer of [image, refusal]) {
      expect(answer.headers.get('x-hmac-signature')).toBe(signatureOf(keys.sharedSecret, answer.raw))
      expect(answer.headers.get('x-auth-client')).toBe(keys.apiKey)
    }
  })
})

describe('creating a session', () => {
  it.each([
    ['1102', {}],
    ['1104', { verification: { document: { type: 'LIBRARY_CARD' } } }],
    ['1203', { verification: { person: { dateOfBirth: '1991-02-30' } } }],
    ['1302', { verification: { callback: 'http://elsewhere.example/back' } }],
    ['1302', { verification: { callback: 'javascript:alert(1)' } }],
    ['1500', { verification: { vendorData: 'x'.repeat(1001) } }],
    ['1501', { verification: { vendorData: 7 } }],
  ])('refuses with %s: %j', async (code, body) => {
    expect(await bench.call('POST', '/v1/sessions', body)).toMatchObject({ status: 400, body: { code } })
  })

  it('answers with the address of the capture page', async () => {
    const answer = await bench.call<{ verification: Record<string, string> }>('POST', '/v1/sessions', {
      verification: { vendorData: 'case-1', callback: 'http://localhost:4000/kyc/status', lang: 'es-419' },
    })
    const { verification } = answer.body
    expect(answer.status).toBe(201)
    expect(verification).toMatchObject({ vendorData: 'case-1', status: 'created', host: bench.base })
    expect(verification['url']).toBe(`${bench.base}/v/${verification['sessionToken']}`)
  })
})

describe('from pictures to a decision', () => {
  it('sends started, submitted and the decision, signed, and a read answers the same', async () => {
    const id = await createSession(bench, { vendorData: 'case-7' })
    for (const context of ['document-front', 'document-back', 'face'] as const) {
      expect((await upload(bench, id, context, await specimen(context))).body.image.findings).toEqual([])
    }
    expect(await submit(bench, id)).toMatchObject({
      status: 200,
      body: { verification: { status: 'submitted' } },
    })
    await until(() => bench.received.length >= 3)
    const [started, submitted, decision] = bodies()
    const attempts = await bench.call<{ verifications: { id: string; status: string }[] }>(
      'GET',
      `/v1/sessions/${id}/attempts`,
    )
    const attemptId = attempts.body.verifications[0]?.id
    const event = { id, attemptId, feature: 'selfid', vendorData: 'case-7' }
    expect(started).toMatchObject({ ...event, code: 7001, action: 'started' })
    expect(submitted).toMatchObject({ ...event, code: 7002, action: 'submitted' })
    expect(decision).toMatchObject({
      status: 'success',
      verification: {
        id,
        attemptId,
        code: 9001,
        status: 'approved',
        reason: null,
        reasonCode: null,
        vendorData: 'case-7',
        person: { firstName: 'LUCIA', lastName: 'FERRER', dateOfBirth: '1991-04-12', yearOfBirth: '1991' },
        document: { type: 'ID_CARD', country: 'PE' },
      },
    })
    expect(attempts.body.verifications).toHaveLength(1)
    expect(attempts.body.verifications[0]?.status).toBe('approved')
    for (const { headers, raw } of bench.received) {
      expect(headers['x-hmac-signature']).toBe(signatureOf(keys.sharedSecret, raw))
      expect(headers['x-auth-client']).toBe(keys.apiKey)
    }
    const read = await bench.call('GET', `/v1/sessions/${id}/decision`)
    expect(read.raw.toString()).toBe(bench.received[2]?.raw)
    const person = await bench.call('GET', `/v1/sessions/${id}/person`)
    expect(person.body).toMatchObject({ person: { firstName: 'LUCIA', nationality: 'PE' } })
  })

  it('lists the pictures of the attempt in order and refuses more after the submission', async () => {
    const id = await createSession(bench, named('Slow'))
    const face = await specimen('face')
    await upload(bench, id, 'face', face)
    await upload(bench, id, 'document-front', await specimen('document-front'))
    const list = await bench.call<{ images: { context: string; url: string }[] }>(
      'GET',
      `/v1/sessions/${id}/media`,
    )
    expect(list.body.images.map(({ context }) => context)).toEqual(['document-front', 'face'])
    await submit(bench, id)
    expect(await upload(bench, id, 'face', face)).toMatchObject({ status: 409, body: { code: '1304' } })
    expect(await submit(bench, id)).toMatchObject({ status: 409, body: { code: '1304' } })
    expect((await bench.call('DELETE', `/v1/sessions/${id}`)).status).toBe(409)
    expect(await decisionOf(bench, id)).toBeNull()
  })

  it('refuses a status that cannot be set', async () => {
    const id = await createSession(bench)
    const answer = await bench.call('PATCH', `/v1/sessions/${id}`, { verification: { status: 'approved' } })
    expect(answer).toMatchObject({ status: 400, body: { code: '1303' } })
  })
})

describe('deleting a session', () => {
  it('sends the decision abandoned, and afterwards nothing of the session can be read', async () => {
    const id = await createSession(bench)
    const { body } = await upload(bench, id, 'face', await specimen('face'))
    expect((await bench.call('DELETE', `/v1/sessions/${id}`)).status).toBe(200)
    const last = await until(() => bodies().find((each) => 'verification' in each))
    expect(last['verification']).toMatchObject({ id, code: 9104, status: 'abandoned' })
    expect((await bench.call('GET', `/v1/sessions/${id}/decision`)).status).toBe(404)
    expect((await bench.call('GET', `/v1/media/${body.image.id}`)).status).toBe(404)
    expect(bench.store().prepare('select count(*) as n from media').get()?.['n']).toBe(0)
  })
})

describe('faults of webhooks', () => {
  it('loses, duplicates and forges webhooks on request', async () => {
    const fault = (kind: string, path: string) =>
      bench.control('POST', '/faults', { kind, path, remaining: 1 })
    await fault('lose', 'started')
    await fault('duplicate', 'submitted')
    await fault('bad_signature', 'decision')
    const id = await createSession(bench, named('Approve'))
    await decided(bench, id)
    await until(() => bench.received.length >= 3)
    expect(bodies().map((each) => each['action'] ?? 'decision')).toEqual([
      'submitted',
      'submitted',
      'decision',
    ])
    const [, , forged] = bench.received
    expect(forged?.headers['x-hmac-signature']).not.toBe(signatureOf(keys.sharedSecret, forged?.raw ?? ''))
  })

  it('sends webhooks to the address of the control plane', async () => {
    await bench.control('POST', '/webhooks', { eventUrl: null, decisionUrl: `http://127.0.0.1:5021/second` })
    const set = await bench.control('POST', '/webhooks', {})
    expect(set.body).toEqual({ eventUrl: null, decisionUrl: 'http://127.0.0.1:5021/second' })
    await decided(bench, await createSession(bench, named('Approve')))
    const log = await bench.control<{ url: string; event: string }[]>('GET', '/webhooks')
    expect(log.body.find(({ event }) => event === 'decision.approved')?.url).toMatch(/\/second$/)
  })
})
