import { getAddress, keccak256, toHex, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { startChain } from './chain-service.ts'
import { control, erc20, newFolder, publicClient, settingsFor, type ChainFacts } from './chain-test-kit.ts'

const port = 5046
const folder = newFolder()
const { call, chain, pay, post, remove } = control(port)
const client = publicClient(port)
const to = getAddress(`0x${keccak256(toHex('payee')).slice(26)}`)
let service: Service
let facts: ChainFacts
let paid: { txHash: Hex; blockNumber: number }

beforeAll(async () => {
  service = await startChain({ ...settingsFor(port, folder.path), heartbeatMs: 60_000 })
  facts = await chain()
  paid = await pay({ asset: 'USDC', to, amount: '5' })
})
afterEach(async () => {
  await remove('/node-faults')
  await remove('/faults')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const rpc = async (body: unknown) => {
  const answer = await fetch(facts.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { id: unknown; result?: unknown; error?: { code: number } }
}
const usdc = () => facts.tokens[0]!.address
const logsAt = (blockNumber: number) =>
  client.getLogs({
    address: usdc(),
    event: erc20[0],
    fromBlock: BigInt(blockNumber),
    toBlock: BigInt(blockNumber),
  })

describe('json-rpc', () => {
  test.each([
    'eth_coinbase',
    'evm_mine',
    'anvil_setBalance',
    'hardhat_mine',
    'eth_sendTransaction',
    'eth_signTransaction',
  ])('%s is unknown, as on a real node', async (method) => {
    expect(await rpc({ jsonrpc: '2.0', id: 7, method, params: [] })).toMatchObject({
      id: 7,
      error: { code: -32601 },
    })
  })

  test('there are no unlocked accounts', async () => {
    for (const method of ['eth_accounts', 'eth_requestAccounts']) {
      expect((await rpc({ jsonrpc: '2.0', id: 1, method, params: [] })).result).toEqual([])
    }
  })

  test.each(['{"jsonrpc": "2.0", ', 'nonsense', ''])(
    'a body that is no JSON, %j, is a parse error',
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(facts.rpcUrl, { method: 'POST', headers, body })
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } },
      ])
    },
  )

  test('batches are answered in order, each call on its own', async () => {
    const answers = (await rpc([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'no_such' },
      { jsonrpc: '2.0', id: 3 },
      { jsonrpc: '2.0', id: 4, method: 'eth_getBlockByNumber', params: ['nonsense', false] },
    ])) as unknown as { id: number; result?: string; error?: { code: number } }[]
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(answers[0]?.result).toBe('0x7a69')
    expect(answers.slice(1).map(({ error }) => error?.code)).toEqual([-32601, -32600, -32602])
  })

  test('the node refuses an impossible transaction', async () => {
    const answer = await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: ['0x00'] })
    expect(answer.error?.code).toBeLessThan(0)
  })

  test('the faults of the shell apply here too', async () => {
    await post('/faults', { kind: 'status', value: 503, path: '^/rpc', remaining: 1 })
    await expect(client.getBlockNumber()).rejects.toThrow('503')
    await post('/faults', { kind: 'drop_before', path: '^/rpc', remaining: 1 })
    await expect(client.getBlockNumber()).rejects.toThrow()
    expect(await client.getBlockNumber()).toBeGreaterThan(0n)
  })
})

describe('a node with faults', () => {
  test('empty_logs: no logs, but the bloom is correct', async () => {
    await post('/node-faults', { kind: 'empty_logs', times: 1 })
    expect(await logsAt(paid.blockNumber)).toEqual([])
    expect(await logsAt(paid.blockNumber)).toHaveLength(1)
    const { logsBloom } = await client.getBlock({ blockNumber: BigInt(paid.blockNumber) })
    expect(logsBloom).not.toMatch(/^0x0+$/)
  })

  test('stale_head: the head does not advance, later blocks and logs are unknown', async () => {
    const { id } = await post<{ id: string }>('/node-faults', { kind: 'stale_head' })
    const { head } = await chain()
    await pay({ asset: 'USDC', to, amount: '6' })
    await post('/mine', { blocks: 3 })
    expect(await client.getBlockNumber()).toBe(BigInt(head))
    expect((await client.getBlock()).number).toBe(BigInt(head))
    expect((await client.getBlock({ blockTag: 'finalized' })).number).toBe(BigInt(head - 2))
    await expect(client.getBlock({ blockNumber: BigInt(head + 1) })).rejects.toThrow('could not be found')
    const seen = async () =>
      (await client.getLogs({ address: usdc(), event: erc20[0], fromBlock: BigInt(head + 1) })).length
    await remove(`/node-faults/${id}`)
    expect(await client.getBlockNumber()).toBe(BigInt(head + 4))
    expect(await seen()).toBe(1)
  })

  test('duplicate_block and missing_block', async () => {
    const blockNumber = BigInt(paid.blockNumber)
    await post('/node-faults', { kind: 'duplicate_block', times: 1 })
    expect((await client.getBlock({ blockNumber })).number).toBe(blockNumber - 1n)
    await post('/node-faults', { kind: 'missing_block', times: 1 })
    await expect(client.getBlock({ blockNumber })).rejects.toThrow('could not be found')
    expect((await client.getBlock({ blockNumber })).number).toBe(blockNumber)
  })

  test('invented_log: a transfer that never happened, without a receipt', async () => {
    await post('/node-faults', { kind: 'invented_log', asset: 'USDC', to, amount: '1000000', times: 1 })
    const { hash } = await client.getBlock({ blockNumber: BigInt(paid.blockNumber) })
    const logs = await client.getLogs({ address: usdc(), event: erc20[0], blockHash: hash })
    expect(logs.map(({ args }) => args.value)).toEqual([5_000_000n, 1_000_000_000_000n])
    expect(logs[1]).toMatchObject({ blockHash: hash, blockNumber: BigInt(paid.blockNumber) })
    await expect(client.getTransactionReceipt({ hash: logs[1]!.transactionHash })).rejects.toThrow()
  })

  test('duplicate_log and removed_log', async () => {
    await post('/node-faults', { kind: 'duplicate_log', times: 1 })
    expect((await logsAt(paid.blockNumber)).map(({ logIndex }) => logIndex)).toEqual([0, 0])
    await post('/node-faults', { kind: 'removed_log', times: 1 })
    expect((await logsAt(paid.blockNumber))[0]?.removed).toBe(true)
    expect((await logsAt(paid.blockNumber))[0]?.removed).toBe(false)
  })

  test('faults are listed, and invalid ones are refused', async () => {
    const nodeFault = await post('/node-faults', { kind: 'stale_head', blocks: 2 })
    expect((await call('GET', '/node-faults')).body).toEqual([nodeFault])
    expect((await call('POST', '/node-faults', { kind: 'rumour' })).status).toBe(400)
    expect((await call('POST', '/node-faults', { kind: 'invented_log', asset: 'USDC' })).status).toBe(400)
  })
})

test('a reset makes a new chain with the same addresses', async () => {
  await post('/reset')
  const fresh = await chain()
  expect(fresh.tokens).toEqual(facts.tokens)
  expect(fresh.forwarderFactory).toBe(facts.forwarderFactory)
  const held = { address: usdc(), abi: erc20, functionName: 'balanceOf', args: [to] } as const
  expect(await client.readContract(held)).toBe(0n)
})
