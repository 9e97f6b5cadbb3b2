import {
  BaseError,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  RpcRequestError,
  toHex,
  type Hex,
} from 'viem'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { BroadcastOutcome, FinalUse, PayoutRail, SignedPayment } from './payout-port.ts'

type Request = <T>(method: string, params: unknown[]) => Promise<T>
type RawTransaction = { hash: Hex; from: Hex; nonce: Hex }
type RawBlock = { number: Hex; hash: Hex; baseFeePerGas?: Hex; transactions: RawTransaction[] }
type RawReceipt = { status: Hex; blockHash: Hex; blockNumber: Hex }
/** Some nodes leave out the price. */
type RawFee = { from: Hex; blockNumber: Hex; gasUsed?: Hex; effectiveGasPrice?: Hex }

/** Twice the base fee stays enough while six full blocks follow each other. */
const baseFeeTimes = 2n
/**
 * Room above the estimate. A transfer costs more to an address without coins than to one with coins, and that may change
 * before its block. Gas that is not used is not paid.
 */
const gasRoom = 5n
const leastGas = 100_000n

/** What a node says when it refuses a transaction. Nodes agree on these texts, not on codes. */
const saidBy: readonly (readonly [RegExp, BroadcastOutcome])[] = [
  [/already known|known transaction|already imported/, 'accepted'],
  [/nonce too low/, 'nonce_used'],
  [/underpriced|fee too low/, 'too_cheap'],
  [/insufficient funds/, 'no_gas'],
]

/** What a node answered instead of a result; null: it did not answer. */
const answerOf = (error: unknown): string | null => {
  const answer = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null
  return answer instanceof RpcRequestError ? answer.details.toLowerCase() : null
}

/** Whether the contract refuses the call, as far as the node can tell. */
const isRefusal = (error: unknown): boolean => /revert/.test(answerOf(error) ?? '')

const outcomeOf = (error: unknown): BroadcastOutcome => {
  const text = answerOf(error)
  if (text === null) return 'unknown'
  return saidBy.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused'
}

const decoded = async (signedBytes: string): Promise<SignedPayment> => {
  const of = parseTransaction(signedBytes as Hex)
  return {
    txHash: keccak256(signedBytes as Hex),
    from: await recoverTransactionAddress({ serializedTransaction: signedBytes as never }),
    chainId: of.chainId ?? 0,
    nonce: BigInt(of.nonce ?? 0),
    tokenAddress: of.to ? getAddress(of.to) : null,
    value: of.value ?? 0n,
    data: of.data ?? '0x',
    gas: of.gas ?? 0n,
    maxFeeWei: of.maxFeePerGas ?? 0n,
    tipWei: of.maxPriorityFeePerGas ?? 0n,
  }
}

const transferData = (to: string, contractUnits: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), contractUnits] })

/** What payouts need of an EVM chain. The wallet's key is not here: the signer has it. */
export const createEvmPayouts = (request: Request, payoutWallet: string): PayoutRail => {
  const countAt = async (block: bigint | 'latest') =>
    BigInt(
      await request<Hex>('eth_getTransactionCount', [
        payoutWallet,
        block === 'latest' ? block : toHex(block),
      ]),
    )
  const blockOf = async (tag: string): Promise<RawBlock> => {
    const block = await request<RawBlock | null>('eth_getBlockByNumber', [tag, true])
    if (!block) throw new Error(`The node has no block ${tag}`)
    return block
  }
  /** The first block after which the wallet has used `nonce`; it is known that `last` is not before it. */
  const findBlock = async (nonce: bigint, last: bigint): Promise<bigint> => {
    let [after, until] = [-1n, last]
    for (let step = 1n; until - step >= 0n; step *= 2n) {
      const before = until - step
      if ((await countAt(before)) <= nonce) {
        after = before
        break
      }
      until = before
    }
    while (until - after > 1n) {
      const middle = (after + until) / 2n
      if ((await countAt(middle)) > nonce) until = middle
      else after = middle
    }
    return until
  }
  return {
    payoutWallet,
    readNonce: (block) => countAt(block ?? 'latest'),
    readGasBalance: async () => BigInt(await request<Hex>('eth_getBalance', [payoutWallet, 'latest'])),
    readCoins: async ({ addresses, block }) => {
      requireNoTransaction('The chain')
      const held = await Promise.all(
        addresses.map((address) => request<Hex>('eth_getBalance', [address, toHex(block)])),
      )
      return held.reduce((sum, wei) => sum + BigInt(wei), 0n)
    },
    readFees: async () => {
      const [{ baseFeePerGas }, tip] = await Promise.all([
        blockOf('latest'),
        request<Hex>('eth_maxPriorityFeePerGas', []),
      ])
      const tipWei = BigInt(tip) || 1n
      return { tipWei, maxFeeWei: BigInt(baseFeePerGas ?? '0x0') * baseFeeTimes + tipWei }
    },
    estimateTransfer: async ({ tokenAddress, to, contractUnits }) => {
      requireNoTransaction('The chain')
      const call = { from: payoutWallet, to: tokenAddress, data: transferData(to, contractUnits) }
      const estimated = await request<Hex>('eth_estimateGas', [call]).catch((error: unknown) => {
        if (isRefusal(error)) return null
        throw error
      })
      if (estimated === null) return null
      const gas = BigInt(estimated)
      const withRoom = gas + gas / gasRoom
      return withRoom > leastGas ? withRoom : leastGas
    },
    transferData,
    decode: decoded,
    broadcastSigned: async (signedBytes) => {
      requireNoTransaction('The chain')
      try {
        await request<Hex>('eth_sendRawTransaction', [signedBytes])
        return 'accepted'
      } catch (error) {
        return outcomeOf(error)
      }
    },
    findPending: async (txHash) => {
      const receipt = await request<RawReceipt | null>('eth_getTransactionReceipt', [txHash])
      if (receipt) return { blockNumber: BigInt(receipt.blockNumber) }
      const isKnown = (await request<object | null>('eth_getTransactionByHash', [txHash])) !== null
      return isKnown ? { blockNumber: null } : null
    },
    readFee: async (txHash) => {
      const receipt = await request<RawFee | null>('eth_getTransactionReceipt', [txHash])
      if (!receipt?.gasUsed || !receipt.effectiveGasPrice) return null
      const feeWei = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      return { from: getAddress(receipt.from), feeWei, blockNumber: BigInt(receipt.blockNumber) }
    },
    findFinalUse: async (nonce): Promise<FinalUse | null> => {
      const last = BigInt((await blockOf('finalized')).number)
      if ((await countAt(last)) <= nonce) return null
      const block = await blockOf(toHex(await findBlock(nonce, last)))
      const found = block.transactions.find(
        (each) => each.from.toLowerCase() === payoutWallet.toLowerCase() && BigInt(each.nonce) === nonce,
      )
      const receipt = found && (await request<RawReceipt | null>('eth_getTransactionReceipt', [found.hash]))
      if (!found || receipt?.blockHash !== block.hash)
        throw new Error('The node contradicts itself about a nonce of the payout wallet')
      return { txHash: found.hash, blockNumber: BigInt(block.number), isOk: receipt.status === '0x1' }
    },
  }
}
