import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../session-records.ts'
import {
  createSession,
  decided,
  decisionOf,
  lucia,
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
  bench = await startBench(5022)
})
afterAll(() => bench.stop())
beforeEach(async () => {
  await bench.control('POST', '/reset')
  bench.received.length = 0
})

const weekMs = 7 * 24 * 3600 * 1000
const turnClock = async (ms: number) => {
  const { body } = await bench.control<{ offsetMs: number }>('GET', '/clock')
  await bench.control('POST', '/clock', { offsetMs: body.offsetMs + ms })
}
const now = async (): Promise<Date> => {
  const { body } = await bench.control<{ now: string }>('GET', '/clock')
  return new Date(body.now)
}
const sides: readonly Context[] = ['document-front', 'document-back', 'face']
const uploadAll = async (id: string, images: Partial<Record<Context, Buffer>> = {}) => {
  for (const context of sides) {
    const image = images[context] ?? (await specimen(context, { now: await now() }))
    expect((await upload(bench, id, context, image)).status).toBe(200)
  }
}

describe('first names that decide', () => {
  it.each([
    ['Approve', 'approved', 9001, null],
    ['decline', 'declined', 9102, 102],
    ['Review', 'review', 9121, null],
    ['Expire', 'expired', 9104, null],
    ['Abandon', 'abandoned', 9104, null],
    ['Duplicate', 'declined', 9102, 110],
    ['UNDERAGE', 'declined', 9102, 533],
  ])('%s is %s', async (firstName, status, code, reasonCode) => {
    const decision = await decided(bench, await createSession(bench, named(firstName)))
    expect(decision).toMatchObject({ status, code, reasonCode })
  })

  it('Outage creates nothing', async () => {
    await expect(createSession(bench, named('Outage'))).rejects.toThrow('1900')
    expect((await bench.control('GET', '/sessions')).body).toEqual([])
  })

  it('Slow is decided after 90 s of the service’s clock', async () => {
    const id = await createSession(bench, named('Slow'))
    await submit(bench, id)
    await turnClock(89_000)
    expect(await decisionOf(bench, id)).toBeNull()
    await turnClock(1_500)
    expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved' })
  })

  it('Expire never starts, Abandon starts and is never submitted', async () => {
    await decided(bench, await createSession(bench, named('Expire')))
    await decided(bench, await createSession(bench, named('Abandon')))
    const names = await until(async () => {
      const log = await bench.control<{ event: string; state: string }[]>('GET', '/webhooks')
      const done = log.body.filter(({ state }) => state === 'acknowledged').map(({ event }) => event)
      return done.length === 3 && done.toReversed()
    })
    expect(names).toEqual(['decision.expired', 'started', 'decision.abandoned'])
  })

  it('Resubmit requires the back in the same session until another picture of it is sent', async () => {
    const id = await createSession(bench, named('Resubmit'))
    await uploadAll(id)
    const decision = await decided(bench, id)
    expect(decision).toMatchObject({ status: 'resubmission_requested', code: 9103, reasonCode: 204 })
    expect(decision.images.map(({ context, accepted }) => [context, accepted])).toEqual([
      ['document-front', true],
      ['document-back', false],
      ['face', true],
    ])
    const again = await decided(bench, id)
    expect(again.status).toBe('resubmission_requested')
    await upload(bench, id, 'document-back', await specimen('document-back'))
    const third = await decided(bench, id)
    expect(third.status).toBe('approved')
    const attempts = await bench.call<{ verifications: { status: string }[] }>(
      'GET',
      `/v1/sessions/${id}/attempts`,
    )
    expect(attempts.body.verifications.map(({ status }) => status)).toEqual([
      'resubmission_requested',
      'resubmission_requested',
      'approved',
    ])
    expect(new Set([decision.attemptId, again.attemptId, third.attemptId]).size).toBe(3)
  })
})

describe('checks on the pictures', () => {
  const verdictWith = async (context: Context, image: Buffer) => {
    const id = await createSession(bench)
    await uploadAll(id, { [context]: image })
    return decided(bench, id)
  }

  it.each([
    ['document-back', 'blurred', 204, 'blurred'],
    ['document-front', 'dark', 204, 'too_dark'],
    ['document-front', 'small', 204, 'too_small'],
    ['face', 'blurred', 202, 'blurred'],
  ] as const)('names a %s that is %s', async (context, variant, reasonCode, finding) => {
    const decision = await verdictWith(context, await specimen(context, { variant }))
    expect(decision).toMatchObject({ status: 'resubmission_requested', reasonCode })
    const bad = decision.images.filter(({ accepted }) => !accepted)
    expect(bad).toMatchObject([{ context, reasonCode, findings: [finding] }])
  })

  it('detects that one picture was sent twice', async () => {
    const decision = await verdictWith('document-back', await specimen('document-front'))
    expect(decision).toMatchObject({ status: 'resubmission_requested', reasonCode: 201 })
    expect(decision.images[1]).toMatchObject({ context: 'document-back', findings: ['repeated'] })
  })

  it('requires missing pictures', async () => {
    const id = await createSession(bench)
    await upload(bench, id, 'face', await specimen('face'))
    const { images, reasonCode } = await decided(bench, id)
    expect(reasonCode).toBe(201)
    expect(images.filter(({ accepted }) => !accepted).map(({ context }) => context)).toEqual(
      sides.slice(0, 2),
    )
  })

  it('uses the good pictures again in the next attempt', async () => {
    const id = await createSession(bench)
    await uploadAll(id, { 'document-back': await specimen('document-back', { variant: 'blurred' }) })
    expect((await decided(bench, id)).status).toBe('resubmission_requested')
    await upload(bench, id, 'document-back', await specimen('document-back', { now: await now() }))
    expect((await decided(bench, id)).status).toBe('approved')
  })

  it('needs no back of a passport and reads its page', async () => {
    const id = await createSession(bench, { document: { type: 'PASSPORT', country: 'PE' } })
    const page = await specimen('document-front', { type: 'PASSPORT', now: await now() })
    await upload(bench, id, 'document-front', page)
    await upload(bench, id, 'face', await specimen('face'))
    const decision = await decided(bench, id)
    expect(decision).toMatchObject({ status: 'approved', document: { type: 'PASSPORT' } })
    expect(decision.images).toHaveLength(2)
  })
})

describe('checks of the machine-readable zone', () => {
  const withBack = async (back: Parameters<typeof specimen>[1], verification: object = {}) => {
    const id = await createSession(bench, verification)
    const image = await specimen('document-back', { now: await now(), ...back })
    await uploadAll(id, { 'document-back': image })
    return decided(bench, id)
  }

  it('declines a zone whose check digits are wrong', async () => {
    expect(await withBack({ variant: 'tampered' })).toMatchObject({ status: 'declined', reasonCode: 102 })
  })
  it('requires another document if it is expired', async () => {
    const decision = await withBack({ variant: 'expired' })
    expect(decision).toMatchObject({ status: 'resubmission_requested', reasonCode: 207 })
    expect(decision.images.map(({ accepted }) => accepted)).toEqual([false, false, true])
  })
  it('declines another name, but ignores accents and a second name', async () => {
    expect(await withBack({ bearer: { lastName: 'Otero' } })).toMatchObject({
      status: 'declined',
      reasonCode: 104,
    })
    const longer = { bearer: { firstName: 'LUCIA MARIA', lastName: 'Ferrer Ruiz' } }
    expect(await withBack(longer, { vendorData: 'b' })).toMatchObject({ status: 'approved' })
  })
  it('declines a person of 17, by the document or by the given birth date', async () => {
    const birth = new Date(await now())
    birth.setUTCFullYear(birth.getUTCFullYear() - 18)
    birth.setUTCDate(birth.getUTCDate() + 2)
    const dateOfBirth = birth.toISOString().slice(0, 10)
    const young = { person: { ...lucia, dateOfBirth } }
    expect(await withBack({ bearer: { dateOfBirth } }, young)).toMatchObject({
      status: 'declined',
      reasonCode: 533,
    })
    await turnClock(3 * 24 * 3600 * 1000)
    expect(await withBack({ bearer: { dateOfBirth } }, young)).toMatchObject({ status: 'approved' })
  })
  it('reviews a birth date that differs', async () => {
    const decision = await withBack({ bearer: { dateOfBirth: '1990-04-12' } })
    expect(decision).toMatchObject({
      status: 'review',
      code: 9121,
      reason: expect.stringContaining('Data entered'),
    })
  })
  it('declines a number of another approved person, but not of the same case', async () => {
    expect(await withBack({}, { vendorData: 'first' })).toMatchObject({ status: 'approved' })
    expect(await withBack({}, { vendorData: 'first' })).toMatchObject({ status: 'approved' })
    expect(await withBack({}, { vendorData: 'second' })).toMatchObject({
      status: 'declined',
      reasonCode: 110,
    })
  })
})

describe('time and limits', () => {
  it('after seven days, expires unopened sessions and abandons opened ones', async () => {
    const untouched = await createSession(bench)
    const started = await createSession(bench)
    await upload(bench, started, 'face', await specimen('face'))
    await turnClock(weekMs - 60_000)
    expect(await decisionOf(bench, untouched)).toBeNull()
    await turnClock(120_000)
    expect(await decisionOf(bench, untouched)).toMatchObject({ status: 'expired', code: 9104 })
    expect(await decisionOf(bench, started)).toMatchObject({ status: 'abandoned', code: 9104 })
    expect((await upload(bench, started, 'face', await specimen('face'))).status).toBe(409)
  })

  it('declines the tenth attempt', async () => {
    const id = await createSession(bench, named('Resubmit'))
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect((await decided(bench, id)).status).toBe('resubmission_requested')
    }
    expect(await decided(bench, id)).toMatchObject({ status: 'declined', reasonCode: 539 })
  })

  it('allows manual decisions, also several times', async () => {
    const id = await createSession(bench, named('Review'))
    await decided(bench, id)
    const hand = { status: 'resubmission_requested', reasonCode: 204, contexts: ['face'] }
    const first = await bench.control('POST', `/sessions/${id}/decide`, hand)
    expect(first.body).toMatchObject({ verification: { code: 9103, reason: 'Poor image quality' } })
    await bench.control('POST', `/sessions/${id}/decide`, { status: 'approved' })
    expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved' })
    expect((await bench.control('POST', `/sessions/${id}/decide`, { status: 'perhaps' })).status).toBe(400)
  })
})

describe('a document that cannot be read here', () => {
  it('is approved with a number that the service made', async () => {
    const numbers = []
    for (let turn = 0; turn < 2; turn += 1) {
      const id = await createSession(bench)
      await bench.control('POST', `/sessions/${id}/decide`, { status: 'approved' })
      const document = (await decisionOf(bench, id))?.document as { number?: string } | undefined
      expect(document?.number).toMatch(/^C\d{8}$/)
      numbers.push(document?.number)
    }
    expect(new Set(numbers).size).toBe(2)
  })
})
