import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tests/support/shared-postgres.ts'
import { kycKeys, startEmbeddedKyc, until } from './embedded-kyc.test-kit.ts'
import type { EmbeddedKyc } from './embedded-kyc.test-kit.ts'
import type { KycProvider, NewKycSession } from './port.ts'
import { createVeriff } from './veriff.ts'

let kyc: EmbeddedKyc
let provider: KycProvider

beforeAll(async () => {
  kyc = await startEmbeddedKyc()
  provider = createVeriff({ url: kyc.url, ...kycKeys, timeoutMs: 1000 })
})
afterEach(() => kyc.mend())
afterAll(() => kyc.stop())

const wanted: NewKycSession = {
  caseId: 'case-1',
  callbackUrl: 'http://localhost:4000/kyc/status',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: '1991-04-12',
  documentType: 'ID_CARD',
  country: 'PE',
  lang: 'es',
}
const open = async (changed: Partial<NewKycSession> = {}): Promise<string> => {
  const answer = await provider.createSession({ ...wanted, ...changed })
  if (answer.outcome !== 'ok') throw new Error(answer.outcome)
  return answer.value.sessionId
}
const read = async (id: string) => {
  const answer = await provider.readSession(id)
  if (answer.outcome !== 'ok') throw new Error(answer.outcome)
  return answer.value
}
const decided = (id: string) => until(async () => (await read(id)).decision)

describe('a session', () => {
  it('starts with the data that the person entered, and returns an address', async () => {
    const answer = await provider.createSession(wanted)
    expect(answer).toMatchObject({ outcome: 'ok', value: { url: expect.stringContaining(`${kyc.url}/v/`) } })
    const [session] = await kyc.sessions()
    expect(session).toMatchObject({
      vendorData: 'case-1',
      person: { firstName: 'Lucía', lastName: 'Ferrer', dateOfBirth: '1991-04-12' },
      document: { type: 'ID_CARD', country: 'PE' },
    })
  })

  it('is read from its start to its decision', async () => {
    const id = await open({ firstName: 'Resubmit' })
    expect(await read(id)).toMatchObject({ attempts: [{ status: 'created' }], decision: null })
    await kyc.start(id)
    expect(await read(id)).toMatchObject({ attempts: [{ status: 'started' }], decision: null })
    await kyc.submit(id)
    expect(await decided(id)).toMatchObject({
      verdict: 'resubmission_requested',
      reason: 'image_quality',
      images: [
        { side: 'front', accepted: true },
        { side: 'back', accepted: false, findings: ['blurred'] },
        { side: 'face', accepted: true },
      ],
    })
    await kyc.start(id)
    const { attempts, decision } = await read(id)
    expect(attempts.map(({ status }) => status)).toEqual(['resubmission_requested', 'started'])
    expect(decision?.attemptId).toBe(attempts[0]?.attemptId)
  })

  it('returns what was read from the document', async () => {
    const id = await open({ caseId: 'case-facts' })
    const query = { firstName: 'Lucía', lastName: 'Ferrer', dateOfBirth: '1991-04-12', country: 'PE' }
    for (const side of ['front', 'back', 'face'] as const) await kyc.photograph(id, side, query)
    await kyc.submit(id)
    const { verdict, facts } = await decided(id)
    expect(verdict).toBe('approved')
    expect(facts).toMatchObject({
      firstName: 'LUCIA',
      lastName: 'FERRER',
      birthDate: '1991-04-12',
      country: 'PE',
    })
    expect(facts.documentNumber).toMatch(/^\w{6,}$/)
    expect(facts.validUntil).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const images = await provider.listImages(id)
    expect(images).toMatchObject({
      outcome: 'ok',
      value: [{ side: 'front' }, { side: 'back' }, { side: 'face' }],
    })
    const first = images.outcome === 'ok' ? (images.value[0]?.imageId ?? '') : ''
    const image = await provider.readImage(first)
    expect(image.outcome === 'ok' && image.value.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  it.each([
    ['Decline', 'declined', 'document_tampered'],
    ['Duplicate', 'declined', 'document_used'],
    ['Underage', 'declined', 'under_age'],
    ['Review', 'review', 'manual'],
    ['Expire', 'expired', null],
    ['Abandon', 'abandoned', null],
    ['Approve', 'approved', null],
  ])('of %s ends %s', async (firstName, verdict, reason) => {
    const id = await open({ firstName })
    await kyc.submit(id)
    expect(await decided(id)).toMatchObject({ verdict, reason })
  })

  it('can be closed, also twice, but not while it is being decided', async () => {
    const id = await open()
    expect(await provider.closeSession(id)).toEqual({ outcome: 'ok', value: null })
    expect(await provider.closeSession(id)).toEqual({ outcome: 'ok', value: null })
    expect(await provider.readSession(id)).toMatchObject({ outcome: 'rejected' })
    const slow = await open({ firstName: 'Slow' })
    await kyc.submit(slow)
    expect(await provider.closeSession(slow)).toMatchObject({ outcome: 'rejected' })
  })

  it('is closed also when the answer to the closing is lost', async () => {
    const id = await open()
    await kyc.fault({ kind: 'drop_after', method: 'DELETE', path: id, remaining: 1 })
    expect(await provider.closeSession(id)).toEqual({ outcome: 'ok', value: null })
  })
})

describe('an answer that is not valid', () => {
  it('of a service that cannot work: nothing happened', async () => {
    expect(await provider.createSession({ ...wanted, firstName: 'Outage' })).toEqual({
      outcome: 'unavailable',
    })
    const stranger = createVeriff({ url: kyc.url, apiKey: 'another', sharedSecret: kycKeys.sharedSecret })
    expect(await stranger.createSession(wanted)).toEqual({ outcome: 'unavailable' })
  })

  it('of an unreachable service: nothing was sent', async () => {
    const unreachable = createVeriff({ url: `http://127.0.0.1:${await freePort()}`, ...kycKeys })
    expect(await unreachable.createSession(wanted)).toEqual({ outcome: 'unavailable' })
  })

  it.each([
    ['drop_after', undefined],
    ['drop_before', undefined],
    ['status', 500],
    ['delay', 1500],
  ])('after %s it may have happened', async (kind, value) => {
    await kyc.fault({
      kind,
      method: 'POST',
      path: '^/v1/sessions$',
      remaining: 1,
      ...(value ? { value } : {}),
    })
    expect(await provider.createSession(wanted)).toEqual({ outcome: 'unknown' })
  })

  it.each(['drop_before', 'status', 'delay'])('of a read after %s is unavailable', async (kind) => {
    const id = await open()
    await kyc.fault({
      kind,
      method: 'GET',
      path: 'decision$',
      remaining: 1,
      value: kind === 'status' ? 502 : 1500,
    })
    expect(await provider.readSession(id)).toEqual({ outcome: 'unavailable' })
  })

  it('that the service refused is rejected with its code', async () => {
    expect(await provider.createSession({ ...wanted, country: 'Peru' })).toEqual({
      outcome: 'rejected',
      code: '1104',
    })
    expect(await provider.readSession('00000000-0000-4000-8000-000000000000')).toEqual({
      outcome: 'rejected',
      code: '1004',
    })
  })

  it('that is not signed with our secret counts as lost', async () => {
    const port = await freePort()
    const body = JSON.stringify({ status: 'success', verification: { id: 'x', url: 'http://127.0.0.1/v/x' } })
    const liar = createServer((_request, response) => {
      const signature = createHmac('sha256', 'another secret').update(body).digest('hex')
      response.writeHead(201, { 'x-hmac-signature': signature }).end(body)
    })
    await new Promise<void>((ready) => liar.listen(port, '127.0.0.1', ready))
    const fooled = createVeriff({ url: `http://127.0.0.1:${port}`, ...kycKeys })
    expect(await fooled.createSession(wanted)).toEqual({ outcome: 'unknown' })
    expect(await fooled.readSession('x')).toEqual({ outcome: 'unavailable' })
    await new Promise((closed) => liar.close(closed))
  })
})

describe('a webhook', () => {
  const rawBody = Buffer.from('{"id":"s","attemptId":"a","code":7001,"action":"started","feature":"selfid"}')
  const signature = createHmac('sha256', kycKeys.sharedSecret).update(rawBody).digest('hex')

  it('is authentic under either name of the headers, in either case', () => {
    const headers = { 'x-auth-client': kycKeys.apiKey, 'x-hmac-signature': signature.toUpperCase() }
    expect(provider.isAuthentic({ rawBody, headers })).toBe(true)
    const newer = { 'vrf-auth-client': kycKeys.apiKey, 'vrf-hmac-signature': signature }
    expect(provider.isAuthentic({ rawBody, headers: newer })).toBe(true)
  })

  it('is forged with another key, body or secret, or without a signature', () => {
    const headers = { 'x-auth-client': kycKeys.apiKey, 'x-hmac-signature': signature }
    expect(provider.isAuthentic({ rawBody, headers: { ...headers, 'x-auth-client': 'another' } })).toBe(false)
    expect(provider.isAuthentic({ rawBody: Buffer.concat([rawBody, Buffer.from(' ')]), headers })).toBe(false)
    expect(provider.isAuthentic({ rawBody, headers: { 'x-auth-client': kycKeys.apiKey } })).toBe(false)
    expect(provider.isAuthentic({ rawBody, headers: {} })).toBe(false)
  })

  it('tells which session to read again', () => {
    expect(provider.readNotice(rawBody)).toEqual({ sessionId: 's', attemptId: 'a', what: 'started' })
    const decision =
      '{"status":"success","verification":{"id":"s","attemptId":"a","status":"approved","code":9001}}'
    expect(provider.readNotice(Buffer.from(decision))).toEqual({
      sessionId: 's',
      attemptId: 'a',
      what: 'approved',
    })
    expect(provider.readNotice(Buffer.from('{}'))).toBeNull()
    expect(provider.readNotice(Buffer.from('not json'))).toBeNull()
  })
})
