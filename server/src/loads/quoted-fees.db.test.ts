import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoadBench, type LoadBench } from './load-bench.test-kit.ts'

let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

/** A version of the platform with twice the regular rates, in force from an instant on. */
const doubleFees = (from: Date) =>
  bench.asOwner(`insert into fee_schedule (id, company_id, version, valid_from, regular_hundredths_bp,
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by)
    select gen_random_uuid(), null, version + 1, '${from.toISOString()}', array(select 2 * r from unnest(regular_hundredths_bp) r),
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by
    from fee_schedule where company_id is null order by version desc limit 1`)

const pricesOf = (id: string) =>
  bench.product.rows<{ status: string; fee_cents: bigint; net_cents: bigint }>(
    'select status, fee_cents, net_cents from load where id = $1',
    [id],
  )

test('a quote that was made before a change of the fees keeps its price when it is paid after it', async () => {
  const person = await bench.person()
  const before = await bench.quote(person, { amount: '200' })
  expect(before.net).toBe('194.00')
  await doubleFees(bench.product.kernel.clock.now())
  const after = await bench.quote(person, { amount: '200' })
  expect(after.net).toBe('188.00')
  for (const load of [before, after]) await bench.pay(load)
  await bench.finalise()
  expect(await pricesOf(before.id)).toEqual([{ status: 'held', fee_cents: 600n, net_cents: 19_400n }])
  expect(await pricesOf(after.id)).toEqual([{ status: 'held', fee_cents: 1200n, net_cents: 18_800n }])
  // What is booked for the card are the nets of both quotes.
  const booked = await bench.product.rows<{ balance: bigint }>(
    `select balance from account where code = 'load.pending' and owner_id = $1`,
    [person.card.id],
  )
  expect(booked).toEqual([{ balance: 38_200n }])
})
