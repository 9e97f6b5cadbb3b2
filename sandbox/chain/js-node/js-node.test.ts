import { encodeFunctionData, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../chain-test-kit.ts'
import { create2Proxy, planDeployment } from '../deployment.ts'
import type { Engine } from '../engine.ts'
import { installedEngine, startEngine } from '../engines.ts'
import type { Rpc } from '../json-rpc.ts'
import { tokenAbi } from '../sender.ts'

const port = 5058
const mnemonic = 'test test test test test test test test test test test junk'
const faucet = mnemonicToAccount(mnemonic, { addressIndex: 9 })
const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const plan = planDeployment({ deployer: faucet.address, treasury: faucet.address })
const usdc = plan.tokens[0]!.address
const deployData = plan.contracts.find(({ address }) => address === usdc)!.deployData
const gwei = 1_000_000_000n
const genesisSeconds = 1_800_000_000
const folder = newFolder()
let engines: Engine[]

const coded = (functionName: 'mint' | 'transfer', units: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [payee, units] })

const signed = (nonce: number, to: Hex, data: Hex, tip = gwei) =>
  faucet.signTransaction({
    type: 'eip1559',
    chainId: 31337,
    nonce,
    to,
    data,
    gas: 1_600_000n,
    maxFeePerGas: 30n * gwei,
    maxPriorityFeePerGas: tip,
  })

type RpcAnswer = { ok: unknown } | { code: number }
const answered = async (rpc: Rpc, method: string, params: readonly unknown[]): Promise<RpcAnswer> => {
  try {
    return { ok: await rpc(method, params) }
  } catch (cause) {
    return { code: (cause as { code: number }).code }
  }
}
/** Sends every engine the same call and returns the answers. */
const call = (method: string, params: readonly unknown[] = []) =>
  Promise.all(engines.map(({ rpc }) => answered(rpc, method, params)))
const same = async (method: string, params: readonly unknown[] = []) => {
  const [one, ...others] = await call(method, params)
  for (const other of others) expect(other).toEqual(one)
  return (one as { ok: unknown }).ok
}
/** Facts that depend on the state before the first block, in which anvil has more funded accounts. */
const hanging = [
  'hash',
  'parentHash',
  'stateRoot',
  'mixHash',
  'size',
  'blockHash',
  'blobGasPrice',
  'blockTimestamp',
]
const alike = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(alike)
  if (typeof value !== 'object' || value === null) return value
  const stored = Object.entries(value).filter(([key]) => !hanging.includes(key) || 'logIndex' in value)
  return Object.fromEntries(stored.map(([key, each]) => [key, key === 'blockHash' ? null : alike(each)]))
}
const sameBut = async (method: string, params: readonly unknown[]) => {
  const [one, ...others] = (await call(method, params)).map(alike)
  for (const other of others) expect(other).toEqual(one)
}

// Without anvil the answers are only compared with themselves; the chain's own tests check them.
beforeAll(async () => {
  const options = { port, dataDir: folder.path, genesisSeconds }
  const names = installedEngine() === 'anvil' ? (['anvil', 'js'] as const) : (['js'] as const)
  engines = await Promise.all(names.map((name) => startEngine(name, options)))
  // anvil's first block has the fee of the block before, unlike later ones, so the test sets the fee that
  // follows.
  await Promise.all(engines.map(({ rpc }) => rpc('anvil_setNextBlockBaseFeePerGas', ['0x342770c0'])))
})
afterAll(async () => {
  await Promise.all(engines.map(({ kill }) => kill()))
  folder.remove()
})

const mine = async (seconds: number) =>
  Promise.all(engines.map(({ rpc }) => rpc('evm_mine', [{ timestamp: genesisSeconds + seconds }])))

describe('the same transactions', () => {
  test('make the same blocks, receipts, logs and gas', async () => {
    const raws = [
      await signed(0, create2Proxy, deployData),
      await signed(1, usdc, coded('mint', 5_000_000n)),
      // The amount is more than the faucet holds: the transaction is mined and reverted.
      await signed(2, usdc, coded('transfer', 9_000_000n)),
    ]
    const hashes: Hex[] = []
    for (const raw of raws) hashes.push((await same('eth_sendRawTransaction', [raw])) as Hex)
    expect(await same('eth_getTransactionCount', [faucet.address, 'pending'])).toBe('0x3')
    expect(await same('eth_getTransactionCount', [faucet.address, 'latest'])).toBe('0x0')
    await mine(12)
    await mine(12)
    await sameBut('eth_getBlockByNumber', ['0x1', false])
    await sameBut('eth_getBlockByNumber', ['latest', true])
    await sameBut('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', address: usdc }])
    for (const hash of hashes) {
      await sameBut('eth_getTransactionReceipt', [hash])
      await sameBut('eth_getTransactionByHash', [hash])
      await same('eth_getRawTransactionByHash', [hash])
    }
    const receipts = await call('eth_getTransactionReceipt', [hashes[2]])
    for (const receipt of receipts) expect(receipt).toMatchObject({ ok: { status: '0x0', logs: [] } })
  })

  test('make the same state, now and at an older block', async () => {
    for (const tag of ['latest', '0x0', 'finalized']) {
      await same('eth_getCode', [usdc, tag])
      await same('eth_getBalance', [faucet.address, tag])
      await same('eth_getTransactionCount', [faucet.address, tag])
    }
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [payee] })
    expect(BigInt((await same('eth_call', [{ to: usdc, data }, 'latest'])) as Hex)).toBe(5_000_000n)
    expect(await same('eth_call', [{ to: usdc, data }, '0x0'])).toBe('0x')
  })

  test('have the same estimates, and a revert has its data', async () => {
    await same('eth_estimateGas', [{ from: faucet.address, to: usdc, data: coded('mint', 1n) }])
    await same('eth_estimateGas', [{ from: faucet.address, to: payee, value: '0x1' }])
    const refused = { from: faucet.address, to: usdc, data: coded('transfer', 1n) }
    expect(await call('eth_call', [refused, 'latest'])).toEqual(engines.map(() => ({ code: 3 })))
    expect(await call('eth_estimateGas', [refused])).toEqual(engines.map(() => ({ code: 3 })))
  })
})

test('an impossible transaction is refused', async () => {
  const refused = async (method: string, params: readonly unknown[]) => {
    for (const answer of await call(method, params))
      expect(answer).toEqual({ code: expect.any(Number) as number })
  }
  await refused('eth_sendRawTransaction', [await signed(0, usdc, coded('mint', 1n))])
  await refused('eth_sendRawTransaction', ['0x00'])
  await refused('eth_getBlockByNumber', ['nonsense', false])
  await refused('eth_getBalance', ['0x12', 'latest'])
  await refused('eth_getBalance', [payee, '0xfffff'])
  await refused('eth_getLogs', [{ blockHash: `0x${'11'.repeat(32)}` }])
  await refused('eth_getLogs', [{ fromBlock: '0xfffff', toBlock: '0xfffff' }])
  await refused('no_suchMethod', [])
})

test('one with a higher price replaces a waiting one', async () => {
  const cheap = await signed(3, usdc, coded('mint', 1n))
  const dear = await faucet.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce: 3,
    to: usdc,
    data: coded('mint', 2n),
    gas: 200_000n,
    gasPrice: 60n * gwei,
  })
  const dropped = await same('eth_sendRawTransaction', [cheap])
  const stored = await same('eth_sendRawTransaction', [dear])
  await mine(24)
  expect(await same('eth_getTransactionByHash', [dropped])).toBeNull()
  await sameBut('eth_getTransactionReceipt', [stored])
})

test('removed blocks leave no effect, and a dump restores all state', async () => {
  const before = await call('eth_getBlockByNumber', ['latest', false])
  await same('eth_sendRawTransaction', [await signed(4, usdc, coded('mint', 7n))])
  await mine(36)
  await Promise.all(engines.map(({ rpc }) => rpc('anvil_rollback', [1])))
  const after = await call('eth_getBlockByNumber', ['latest', false])
  expect(after).toEqual(before)

  const js = engines.at(-1)!
  const state = await js.rpc('anvil_dumpState')
  const fresh = await startEngine('js', { port, dataDir: folder.path, genesisSeconds })
  await fresh.rpc('anvil_loadState', [state])
  for (const number of ['0x0', '0x1', 'latest']) {
    const params = [number, true]
    expect(await fresh.rpc('eth_getBlockByNumber', params)).toEqual(
      await js.rpc('eth_getBlockByNumber', params),
    )
  }
  const raw = await signed(4, usdc, coded('mint', 7n))
  for (const { rpc } of [js, fresh]) {
    await rpc('eth_sendRawTransaction', [raw])
    await rpc('evm_mine', [{ timestamp: genesisSeconds + 48 }])
  }
  expect(await fresh.rpc('eth_getBlockByNumber', ['latest', true])).toEqual(
    await js.rpc('eth_getBlockByNumber', ['latest', true]),
  )
})
