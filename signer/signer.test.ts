import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChain } from '../tests/support/test-chain.ts'
import { makeDataDir } from '../tests/support/data-dir.ts'
import { freePort } from '../tests/support/shared-postgres.ts'
import { readSettings, SettingRefused } from './settings.ts'
import { openSignatureStore } from './signature-store.ts'
import { proofOf, startSigner, type Signer } from './signer-service.ts'

/** The signer as the server reaches it, with the embedded chain as its node. */
const secret = 'secret-of-the-signer-of-these-tests'
const key = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'
const to = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'
const gwei = 1_000_000_000n
let chain: Awaited<ReturnType<typeof startTestChain>>
let signer: Signer
let env: Record<string, string>
let token: string
let url: string
let nowMs = Date.now()

const start = async () => {
  signer = await startSigner(readSettings(env), { nowMs: () => nowMs })
}
beforeAll(async () => {
  chain = await startTestChain()
  const facts = JSON.parse(chain.env.EVM_CHAIN) as { tokens: { symbol: string; address: string }[] }
  token = facts.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const port = await freePort()
  url = `http://127.0.0.1:${port}/sign`
  env = {
    SIGNER_LISTEN: `127.0.0.1:${port}`,
    SIGNER_SECRET: secret,
    SIGNER_KEY: key,
    SIGNER_RPC_URL: chain.env.EVM_RPC_URL,
    SIGNER_CHAIN_ID: '31337',
    SIGNER_TOKENS: JSON.stringify([
      { address: token, decimals: 6, mostPerPayment: '100', mostPerDay: '1000' },
    ]),
    SIGNER_DATA_DIR: makeDataDir('signer-test'),
  }
  await start()
})
afterAll(async () => {
  await signer.close()
  await chain.stop()
})

type Answer = { status: number; body: { txHash: Hex; signedBytes: Hex; error?: string } }
const usual = () => ({
  payoutId: randomUUID(),
  nonce: '0',
  token,
  to,
  units: '1000000',
  gas: '100000',
  maxFeeWei: String(30n * gwei),
  tipWei: String(gwei),
  replaces: null as string | null,
  failedNonce: null as string | null,
})
const send = async (body: string, headers: Record<string, string>): Promise<Answer> => {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const sign = (request: object): Promise<Answer> => {
  const body = JSON.stringify(request)
  const timestamp = String(nowMs)
  return send(body, { 'x-timestamp': timestamp, 'x-proof': proofOf(secret, timestamp, body) })
}
const refusalOf = async (request: object) => {
  const { status, body } = await sign(request)
  return status === 409 ? body.error : status
}
const rpc = async <T>(method: string, params: unknown[]): Promise<T> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.env.EVM_RPC_URL, { method: 'POST', headers, body })
  return ((await answer.json()) as { result: T }).result
}
const broadcast = (signedBytes: Hex) => rpc<Hex>('eth_sendRawTransaction', [signedBytes])
const nextNonce = async () =>
  String(BigInt(await rpc<Hex>('eth_getTransactionCount', [signer.address, 'latest'])))

test('a request needs a proof of its body from the last minute', async () => {
  const body = JSON.stringify(usual())
  const now = String(nowMs)
  const old = String(nowMs - 61_000)
  expect((await send(body, {})).status).toBe(401)
  expect((await send(body, { 'x-timestamp': now, 'x-proof': proofOf('another', now, body) })).status).toBe(
    401,
  )
  expect((await send(body, { 'x-timestamp': old, 'x-proof': proofOf(secret, old, body) })).status).toBe(401)
  const proof = proofOf(secret, now, body)
  expect((await send(`${body} `, { 'x-timestamp': now, 'x-proof': proof })).status).toBe(401)
  expect((await sign({ ...usual(), units: 'ten' })).status).toBe(400)
  expect((await fetch(url)).status).toBe(404)
})

test('one payment per payout: the same bytes again, also after a restart, and nothing else', async () => {
  const request = { ...usual(), nonce: '7' }
  const first = await sign(request)
  expect(first.status).toBe(200)
  expect(parseTransaction(first.body.signedBytes)).toMatchObject({ nonce: 7, chainId: 31_337 })
  await signer.close()
  await start()
  // Another fee is no reason for other bytes.
  expect(await sign({ ...request, maxFeeWei: String(40n * gwei) })).toEqual(first)
  expect(await refusalOf({ ...request, units: '1000001' })).toBe('payout_differs')
  expect(await refusalOf({ ...request, to: other })).toBe('payout_differs')
  expect(await refusalOf({ ...request, nonce: '8' })).toBe('failure_not_proved')
  expect(await refusalOf({ ...request, nonce: '8', failedNonce: '7' })).toBe('failure_not_proved')
})

test('a replacement has the nonce and higher fees, and is signed once', async () => {
  const request = { ...usual(), nonce: '9' }
  const { body } = await sign(request)
  const replaces = body.txHash
  const fees = { maxFeeWei: String(34n * gwei), tipWei: String(2n * gwei) }
  expect(await refusalOf({ ...request, replaces })).toBe('not_a_replacement')
  expect(await refusalOf({ ...request, ...fees, replaces: `0x${'0'.repeat(64)}` })).toBe('not_a_replacement')
  const second = await sign({ ...request, ...fees, replaces })
  expect(parseTransaction(second.body.signedBytes)).toMatchObject({ nonce: 9, maxFeePerGas: 34n * gwei })
  expect(await sign({ ...request, ...fees, maxFeeWei: String(50n * gwei), replaces })).toEqual(second)
})

test('the limits are the signer’s own', async () => {
  expect(await refusalOf({ ...usual(), token: other })).toBe('token_not_allowed')
  expect(await refusalOf({ ...usual(), to: token })).toBe('address_not_allowed')
  expect(await refusalOf({ ...usual(), to: signer.address })).toBe('address_not_allowed')
  expect(await refusalOf({ ...usual(), units: '0' })).toBe('amount_not_allowed')
  expect(await refusalOf({ ...usual(), units: '100000001' })).toBe('over_payment_limit')
  expect(await refusalOf({ ...usual(), gas: '10000000' })).toBe('over_gas_limit')
})

test('a day has a limit, and the next day another', async () => {
  nowMs += 86_400_001
  for (let payment = 0; payment < 10; payment += 1)
    expect((await sign({ ...usual(), nonce: String(20 + payment), units: '100000000' })).status).toBe(200)
  expect(await refusalOf({ ...usual(), nonce: '30', units: '1' })).toBe('over_day_limit')
  nowMs += 86_400_001
  expect((await sign({ ...usual(), nonce: '30', units: '1' })).status).toBe(200)
  expect(await refusalOf({ ...usual(), nonce: '30', units: '1' })).toBe('nonce_used')
})

test('the fees of a day have a limit, of each nonce the dearest, and the next day has another', async () => {
  nowMs += 86_400_001
  await signer.close()
  // 0.0075 ether: the gas of two and a half payments.
  env = { ...env, SIGNER_MOST_GAS_PER_DAY: '0.0075' }
  await start()
  const [first, second] = [
    { ...usual(), nonce: '40' },
    { ...usual(), nonce: '41', to: other },
  ]
  const signed = await sign(first)
  expect(signed.status).toBe(200)
  expect((await sign(second)).status).toBe(200)
  expect(await refusalOf({ ...usual(), nonce: '42' })).toBe('over_day_gas_limit')
  const fees = { maxFeeWei: String(44n * gwei), tipWei: String(2n * gwei) }
  const raised = { ...first, ...fees, replaces: signed.body.txHash }
  expect((await sign(raised)).status).toBe(200)
  const newest = (await sign(raised)).body.txHash
  const again = { maxFeeWei: String(55n * gwei), tipWei: String(4n * gwei), replaces: newest }
  expect(await refusalOf({ ...first, ...again })).toBe('over_day_gas_limit')
  // What is signed already is answered again.
  expect((await sign(second)).status).toBe(200)
  nowMs += 86_400_001
  expect((await sign({ ...usual(), nonce: '42' })).status).toBe(200)
  delete env['SIGNER_MOST_GAS_PER_DAY']
  await signer.close()
  await start()
})

test('a nonce far above the next one of the chain is refused', async () => {
  nowMs += 86_400_001
  const next = BigInt(await nextNonce())
  expect(await refusalOf({ ...usual(), nonce: String(next + 65n) })).toBe('nonce_too_far')
  expect((await sign({ ...usual(), nonce: String(next + 64n) })).status).toBe(200)
})

test('a record of an earlier version gets its fees from the signed bytes', async () => {
  nowMs += 86_400_001
  const { body } = await sign({ ...usual(), nonce: '50' })
  const dataDir = makeDataDir('signer-record')
  const db = new DatabaseSync(join(dataDir, 'signatures.sqlite'))
  db.exec(`create table signed (payout_id text not null, nonce text not null, replacement integer not null,
    token text not null, recipient text not null, units text not null, max_fee_wei text not null,
    tip_wei text not null, tx_hash text not null unique, signed_bytes text not null,
    signed_at_ms integer not null, primary key (payout_id, nonce, replacement))`)
  const money = ['1000000', String(30n * gwei), String(gwei)] as const
  const row = [randomUUID(), '50', 0, token, to, ...money, body.txHash, body.signedBytes, nowMs] as const
  db.prepare('insert into signed values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...row)
  db.close()
  for (let opened = 0; opened < 2; opened += 1) {
    const store = openSignatureStore(dataDir)
    expect(store.feesSince(nowMs)).toEqual(new Map([[50n, 100_000n * 30n * gwei]]))
    store.close()
  }
})

test('a second nonce needs a final failure of the first', async () => {
  nowMs += 86_400_001
  // The wallet has no coins, so the transfer is reverted.
  const request = { ...usual(), nonce: await nextNonce() }
  const { body } = await sign(request)
  await broadcast(body.signedBytes)
  const second = { ...request, nonce: String(BigInt(request.nonce) + 1n), failedNonce: request.nonce }
  expect(await refusalOf(second)).toBe('failure_not_proved')
  await chain.mine(3)
  expect((await sign(second)).status).toBe(200)
  // The second one pays: there is no third.
  await chain.pay({ asset: 'USDC', to: signer.address, amount: '10' })
  const paid = await sign(second)
  await broadcast(paid.body.signedBytes)
  await chain.mine(3)
  const third = { ...request, nonce: await nextNonce(), failedNonce: second.nonce }
  expect(await refusalOf(third)).toBe('already_paid')
})

test('two payouts may be signed with one nonce: only one of them can be in a block', async () => {
  nowMs += 86_400_001
  await chain.pay({ asset: 'USDC', to: signer.address, amount: '10' })
  const nonce = await nextNonce()
  const [lost, sent] = [
    { ...usual(), nonce },
    { ...usual(), nonce, to: other },
  ]
  expect((await sign(lost)).status).toBe(200)
  await broadcast((await sign(sent)).body.signedBytes)
  const later = { ...lost, nonce: String(BigInt(nonce) + 1n), failedNonce: nonce }
  expect(await refusalOf(later)).toBe('failure_not_proved')
  await chain.mine(3)
  expect((await sign(later)).status).toBe(200)
})

test('a wrong setting is a sentence', async () => {
  const refusalFor = (change: Record<string, string>) => () => readSettings({ ...env, ...change })
  expect(refusalFor({ SIGNER_SECRET: 'short' })).toThrow('SIGNER_SECRET must have at least 32 characters.')
  expect(refusalFor({ SIGNER_LISTEN: '0.0.0.0:4100' })).toThrow('SIGNER_LISTEN must be 127.0.0.1')
  expect(refusalFor({ SIGNER_KEY: '0x12' })).toThrow('The key must be 0x and 64 hex digits.')
  expect(refusalFor({ SIGNER_TOKENS: '[]' })).toThrow('SIGNER_TOKENS must be a JSON list')
  const settings = readSettings({ ...env, SIGNER_CHAIN_ID: '1' })
  await expect(startSigner(settings, { nowMs: Date.now })).rejects.toThrow(SettingRefused)
})
