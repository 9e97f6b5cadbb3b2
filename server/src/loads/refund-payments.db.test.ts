import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { encodeFunctionData, erc20Abi } from 'viem'
import { payoutAccount } from '../../../tests/support/test-signer.ts'
import type { BenchPerson } from './load-bench.test-kit.ts'
import { startRefundBench, type RefundBench } from './refund-bench.test-kit.ts'

/** Refunds of loads on a real chain: whatever is lost, exactly one payment leaves. */
let bench: RefundBench
let person: BenchPerson
let people = 0
/** An address that nothing was paid to. */
const newAddress = () => `0x${(people += 1).toString(16).padStart(4, 'a').padStart(40, '1')}`
beforeAll(async () => {
  bench = await startRefundBench()
  person = await bench.person()
}, 120_000)
afterEach(() => {
  bench.node.clear()
  bench.signer.clear()
})
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const finish = async () => {
  await bench.chain.mine(3)
  await bench.follow()
}
const paidKinds = ['refund.sent', 'refund.confirmed']

test('an approved refund waits for money, is signed, sent, and done when it is final', async () => {
  const to = newAddress()
  const load = await bench.refunded(person, to)
  await bench.follow()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'approved', reason: 'no_funds', attempt: 0 }])
  expect(await bench.journalsOf(load)).toEqual([])
  await bench.fund('USDC', '1000')
  bench.product.wait(bench.minuteMs)
  await bench.follow()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'sending', attempt: 1, outcome: null }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunding' })
  const { refund } = (await bench.read(person, load)) as unknown as { refund: Record<string, unknown> }
  expect(refund).toMatchObject({ status: 'sending', payments: [{ asset: 'USDC', step: 'sending' }] })
  await finish()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', outcome: 'confirmed' }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  expect(await bench.journalsOf(load)).toEqual(paidKinds)
  expect(await bench.read(person, load)).toMatchObject({
    refund: { status: 'paid', payments: [{ txHash: expect.stringMatching(/^0x/) as string, step: 'done' }] },
  })
})

test('a coin that a stranger sends while a refund is paid changes nothing of it', async () => {
  await bench.fund('USDC', '1000')
  const to = newAddress()
  const load = await bench.refunded(person, to)
  await bench.follow()
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunding' })
  await bench.pay(load, '0.005')
  await bench.finalise()
  await finish()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', outcome: 'confirmed' }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
})

test('a payment in a block is not counted again against the rest of the wallet', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const one = await bench.refunded(person, first, { asset: 'DAI' })
  const two = await bench.refunded(person, second, { asset: 'DAI' })
  // Enough for both, and less than three times one of them.
  await bench.fund('DAI', '405')
  bench.product.wait(bench.minuteMs)
  await bench.follow()
  // Both are in blocks, and none of them is final.
  expect([await bench.paymentsTo(first), await bench.paymentsTo(second)]).toEqual([
    [expect.any(BigInt)],
    [expect.any(BigInt)],
  ])
  expect(await bench.payoutOf(one)).toMatchObject([{ status: 'sending' }])
  expect(await bench.payoutOf(two)).toMatchObject([{ status: 'sending' }])
  await finish()
})

test('every unit of an 18-decimal coin goes back', async () => {
  await bench.fund('DAI', '300')
  const to = newAddress()
  const load = await bench.refunded(person, to, { asset: 'DAI' })
  await bench.follow()
  await finish()
  const [due = '', part = ''] = load.due.split('.')
  expect(await bench.paymentsTo(to)).toEqual([BigInt(due + part.padEnd(18, '0'))])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
})

for (const when of ['before', 'after'] as const)
  test(`a broadcast that is lost ${when} its effect is looked up and sent as the same bytes`, async () => {
    const to = newAddress()
    bench.node.add({ body: 'eth_sendRawTransaction', when, run: () => 'drop' })
    const load = await bench.refunded(person, to)
    const sentBefore = bench.node.bodies.length
    await bench.follow()
    await finish()
    expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
    expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', attempt: 1 }])
    const sent = bench.node.bodies.slice(sentBefore - 50).filter((body) => body.includes('eth_sendRaw'))
    const bytes = sent.map((body) => /"(0x02[0-9a-f]+)"/.exec(body)?.[1])
    expect(new Set(bytes.slice(when === 'before' ? -2 : -1)).size).toBe(1)
    expect(await bench.journalsOf(load)).toEqual(paidKinds)
  })

for (const when of ['before', 'after'] as const)
  test(`a signature whose answer is lost ${when} its effect is requested again for the same nonce`, async () => {
    const to = newAddress()
    bench.signer.add({ body: 'payoutId', when, run: () => 'drop' })
    const load = await bench.refunded(person, to)
    await bench.follow()
    expect(await bench.payoutOf(load)).toMatchObject([{ status: 'approved', reason: 'signer_silent' }])
    bench.product.wait(bench.minuteMs)
    await bench.follow()
    await finish()
    expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', attempt: 1 }])
    expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  })

test('a lost signature and another payout with the same nonce: each is paid once', async () => {
  const [lost, sent] = [newAddress(), newAddress()]
  await bench.fund('USDC', '400')
  bench.signer.add({ body: 'payoutId', when: 'after', run: () => 'drop' })
  const first = await bench.refunded(person, lost)
  const second = await bench.refunded(person, sent)
  await bench.follow()
  await finish()
  expect(await bench.paymentsTo(sent)).toEqual([200_000_000n])
  // The signer proves by the chain that its first signature can pay nothing any more.
  bench.product.wait(2 * bench.minuteMs)
  await bench.follow()
  await finish()
  expect([await bench.paymentsTo(lost), await bench.paymentsTo(sent)]).toEqual([
    [200_000_000n],
    [200_000_000n],
  ])
  expect(await bench.payoutOf(first)).toMatchObject([{ status: 'done' }])
  expect(await bench.payoutOf(second)).toMatchObject([{ status: 'done' }])
})

test('a reorganisation that drops the payment: the same bytes are in the next block', async () => {
  const to = newAddress()
  await bench.fund('USDC', '200')
  const load = await bench.refunded(person, to)
  await bench.follow()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'sending' }])
  expect(await bench.paymentsTo(to)).toHaveLength(1)
  await bench.chain.control('/reorg', { depth: 1, transactions: 'drop' })
  expect(await bench.paymentsTo(to)).toEqual([])
  await bench.follow()
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', attempt: 1 }])
})

test('a payment that no block takes is replaced with the same nonce and higher fees', async () => {
  const to = newAddress()
  await bench.fund('USDC', '400')
  const load = await bench.refunded(person, to)
  await bench.chain.control('/mining', { paused: true })
  await bench.follow()
  const [before] = await bench.payoutOf(load)
  bench.product.wait(4 * bench.minuteMs)
  await bench.follow()
  const rows = await bench.product.rows<{ replacement: number; fee: string; nonce: string }>(
    `select t.replacement, t.max_fee_wei as fee, a.nonce from payout_transaction t
      join payout_attempt a on a.id = t.attempt_id where a.nonce = $1 order by t.replacement`,
    [String(before?.nonce)],
  )
  expect(rows.map(({ replacement }) => replacement)).toEqual([0, 1])
  expect(BigInt(rows[1]?.fee ?? 0)).toBeGreaterThan(BigInt(rows[0]?.fee ?? 0))
  await bench.chain.control('/mining', { paused: false })
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done', attempt: 1, nonce: before?.nonce }])
})

test('what the signer refuses waits with its reason and does not block another payment', async () => {
  const [large, small] = [newAddress(), newAddress()]
  await bench.fund('USDC', '900')
  const first = await bench.refunded(person, large, { amount: '400' })
  const second = await bench.refunded(person, small)
  await bench.follow()
  await finish()
  expect(await bench.payoutOf(first)).toMatchObject([{ status: 'approved', reason: 'signer_refused' }])
  expect(await bench.payoutOf(second)).toMatchObject([{ status: 'done' }])
  expect([await bench.paymentsTo(large), await bench.paymentsTo(small)]).toEqual([[], [200_000_000n]])
})

test('a nonce that another transaction of the wallet used: nothing was paid, and the payer chooses again', async () => {
  const [to, again] = [newAddress(), newAddress()]
  await bench.fund('USDC', '400')
  const load = await bench.refunded(person, to)
  await bench.chain.control('/mining', { paused: true })
  await bench.follow()
  const [sent] = await bench.payoutOf(load)
  const other = await payoutAccount.signTransaction({
    type: 'eip1559',
    chainId: 31_337,
    nonce: Number(sent?.nonce),
    to: bench.tokens[0]?.address as `0x${string}`,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [payoutAccount.address, 1n] }),
    gas: 100_000n,
    maxFeePerGas: 300_000_000_000n,
    maxPriorityFeePerGas: 200_000_000_000n,
  })
  await bench.rpc('eth_sendRawTransaction', [other])
  await bench.chain.control('/mining', { paused: false })
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([])
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'failed', outcome: 'replaced' }])
  expect(await bench.journalsOf(load)).toEqual(['refund.sent', 'refund.failed'])
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', refund: { status: 'failed' } })
  expect((await bench.read(person, load)).resolutions).not.toEqual([])
  await bench.request(person, load, again)
  await bench.follow()
  await finish()
  expect(await bench.paymentsTo(again)).toEqual([200_000_000n])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
})
