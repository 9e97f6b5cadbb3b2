import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'

/**
 * The issuer stores no reference of a credit. Lost, delayed, refused and foreign credits must still end
 * correctly.
 */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})
beforeEach(async () => {
  const { url, controlToken } = bench.product.issuer
  await fetch(`${url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${controlToken}` },
  })
  await settings({ historyLagMs: 0, historyPendingMs: 0, balanceLagMs: 0 })
})

const creditPath = '/credit$'
const settings = (of: Record<string, unknown>) => bench.product.issuer.control('/settings', of)
const fault = (kind: string, more: Record<string, unknown> = {}) =>
  bench.product.issuer.control('/faults', { kind, method: 'PUT', path: creditPath, remaining: 1, ...more })

/** An immediate load of $100, already paid: the card gets 95.00. */
const pay = async (person: BenchPerson) => {
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  return load
}
const paid = async () => {
  const person = await bench.person()
  return { person, load: await pay(person) }
}
type TransferRow = {
  status: string
  attempts: number
  refusal: string | null
  review_reason: string | null
  is_explained: boolean
}
const transitionsOf = (load: LoadBody) =>
  bench.product.rows<TransferRow>(
    'select status, attempts, refusal, review_reason, is_explained from issuer_transfer where load_id = $1 order by part',
    [load.id],
  )
const boundTo = (load: LoadBody) =>
  bench.product.rows<{ status: string; amount_mills: bigint }>(
    `select r.status, r.amount_mills from issuer_history_row r join issuer_transfer m on m.id = r.issuer_transfer_id
     where m.load_id = $1`,
    [load.id],
  )
const rowsAtIssuer = async ({ card }: BenchPerson) => {
  const { items } = await bench.product.issuer.control<{ items: { id: string; type: string }[] }>(
    `/entries?cardId=${card.issuerCardId}&type=ADJUSTMENT`,
  )
  return items.length
}
const minuteMs = 60_000
const live = (ms: number) => bench.live(ms)
const expectCreditedOnce = async ({ person, load }: { person: BenchPerson; load: LoadBody }) => {
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited', creditReview: false })
  expect(await boundTo(load)).toEqual([{ status: 'bound', amount_mills: 95_000n }])
  expect(await bench.onCard(person)).toBe(9500n)
  expect(await rowsAtIssuer(person)).toBe(1)
}

test('an answered credit is booked at once and bound to its row', async () => {
  const made = await paid()
  await live(2000)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'done', attempts: 1 }])
  await expectCreditedOnce(made)
})

test('a credit whose answer is lost is found in the history and never repeated', async () => {
  await fault('drop_after')
  const made = await paid()
  await live(6000)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'done', attempts: 1 }])
  await expectCreditedOnce(made)
})

test('a credit that never arrived is repeated after 15 minutes, not before', async () => {
  await fault('drop_before')
  const made = await paid()
  await live(14 * minuteMs)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'sent', attempts: 1 }])
  expect(await rowsAtIssuer(made.person)).toBe(0)
  await live(90_000)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'done', attempts: 2 }])
  await expectCreditedOnce(made)
})

test('an error of the issuer without effect delays only the loads of its card, until its absence is proved', async () => {
  await fault('status', { value: 500 })
  const made = await paid()
  const [next, other] = [await pay(made.person), await paid()]
  await live(14 * minuteMs)
  expect(await bench.stateOf(other.load)).toMatchObject({ status: 'credited' })
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'sent', attempts: 1 }])
  expect(await transitionsOf(next)).toMatchObject([{ status: 'started', attempts: 0 }])
  await live(3 * minuteMs)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'done', attempts: 2 }])
  expect(await transitionsOf(next)).toMatchObject([{ status: 'done', attempts: 1 }])
  expect([await bench.onCard(made.person), await rowsAtIssuer(made.person)]).toEqual([19_000n, 2])
})

test('a row that is delayed by half an hour is waited for, because the card’s balance shows the credit', async () => {
  await settings({ historyLagMs: 30 * minuteMs })
  await fault('drop_after')
  const made = await paid()
  await live(28 * minuteMs)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'sent', attempts: 1 }])
  await live(8 * minuteMs)
  await expectCreditedOnce(made)
})

test('the job waits for a pending row until it is completed', async () => {
  await settings({ historyPendingMs: 4 * minuteMs })
  await fault('drop_after')
  const made = await paid()
  await live(3 * minuteMs)
  expect(await bench.read(made.person, made.load)).toMatchObject({ status: 'crediting' })
  await live(3 * minuteMs)
  await expectCreditedOnce(made)
})

test('payments after a lost answer neither hide a credit nor count as one', async () => {
  const { person } = await paid()
  await live(2000)
  await fault('drop_before')
  const second = await pay(person)
  const swipe = (amount: string) =>
    bench.product.issuer.control<{ id: string }>('/simulate/authorisation', {
      cardId: person.card.issuerCardId,
      amount,
    })
  const { id } = await swipe('20.00')
  await bench.product.issuer.control(`/simulate/${id}/clearing`, { amount: '23.50' })
  await live(12 * minuteMs)
  await swipe('10.00')
  await live(5 * minuteMs)
  expect(await transitionsOf(second)).toMatchObject([{ status: 'done', attempts: 2 }])
  expect(await bench.onCard(person)).toBe(19_000n - 3350n)
  expect(await rowsAtIssuer(person)).toBe(2)
})

test('the next credit of a card waits until the row of the last one is bound', async () => {
  await settings({ historyLagMs: 10 * minuteMs })
  const { person, load: first } = await paid()
  expect(await bench.read(person, first)).toMatchObject({ status: 'credited' })
  expect(await transitionsOf(first)).toMatchObject([{ status: 'applied', attempts: 1 }])
  const second = await pay(person)
  await live(5 * minuteMs)
  expect(await transitionsOf(second)).toMatchObject([{ status: 'started', attempts: 0 }])
  expect(await bench.onCard(person)).toBe(9500n)
  await live(16 * minuteMs)
  expect([await boundTo(first), await boundTo(second)].map((rows) => rows.length)).toEqual([1, 1])
  expect(await bench.onCard(person)).toBe(19_000n)
})

test('a credit that the issuer did not accept is sent later and counts as one attempt', async () => {
  await fault('status', { value: 429 })
  const made = await paid()
  await live(7000)
  expect(await transitionsOf(made.load)).toMatchObject([{ status: 'done', attempts: 1 }])
  await expectCreditedOnce(made)
})

test('a credit with a temporary refusal is tried again and is not a failure', async () => {
  await fault('status', { value: 404 })
  const { person, load } = await paid()
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', waitsForFloat: false })
  await live(2 * minuteMs)
  expect((await bench.read(person, load)).status).toBe('credited')
  expect((await transitionsOf(load)).map(({ refusal }) => refusal)).toEqual(['injected_fault', null])
})

test('a server that ends after it stored the credit does not send it again', async () => {
  const { person, load } = await diesWhileSending()
  await live(10 * minuteMs)
  expect(await transitionsOf(load)).toMatchObject([{ status: 'sent', attempts: 1 }])
  expect(await rowsAtIssuer(person)).toBe(0)
  await live(6 * minuteMs)
  await expectCreditedOnce({ person, load })
})

/** The credit is stored as sent, and the process ends before the request leaves. */
const diesWhileSending = async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  const real = globalThis.fetch
  globalThis.fetch = (input, init) =>
    typeof input === 'string' && input.endsWith('/credit')
      ? Promise.reject(new TypeError('The process is gone'))
      : real(input, init)
  await bench.pay(load)
  await bench.finalise()
  globalThis.fetch = real
  return { person, load }
}

/** Another change of the card happens between the reads for the credit and the credit. */
const payWithChange = async (person: BenchPerson, change: () => Promise<unknown>) => {
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (typeof input === 'string' && input.endsWith('/credit')) {
      globalThis.fetch = real
      await change()
    }
    return real(input, init)
  }
  await bench.pay(load)
  await bench.finalise()
  return load
}

test('a payment just before a credit explains why the answer names another balance', async () => {
  const { person } = await paid()
  await live(2000)
  const cardId = person.card.issuerCardId
  const load = await payWithChange(person, () =>
    bench.product.issuer.control('/simulate/authorisation', { cardId, amount: '20.00' }),
  )
  await live(2000)
  expect(await transitionsOf(load)).toMatchObject([{ status: 'done', attempts: 1, is_explained: false }])
  expect(await bench.onCard(person)).toBe(17_000n)
})

test('a row of the same amount is not bound to a credit whose answer had an unexplained balance', async () => {
  const person = await bench.person()
  const cardId = person.card.issuerCardId
  const load = await payWithChange(person, async () => {
    await bench.product.issuer.control('/foreign-adjustment', { cardId, adjustment: '95.00' })
    await settings({ historyLagMs: 300 * minuteMs })
  })
  await live(10 * minuteMs)
  expect(await transitionsOf(load)).toMatchObject([{ status: 'applied', is_explained: false }])
  await live(140 * minuteMs)
  expect(await transitionsOf(load)).toMatchObject([{ status: 'review', review_reason: 'row_missing' }])
  expect(await boundTo(load)).toEqual([])
  expect(await bench.onCard(person)).toBe(19_000n)
})

test('loads of a person wait while their verification is withdrawn, and continue when it is granted again', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  await bench.finalise()
  const hold = (isHeld: boolean) =>
    bench.asOwner(`update kyc_case set kyc_hold = ${isHeld} where user_id = '${person.userId}'`)
  await hold(true)
  await bench.asOwner(`update load set release_from = now() - interval '1 day' where id = '${load.id}'`)
  await bench.pass(61 * minuteMs)
  expect((await bench.stateOf(load))?.status).toBe('held')
  // An administrator rejected the person, and no provider declined.
  await bench.asOwner(
    `update kyc_case set kyc_hold = false, status = 'admin_rejected' where user_id = '${person.userId}'`,
  )
  await bench.pass(61 * minuteMs)
  expect((await bench.stateOf(load))?.status).toBe('held')
  await bench.asOwner(`update kyc_case set status = 'admin_approved' where user_id = '${person.userId}'`)
  await bench.pass(61 * minuteMs)
  await live(2000)
  expect((await bench.stateOf(load))?.status).toBe('credited')
})

test('a load whose card is missing at the issuer does not delay the release of others', async () => {
  const [first, second] = [await bench.person(), await bench.person()]
  const loads = [await bench.quote(first), await bench.quote(second)] as const
  for (const load of loads) {
    await bench.pay(load)
    await bench.finalise()
  }
  await bench.asOwner(`update card set issuer_card_id = null where id = '${first.card.id}'`)
  await bench.asOwner(
    `update load set release_from = now() - interval '1 day' where id in ('${loads[0].id}', '${loads[1].id}')`,
  )
  await bench.pass(61 * minuteMs)
  expect((await bench.read(first, loads[0])).status).toBe('held')
  expect((await bench.read(second, loads[1])).status).toBe('credited')
  await bench.asOwner(
    `update card set issuer_card_id = '${first.card.issuerCardId}' where id = '${first.card.id}'`,
  )
  await bench.pass(61 * minuteMs)
  expect((await bench.read(first, loads[0])).status).toBe('credited')
})

test('no amount is ever in flight for a load that ended', async () => {
  const rows = await bench.product.kernel.db.read(allTenants, (sql) =>
    sql.rows(`select l.id from load l join ref_balance r on r.ref = l.id
      join account a on a.id = r.account_id and a.code = 'issuer.in_flight'
      where r.balance <> 0 and l.status in ('credited', 'held', 'credit_failed')`),
  )
  expect(rows).toEqual([])
})
