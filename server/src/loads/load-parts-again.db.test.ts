import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { startPartsBench, type PartsBench } from './load-parts.test-kit.ts'
import { readGrossSince, readImmediateSince, readUseByCompany } from './load-sums.sql.ts'

/** What becomes of parts of loads: their own parts, their second credit and their refund. */
let bench: PartsBench
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
beforeAll(async () => {
  bench = await startPartsBench()
  await bench.limitTo(1_000_00n)
}, 180_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const choices = async (load: { readonly id: string }) =>
  (await bench.read(bench.payer, load)).resolutions.map(({ kind, gross, net, amount }) => [
    kind,
    gross ?? amount,
    net,
  ])
const approvals = async () => {
  const [row] = await bench.product.rows<{ count: number }>('select count(*)::int4 as count from approval')
  return row?.count ?? 0
}

test('a payment that came with a part and left with a part of the part is not of the part any more', async () => {
  const load = await bench.quoteOf(bench.payer, { amount: '200' })
  await bench.pay(load, '100')
  await bench.finalise()
  await bench.pay(load, '100')
  await bench.finalise()
  const small = await bench.undonePart(load, '30')
  expect(await bench.read(bench.payer, small)).toMatchObject({ received: '30.000000' })
  const large = await bench.undonePart(load, '120')
  expect((await bench.credit(bench.maker, large, '116.40')).status).toBe(200)
  const inner = await bench.undonePart(large, '80')
  expect(await choices(inner)).toEqual([
    ['credit', '80.00', '77.60'],
    ['refund', '80.000000', null],
  ])
  expect((await bench.undo(bench.maker, large)).status).toBe(200)
  expect(await bench.read(bench.payer, large)).toMatchObject({ received: '40.000000' })
  expect(await choices(large)).toEqual([
    ['credit', '40.00', '38.80'],
    ['refund', '40.000000', null],
  ])
})

test('a part is credited again with its gross to the cent, and what is left of it too', async () => {
  const load = await bench.paid({ amount: '333.33', asset: 'USDT' })
  const part = await bench.undonePart(load, '100')
  expect((await choices(part))[0]).toEqual(['credit', '100.00', '97.00'])
  expect((await bench.credit(bench.maker, part, '97.00')).status).toBe(200)
  const inner = await bench.undonePart(part, '33.33')
  expect((await choices(inner))[0]?.slice(0, 2)).toEqual(['credit', '33.33'])
  expect((await bench.undo(bench.maker, part)).status).toBe(200)
  expect((await choices(part))[0]?.slice(0, 2)).toEqual(['credit', '66.67'])
})

const anHourAgo = () => new Date(bench.product.kernel.clock.now().getTime() - 3_600_000)
/** What the payer and their company have used of their limits since an instant, in cents. */
const usedSince = (since: Date) =>
  bench.product.kernel.db.read(allTenants, async (sql) => {
    const { userId, card } = bench.payer
    const days = [{ companyId: card.companyId, since }]
    const ofAll = await readUseByCompany(sql, days)
    return [await readGrossSince(sql, { userId, since, besides: null }), ofAll.get(card.companyId)?.usedCents]
  })
const quoteEarlier = ({ id }: { readonly id: string }) =>
  bench.asOwner(`update load set quoted_at = quoted_at - interval '3 days' where id = '${id}'`)

test('a load that is accepted again uses the limits of that day, and its parts still count for two people', async () => {
  const load = await bench.paid({ amount: '200' })
  await bench.undonePart(load, '20')
  expect((await bench.undo(bench.maker, load)).status).toBe(200)
  await quoteEarlier(load)
  const since = anHourAgo()
  const [own = 0n, ofCompany = 0n] = await usedSince(since)
  expect((await bench.credit(bench.maker, load, '174.60')).status).toBe(200)
  expect(await usedSince(since)).toEqual([own + 180_00n, ofCompany + 180_00n])
  await bench.limitTo(190_00n)
  // 194.00 before its part, and not 174.60.
  expect((await bench.undo(bench.maker, load)).status).toBe(202)
  await bench.limitTo(1_000_00n)
})

test('dust of another coin that is less than a cent is not used by a second credit, so parts stay possible', async () => {
  const load = await bench.paid({ amount: '200' })
  await bench.pay(load, '0.009', 'USDT')
  await bench.finalise()
  expect((await bench.undo(bench.maker, load)).status).toBe(200)
  expect((await bench.credit(bench.maker, load, '194.00')).status).toBe(200)
  await bench.undonePart(load, '20')
  expect(await bench.detailOf(load)).toMatchObject({ load: { gross: '180.00', net: '174.60' } })
})

test('a part that is credited uses the limits of the day of its credit', async () => {
  const { userId, card } = bench.payer
  const load = await bench.paid({ amount: '200' })
  const part = await bench.undonePart(load, '80')
  await quoteEarlier(part)
  const since = anHourAgo()
  const used = () => usedSince(since)
  const [own = 0n, ofCompany = 0n] = await used()
  expect((await bench.credit(bench.maker, part, '77.60')).status).toBe(200)
  expect(await used()).toEqual([own + 80_00n, ofCompany + 80_00n])
  // Also as a load at once.
  const immediate = () =>
    bench.product.kernel.db.read(allTenants, (sql) =>
      readImmediateSince(sql, { cardId: card.id, userId, since, besides: null }),
    )
  const before = await immediate()
  await bench.asOwner(`update load set speed = 'immediate' where id = '${part.id}'`)
  expect(await immediate()).toBe(before + 80_00n)
  await bench.asOwner(`update load set speed = 'regular' where id = '${part.id}'`)
})

test('the credit and the refund of a small part of a large load need two people, as the load does', async () => {
  const load = await bench.paid({ amount: '200' })
  const part = await bench.undonePart(load, '20')
  const [inner, other] = [await bench.undonePart(load, '30'), await bench.undonePart(load, '10')]
  await bench.limitTo(100_00n)
  expect((await bench.credit(bench.maker, part, '19.40')).status).toBe(202)
  await bench.request(bench.payer, await bench.read(bench.payer, other), away)
  const stopping = { reason: 'Wrong address' }
  const stop = await bench.people.confirmed(bench.maker, `/company-loads/${other.id}/refund/stop`, stopping)
  expect(stop.status).toBe(202)
  await bench.limitTo(1_000_00n)
  expect((await bench.credit(bench.maker, inner, '29.10')).status).toBe(200)
  const innermost = await bench.undonePart(inner, '15')
  await bench.limitTo(190_00n)
  // 194.00 of the first load, and not 29.10 of the part.
  expect((await bench.credit(bench.maker, innermost, '14.55')).status).toBe(202)
  await bench.limitTo(1_000_00n)
})

test('a part that a load cannot have is refused before it is confirmed or requested', async () => {
  const load = await bench.paid({ amount: '200' })
  await bench.limitTo(10_00n)
  const before = await approvals()
  for (const gross of ['0', '200.01', '500']) {
    const answer = await bench.undo(bench.maker, load, gross)
    expect([answer.body.code, answer.step]).toEqual(['invalid_amount', null])
    const path = `/company-loads/${load.id}/reversal`
    const reversal = await bench.people.confirmed(bench.maker, path, { gross, reason: 'Our mistake' })
    expect([reversal.body.code, reversal.step]).toEqual(['invalid_amount', null])
  }
  expect(await approvals()).toBe(before)
  await bench.limitTo(1_000_00n)
})

test('two different parts at once are both undone', async () => {
  const load = await bench.paid({ amount: '200' })
  const answers = await Promise.all(
    ['10', '20', '30', '40'].map((gross) => bench.undo(bench.maker, load, gross)),
  )
  expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(({ text }) => [200, text]))
  expect(await bench.detailOf(load)).toMatchObject({ load: { gross: '100.00', net: '97.00' } })
})

test('what goes back of another coin has the decimals of the coin, and the due of its load those of the quote', async () => {
  const load = await bench.quoteOf(bench.payer, { amount: '200' })
  await bench.pay(load, '200', 'DAI')
  await bench.finalise()
  await bench.pass(33 * bench.minuteMs)
  const [credit] = (await bench.read(bench.payer, load)).resolutions
  expect((await bench.credit(bench.maker, load, credit?.net ?? '')).status).toBe(200)
  const { amount } = (await bench.preview(load, '20')).body.data.back
  expect(amount).toMatch(/^(19|20)\.\d{18}$/)
  const part = await bench.undonePart(load, '20')
  const own = await bench.product.rows<{ due: bigint }>('select due_units as due from load where id = $1', [
    part.id,
  ])
  expect(own).toEqual([{ due: 20_000_000n }])
})

test('the figures of a deposit are those of its acceptance, whatever was undone later', async () => {
  type Row = { load: { id: string }; pending: { before: string; after: string } | null }
  const shown = async (id: string) =>
    (await bench.payer.browser.get<{ items: Row[] }>('/wallet/deposits')).body.data.items.find(
      ({ load }) => load.id === id,
    )?.pending
  const [first, second] = [await bench.paid({ amount: '100' }), await bench.paid({ amount: '200' })]
  const before = [await shown(first.id), await shown(second.id)]
  expect(before).toEqual([expect.anything(), expect.anything()])
  await bench.undonePart(first, '40')
  await bench.undonePart(second, '50')
  expect([await shown(first.id), await shown(second.id)]).toEqual(before)
})
