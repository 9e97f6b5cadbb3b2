import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StepUpRequest } from '../../../contract/src/access/step-up.ts'
import { grantByPassword } from '../../../tests/support/factor-person.ts'
import { createCardProduct, type CardProduct } from '../../../tests/support/card-product.ts'
import { approvePerson } from '../../../tests/support/verified-case.ts'
import { houseId } from '../companies/company.ts'
import { decryptPrivate, encryptPrivate } from '../identity/private-fields.ts'
import { readUser, updateProfile } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { cardCallAttempts, findCall, type CardCall } from './card-calls.sql.ts'

/**
 * Calls to the issuer that were lost, delayed or run again. Time advances by minutes, so webhooks are too
 * old here.
 */
let product: CardProduct
beforeAll(async () => {
  product = await createCardProduct()
  await product.settle()
})
afterAll(() => product.stop())

const atIssuer = () => product.issuer.control<{ items: { metaId: string }[] }>('/cards')
let people = 0
const newPerson = () => {
  people += 1
  return product.person(`calls-${people}@example.com`)
}
type CallRow = { id: string; reference: string; status: string; attempts: number; called_at: Date }
const callOf = async (userId: string) => {
  const [call] = await product.rows<CallRow>(
    'select id, reference, status, attempts, called_at from card_call where user_id = $1',
    [userId],
  )
  if (!call) throw new Error('no call')
  return call
}

/** A card that the issuer makes without a call, or by a call that was abandoned. */
const makeAtIssuer = (reference: string) =>
  product.issuer.issuer.createCard({
    reference,
    idempotencyKey: reference,
    form: 'virtual',
    nameOnCard: 'LUCIA FERRER',
    design: 'green-standard',
    holder: {
      reference: '0000000000000000000000001',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      birthDate: '1990-04-12',
      documentType: 'PASSPORT',
      documentNumber: 'AA123456',
      mobile: '+51999000111',
      street: 'Av. Larco 101',
      city: 'Lima',
      zip: '15074',
      country: 'PE',
    },
  })

test('a call that never arrived is sent again only when the absence of its effect is proved', async () => {
  const { userId } = await newPerson()
  const before = (await atIssuer()).items.length
  const fault = { kind: 'drop_before', method: 'POST', path: '^/cards$', remaining: 1 }
  await product.issuer.control('/faults', fault)
  await product.approve(userId)
  await product.settle()
  for (const pauseMs of [1100, 5100, 30_100, 120_100]) {
    product.wait(pauseMs)
    await product.settle()
    expect((await atIssuer()).items.length).toBe(before)
    expect((await product.cardOf(userId)).status).toBe('pending')
  }
  product.wait(600_100)
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('activated')
  expect((await atIssuer()).items.length).toBe(before + 1)
  const [call] = await product.rows<{ attempts: number; status: string }>(
    'select attempts, status from card_call where user_id = $1',
    [userId],
  )
  expect(call).toEqual({ attempts: 2, status: 'done' })
})

test('a call that the issuer did not accept is sent again soon, and counts as one attempt', async () => {
  const { userId } = await newPerson()
  const before = (await atIssuer()).items.length
  const fault = { kind: 'status', value: 429, method: 'POST', path: '^/cards$', remaining: 2 }
  await product.issuer.control('/faults', fault)
  await product.approve(userId)
  await product.settle()
  for (const pauseMs of [5100, 10_100]) {
    expect(await callOf(userId)).toMatchObject({ status: 'started', attempts: 0 })
    product.wait(pauseMs)
    await product.settle()
  }
  expect(await callOf(userId)).toMatchObject({ status: 'done', attempts: 1 })
  expect((await atIssuer()).items.length).toBe(before + 1)
})

test('the delayed effect of a lost call is found before another attempt', async () => {
  const { userId } = await newPerson()
  const before = (await atIssuer()).items.length
  const fault = { kind: 'drop_before', method: 'POST', path: '^/cards$', remaining: 1 }
  await product.issuer.control('/faults', fault)
  await product.inOneMoment(async () => {
    await product.approve(userId)
    await product.settle()
  })
  const { id, reference } = await callOf(userId)
  const { db } = product.kernel
  // The time between the last read, which found nothing, and the next attempt.
  await db.write({ kind: 'all' }, async (sql) => {
    const call = await findCall(sql, id)
    return call && cardCallAttempts.absent(sql, call)
  })
  const delayed = await makeAtIssuer(reference)
  expect(delayed.outcome).toBe('ok')
  product.wait(1100)
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('activated')
  expect((await atIssuer()).items.length).toBe(before + 1)
  expect(await callOf(userId)).toMatchObject({ status: 'done', attempts: 1 })
})

test('a delayed worker does not change the call of the next worker', async () => {
  const { userId } = await newPerson()
  const lost = { kind: 'drop_before', method: 'POST', path: '^/cards$', remaining: 2 }
  await product.issuer.control('/faults', lost)
  await product.inOneMoment(async () => {
    await product.approve(userId)
    await product.settle()
  })
  const first = await callOf(userId)
  const { db } = product.kernel
  const reclaim = (call: CardCall | null) =>
    db.write({ kind: 'all' }, async (sql) => call && cardCallAttempts.absent(sql, call))
  const read = () => db.read({ kind: 'all' }, (sql) => findCall(sql, first.id))
  const firstCall = await read()
  await reclaim(firstCall)
  product.wait(1100)
  await product.inOneMoment(() => product.settle())
  const second = await callOf(userId)
  expect(second).toMatchObject({ status: 'unknown', attempts: 2 })
  await reclaim(firstCall)
  expect(await callOf(userId)).toEqual(second)
  await reclaim(await read())
  product.wait(5100)
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('activated')
})

test('a refused card is requested again after longer pauses, and made once', async () => {
  const { userId, browser } = await newPerson()
  const before = (await atIssuer()).items.length
  const refusal = { kind: 'status', method: 'POST', path: '^/cards$', value: 422, remaining: 2 }
  await product.issuer.control('/faults', refusal)
  await product.approve(userId)
  await product.settle()
  const { id } = await product.cardOf(userId)
  const explanation = async () =>
    (await browser.get<{ explanation: string }>(`/cards/${id}`)).body.data.explanation
  expect(await explanation()).toBe('being_made_late')
  for (const [waitMs, status] of [
    [60_100, 'new'],
    [60_100, 'new'],
    [540_100, 'activated'],
  ] as const) {
    product.wait(waitMs)
    await product.settle()
    expect((await product.cardOf(userId)).status).toBe(status)
  }
  expect(await explanation()).toBe('ready')
  expect((await atIssuer()).items.length).toBe(before + 1)
})

test('a card that was made after its call counted as refused is found and not made twice', async () => {
  const { userId } = await newPerson()
  const before = (await atIssuer()).items.length
  const refusal = { kind: 'status', method: 'POST', path: '^/cards$', value: 422, remaining: 1 }
  await product.issuer.control('/faults', refusal)
  await product.approve(userId)
  await product.settle()
  const { reference } = await callOf(userId)
  expect((await makeAtIssuer(reference)).outcome).toBe('ok')
  product.wait(60_100)
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('activated')
  expect((await atIssuer()).items.length).toBe(before + 1)
})

const explanationsOf = async (browser: { get: (path: string) => Promise<{ body: { data: unknown } }> }) => {
  const { items } = (await browser.get('/cards')).body.data as { items: { explanation: string }[] }
  return items.map(({ explanation }) => explanation)
}

test('a missing mobile number is shown, and the card is made as soon as the person adds it', async () => {
  const { userId, browser } = await newPerson()
  const { encryption, db } = product.kernel
  await db.write(allTenants, async (sql) => {
    const user = await readUser(sql, userId)
    if (!user) throw new Error('nobody')
    const { birthDate, street, zip } = await decryptPrivate(encryption, userId, user.encrypted)
    const { encrypted } = await encryptPrivate(encryption, userId, { birthDate, street, zip, mobile: null })
    await updateProfile(sql, { ...user, encrypted }, null)
  })
  await product.approve(userId)
  await product.settle()
  expect(await explanationsOf(browser)).toEqual(['details_missing'])
  const { version } = (await browser.get<{ version: number }>('/me')).body.data
  const add = (grant?: string) => {
    const headers = { 'if-match': String(version), ...(grant ? { 'step-up': grant } : {}) }
    return browser.patch('/me', { mobile: '+51999000777' }, { headers })
  }
  const request = (await add()).body.data as StepUpRequest
  const changed = await add(await grantByPassword(browser, request))
  expect([changed.status, changed.body.code]).toEqual([200, undefined])
  await product.settle()
  expect(await explanationsOf(browser)).toEqual(['ready'])
})

test('a person who was approved by hand without a readable document is told, and gets the card after a new check', async () => {
  const { userId, browser } = await newPerson()
  const { kernel } = product
  await approvePerson(kernel, { userId, companyId: houseId, documentNumber: null })
  await product.settle()
  expect(await explanationsOf(browser)).toEqual(['document_missing'])
  await browser.patch('/me', { city: 'Cusco' }, { headers: { 'if-match': '1' } })
  await product.settle()
  expect(await explanationsOf(browser)).toEqual(['document_missing'])
  await kernel.db.write(allTenants, async (sql) => {
    for (const table of ['kyc_attempt', 'kyc_session', 'kyc_case'])
      await sql.run(`delete from ${table} where user_id = $1`, [userId])
  })
  await product.approve(userId)
  await product.settle()
  expect(await explanationsOf(browser)).toEqual(['ready'])
})
