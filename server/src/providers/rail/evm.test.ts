import { keccak256, pad, toHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { EvmChain } from './evm-chain.ts'
import { createEvmRail, InconsistentNode, type EvmClient } from './evm.ts'

/** What strangers can write into a block that also has a transfer to one of our addresses. */
const ours = '0x1111111111111111111111111111111111111111'
const blockHash = toHex(1n, { size: 32 })
const txHash = toHex(2n, { size: 32 })
const fullBloom = `0x${'f'.repeat(512)}` as Hex
const transfer = keccak256(toHex('Transfer(address,address,uint256)'))

const sender = pad('0x33', { size: 20 })
const log = (data: Hex, logIndex: number) => ({
  address: '0x2222222222222222222222222222222222222222',
  topics: [transfer, pad('0x33', { size: 32 }), pad(ours, { size: 32 })],
  data,
  blockNumber: '0x5',
  blockHash,
  transactionHash: txHash,
  logIndex: toHex(logIndex),
})

const answers = (logs: readonly object[], receipt: object): Readonly<Record<string, unknown>> => ({
  eth_getBlockByNumber: {
    number: '0x5',
    hash: blockHash,
    parentHash: toHex(0n, { size: 32 }),
    timestamp: '0x64',
    logsBloom: fullBloom,
    transactions: [txHash],
  },
  eth_getTransactionReceipt: { logs, status: '0x1', blockHash, transactionHash: txHash, ...receipt },
})

const railOn = (logs: readonly object[], receipt: object = {}) => {
  const client = { request: async ({ method }: { method: string }) => answers(logs, receipt)[method] }
  const chain = EvmChain.parse({
    chainId: 1,
    tokens: [],
    feeds: {},
    forwarderFactory: ours,
    forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
    treasury: ours,
    payoutWallet: ours,
  })
  return createEvmRail({ client: client as unknown as EvmClient, chain, network: 'ethereum' })
}

test('a log whose amount is not a 256-bit number is ignored, and the block is still read', async () => {
  const rail = railOn([
    log('0x', 0),
    log(`0x${'f'.repeat(66)}`, 1),
    log('0x01', 2),
    log(toHex(7n, { size: 32 }), 3),
  ])
  const transfers = await rail.readTransfers(await rail.readBlock(5n), async () => new Set([ours]))
  expect(transfers.map(({ logIndex, contractUnits }) => [logIndex, contractUnits])).toEqual([[3, 7n]])
})

test('the receipt of another transaction is refused, because it would hide the payment of this one', async () => {
  const rail = railOn([log(toHex(7n, { size: 32 }), 0)], { transactionHash: blockHash })
  const block = await rail.readBlock(5n)
  await expect(rail.readTransfers(block, async () => new Set([ours]))).rejects.toThrow(InconsistentNode)
})

test('each sender and recipient of a block is read once, and addresses that are not ours are left out', async () => {
  const rail = railOn([log(toHex(7n, { size: 32 }), 0), log(toHex(8n, { size: 32 }), 1)])
  const requests: (readonly string[])[] = []
  const transfers = await rail.readTransfers(await rail.readBlock(5n), async (addresses) => {
    requests.push(addresses)
    return new Set()
  })
  expect(requests).toEqual([[sender, ours]])
  expect(transfers).toEqual([])
})
