import {
  createPublicClient,
  erc20Abi,
  getAddress,
  getContractAddress,
  hexToBytes,
  http,
  keccak256,
  pad,
  toHex,
  type Hex,
  zeroAddress,
} from 'viem'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { EvmChain } from './evm-chain.ts'
import { createEvmPayouts } from './evm-payouts.ts'
import type { ChainBlock, ChainTransfer, RailPort } from './port.ts'
import { fetchBatch } from './rpc-fetch.ts'

const timeoutMs = 8000
const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'))

const bloomBits = 2047

/**
 * Whether a block's bloom filter says that an address or topic may be in its logs. False is certain, true is
 * not (Ethereum yellow paper, 4.3.1).
 */
const mayContain = (bloom: Hex, value: Hex): boolean => {
  const filter = hexToBytes(bloom)
  const hash = hexToBytes(keccak256(value))
  return [0, 2, 4].every((index) => {
    const bit = (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & bloomBits
    return ((filter[filter.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
  })
}

type RawLog = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}
type RawBlock = {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  logsBloom: Hex
  transactions: Hex[]
}
type RawReceipt = { logs: RawLog[]; status: Hex; blockHash: Hex; transactionHash: Hex }

/**
 * The node's answer cannot be true: another block than was requested, or a transfer that is not in its own
 * receipt.
 */
export class InconsistentNode extends Error {
  override name = 'InconsistentNode'
}

/** One client for reads. It retries nothing, because the scanner does. */
export const createEvmClient = (rpcUrl: string) =>
  createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0, batch: true, fetchFn: fetchBatch }),
  })

export type EvmClient = ReturnType<typeof createEvmClient>

const topicOf = (address: string): Hex => pad(address.toLowerCase() as Hex, { size: 32 })

const transferOf = (log: RawLog, block: ChainBlock): ChainTransfer => ({
  txHash: log.transactionHash,
  logIndex: Number(log.logIndex),
  blockNumber: block.number,
  blockHash: block.hash,
  blockTime: block.time,
  tokenAddress: getAddress(log.address),
  from: getAddress(`0x${(log.topics[1] ?? '').slice(26)}`),
  to: getAddress(`0x${(log.topics[2] ?? '').slice(26)}`),
  contractUnits: BigInt(log.data),
})

const wordHexLength = 66

/** Any contract can write any log. A log whose amount is not one 256-bit word is not a transfer. */
const isTransfer = (log: RawLog): boolean =>
  log.topics.length === 3 && log.topics[0] === transferTopic && log.data.length === wordHexLength

const isTransferTo = (log: RawLog, address: string): boolean =>
  isTransfer(log) && log.topics[2] === topicOf(address)

/**
 * The EVM adapter over plain JSON-RPC. Payment addresses are CREATE2 forwarders computed from the order's id,
 * so this process has no key. A block whose bloom filter may contain a transfer is read from its receipts,
 * the only answer that a log index cannot fake (providers §5). The bloom filter is not checked for our
 * addresses, because among thousands of addresses some always match.
 */
export const createEvmRail = (deps: { client: EvmClient; chain: EvmChain; network: string }): RailPort => {
  const { client, chain, network } = deps
  const request = async <T>(method: string, params: unknown[]): Promise<T> => {
    requireNoTransaction('The chain')
    return client.request({ method, params } as never)
  }
  const blooms = new Map<string, RawBlock>()

  const readRawBlock = async (tag: string): Promise<RawBlock> => {
    const raw = await request<RawBlock | null>('eth_getBlockByNumber', [tag, false])
    if (!raw) throw new InconsistentNode(`The node has no block ${tag}`)
    return raw
  }
  const receiptLogs = async (raw: RawBlock): Promise<RawLog[]> => {
    const receipts = await Promise.all(
      raw.transactions.map((hash) => request<RawReceipt | null>('eth_getTransactionReceipt', [hash])),
    )
    return receipts.flatMap((receipt, index) => {
      if (receipt?.blockHash !== raw.hash || receipt.transactionHash !== raw.transactions[index])
        throw new InconsistentNode('A receipt does not belong to its block or its transaction')
      return receipt.status === '0x1' ? receipt.logs : []
    })
  }
  return {
    network,
    chainId: chain.chainId,
    assets: chain.tokens
      .filter((token) => token.network === network)
      .map(({ symbol, name, address, decimals }) => ({
        symbol,
        name,
        network,
        tokenAddress: getAddress(address),
        decimals,
      })),
    gasCoin: {
      symbol: chain.nativeCoin,
      name: chain.nativeCoin,
      network,
      tokenAddress: zeroAddress,
      decimals: 18,
    },
    addressOf: (orderId) => {
      const salt = keccak256(toHex(`cardamom:${orderId}`))
      const address = getContractAddress({
        opcode: 'CREATE2',
        from: getAddress(chain.forwarderFactory),
        salt,
        bytecodeHash: chain.forwarderInitCodeHash as Hex,
      })
      return { address, salt }
    },
    readHead: async () => {
      const [head, finalized] = await Promise.all([readRawBlock('latest'), readRawBlock('finalized')])
      return { head: BigInt(head.number), finalized: BigInt(finalized.number) }
    },
    readBlock: async (number) => {
      const raw = await readRawBlock(toHex(number))
      if (BigInt(raw.number) !== number)
        throw new InconsistentNode(`The node answered block ${raw.number} for ${number}`)
      blooms.set(raw.hash, raw)
      if (blooms.size > 256) blooms.delete(blooms.keys().next().value ?? '')
      return {
        number,
        hash: raw.hash,
        parentHash: raw.parentHash,
        time: new Date(Number(raw.timestamp) * 1000),
      }
    },
    readTransfers: async (block, oursAmong) => {
      requireNoTransaction('The chain')
      const raw = blooms.get(block.hash)
      if (!raw) throw new InconsistentNode('Transfers were requested of a block that was not read')
      if (!mayContain(raw.logsBloom, transferTopic)) return []
      const transfers = (await receiptLogs(raw)).filter(isTransfer).map((log) => transferOf(log, block))
      if (transfers.length === 0) return []
      const ours = await oursAmong([...new Set(transfers.flatMap(({ from, to }) => [from, to]))])
      return transfers.filter(({ from, to }) => ours.has(from) || ours.has(to))
    },
    findTransaction: async (txHash, address) => {
      const receipt = await request<RawReceipt | null>('eth_getTransactionReceipt', [txHash])
      if (receipt) return receipt.logs.some((log) => isTransferTo(log, address)) ? 'here' : 'elsewhere'
      return (await request<object | null>('eth_getTransactionByHash', [txHash])) ? 'waiting' : 'nowhere'
    },
    treasury: getAddress(chain.treasury),
    ...createEvmPayouts(request, getAddress(chain.payoutWallet)),
    venueWallet: chain.venueWallet ? getAddress(chain.venueWallet) : null,
    readBalances: async ({ tokenAddress, addresses, block }) => {
      requireNoTransaction('The chain')
      const token = { address: getAddress(tokenAddress), abi: erc20Abi, functionName: 'balanceOf' } as const
      return Promise.all(
        addresses.map((address) =>
          client.readContract({ ...token, args: [getAddress(address)], blockNumber: block }),
        ),
      )
    },
  }
}
