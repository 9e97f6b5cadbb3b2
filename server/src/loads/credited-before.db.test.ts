import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoadBench, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'
import { creditKeys } from './load-postings.ts'

let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  // Its book has credits without legs, which the tests insert.
  await bench.stop()
})

const minuteMs = 60_000

/** The book of an earlier version: the credit of the first acceptance has no number in its key. */
const bookAsBefore = ({ id }: LoadBody) =>
  bench.asOwner(
    `with booked as (
       insert into journal (id, idem, command_hash, kind, effective_at, recorded_at, subject_id)
       values (gen_random_uuid(), 'load:${id}:credited', sha256('credit'), 'load.credited', now(), now(), '${id}')
       returning id, idem
     ) insert into journal_key (key, journal_id) select journal_key_of(idem), id from booked`,
  )
const transfersOf = ({ id }: LoadBody) =>
  bench.product.rows<{ status: string }>('select status from issuer_transfer where load_id = $1', [id])

test('a load whose credit was booked under its earlier key is never credited again', async () => {
  const person = await bench.person()
  const [booked, other] = [await bench.quote(person), await bench.quote(person, { amount: '100' })]
  for (const load of [booked, other]) await bench.pay(load)
  await bench.finalise()
  await bookAsBefore(booked)
  await bench.asOwner(`update load set release_from = now() - interval '1 day' where status = 'held'`)
  await bench.pass(61 * minuteMs)
  await bench.live(2000)
  expect(await transfersOf(booked)).toEqual([])
  expect([await bench.stateOf(booked), await bench.stateOf(other)]).toMatchObject([
    { status: 'held' },
    { status: 'credited' },
  ])
  expect(await bench.onCard(person)).toBe(9700n)
})

test('a credit that was booked under its earlier key while its call ran is not booked again', async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  const fault = { kind: 'drop_after', method: 'PUT', path: '/credit$', remaining: 1 }
  await bench.product.issuer.control('/faults', fault)
  await bench.pay(load)
  await bench.finalise()
  expect(await bench.stateOf(load)).toMatchObject({ status: 'crediting' })
  await bookAsBefore(load)
  await bench.live(2 * minuteMs)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'crediting' })
  const booked = await bench.product.rows(
    `select id from journal where kind = 'load.credited' and subject_id = $1`,
    [load.id],
  )
  expect(booked).toHaveLength(1)
})

test('only the first acceptance may have the key without a number', () => {
  expect(creditKeys({ id: 'L1', acceptance: 1 })).toEqual(['load:L1:credited:1', 'load:L1:credited'])
  expect(creditKeys({ id: 'L1', acceptance: 2 })).toEqual(['load:L1:credited:2'])
})
