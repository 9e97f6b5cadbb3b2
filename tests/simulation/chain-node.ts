import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  parseAbi,
  toFunctionSelector,
  toHex,
  type Hex,
} from 'viem'
import { blockJson, receiptJson, type Block, type TokenTransfer } from './chain-blocks.ts'
import { payoutUnits } from './chain-facts.ts'
import { createPaymentPool, isPayment, type PaymentFault } from './chain-payments.ts'
import { payoutAccount } from '../support/test-signer.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const payoutWallet = payoutAccount.address.toLowerCase()
const tipWei = 1_000_000_000n
const transferGas = 60_000n
const etherWei = 10n ** 20n
const balanceSelector = toFunctionSelector('balanceOf(address)')
/** How many blocks above a block make it final, as in the sandbox's chain. */
const finalDepth = 2n

/** A wrong answer that the node sends once. */
export type NodeFault = 'other_block' | 'other_receipt' | 'twice' | 'partly'

export type ChainNode = {
  readonly url: string
  readonly height: () => bigint
  readonly finalized: () => bigint
  /** Mines a block of these transfers. */
  readonly mine: (transfers?: readonly TokenTransfer[]) => void
  /** Removes the newest blocks and returns their transfers. The next mined blocks get their numbers. */
  readonly drop: (depth: number) => readonly TokenTransfer[]
  /** Transfers in final blocks. */
  readonly finalTransfers: () => readonly TokenTransfer[]
  readonly setDown: (down: boolean) => void
  readonly inject: (fault: NodeFault) => void
  readonly injectPayment: (fault: PaymentFault) => void
  /** While fees are high, no block takes the payments that were signed before. */
  readonly setDear: (dear: boolean) => void
  /** The payout wallet has coins from the start of the chain, as the book of the run says. */
  readonly fundPayouts: () => void
  /** Units of a token that the payout wallet had at the start. */
  readonly firstPayoutUnits: (token: string) => bigint
  /** How many payments wait for a block. */
  readonly waitingPayments: () => number
  /** Sets the price of a feed, in units of 10^-8; `ageSeconds` is the age that the feed reports. */
  readonly setFeed: (address: string, feed: { answer: bigint; ageSeconds: number }) => void
  readonly stop: () => Promise<void>
}

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
type Deps = {
  readonly nowMs: () => number
  readonly random: (bytes: number) => Buffer
  /** A planted fault: each header names as its parent the block that was requested before it. */
  readonly hidesReorgs?: boolean
}

const createBlocks = ({ nowMs, random }: Deps) => {
  const pool = createPaymentPool()
  const hash = () => toHex(random(32))
  const chain: Block[] = [
    { number: 0n, hash: hash(), parentHash: hash(), atSeconds: Math.floor(nowMs() / 1000), transfers: [] },
  ]
  const head = () => chain.at(-1)!
  const finalized = () => (head().number > finalDepth ? head().number - finalDepth : 0n)
  const upTo = (last: bigint) => chain.filter(({ number }) => number <= last)
  /** How many nonces of the payout wallet the blocks have until this one. */
  const usedAt = (last: bigint) =>
    BigInt(upTo(last).reduce((sum, { transfers }) => sum + transfers.filter(isPayment).length, 0))
  return {
    pool,
    head,
    finalized,
    usedAt,
    mine: (transfers: readonly TokenTransfer[] = []) => {
      const { number, hash: parentHash } = head()
      const atSeconds = Math.floor(nowMs() / 1000)
      const all = [...transfers, ...pool.next(usedAt(number))]
      chain.push({ number: number + 1n, hash: hash(), parentHash, atSeconds, transfers: all })
    },
    drop: (depth: number) => {
      const dropped = chain.splice(Math.max(chain.length - depth, 1)).flatMap(({ transfers }) => transfers)
      pool.putBack(dropped.filter(isPayment))
      return dropped.filter((each) => !isPayment(each))
    },
    at: (tag: string): Block | undefined => {
      if (tag === 'latest') return head()
      return chain[Number(tag === 'finalized' ? finalized() : BigInt(tag))]
    },
    holding: (txHash: string) =>
      chain.find(({ transfers }) => transfers.some((transfer) => transfer.txHash === txHash)),
    until: (tag: string) => upTo(BigInt(tag)).flatMap(({ transfers }) => transfers),
    finalTransfers: () => upTo(finalized()).flatMap(({ transfers }) => transfers),
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))

/**
 * The test's own chain: blocks on demand, reorganisations, wrong answers, and JSON-RPC as the adapters use
 * it.
 */
export const startChainNode = async (deps: Deps): Promise<ChainNode> => {
  const blocks = createBlocks(deps)
  const feeds = new Map<string, { answer: bigint; ageSeconds: number }>()
  const shown = new Map<bigint, Hex>()
  let faults: NodeFault[] = []
  let isDown = false
  let arePayoutsFunded = false
  const firstPayoutUnits = (token: string) => (arePayoutsFunded ? payoutUnits(token) : 0n)
  const useFault = (fault: NodeFault): boolean => {
    const index = faults.indexOf(fault)
    if (index >= 0) faults = faults.toSpliced(index, 1)
    return index >= 0
  }
  /** A block with its payments; those of payers are not requested. */
  const fullBlock = (tag: string) => {
    const block = blocks.at(tag)
    if (!block) return null
    const transactions = block.transfers
      .filter(isPayment)
      .map(({ txHash, from, nonce }) => ({ hash: txHash, from, nonce: toHex(nonce) }))
    return { ...blockJson(block), baseFeePerGas: toHex(blocks.pool.feeWei()), transactions }
  }
  const header = (tag: string) => {
    const calls = blocks.at(tag)
    const isByNumber = tag.startsWith('0x')
    const block = isByNumber && useFault('other_block') ? blocks.at('finalized') : calls
    if (!block) return null
    const json = blockJson(block)
    if (!isByNumber) return json
    const parentHash = deps.hidesReorgs ? (shown.get(block.number - 1n) ?? json.parentHash) : json.parentHash
    shown.set(block.number, block.hash)
    return { ...json, parentHash }
  }
  /** Units of a token that an address has at a block. Only the payout wallet sends, and it has coins from the start. */
  const balanceAnswer = ({ to, data }: { to: string; data: Hex }, tag: string): Hex => {
    const [owner] = decodeFunctionData({ abi: erc20Abi, data }).args ?? []
    const [address, token] = [String(owner).toLowerCase(), to.toLowerCase()]
    const counted = blocks.until(tag).filter((each) => each.token === token && each.isOk !== false)
    const sumOf = (side: 'to' | 'from') =>
      counted
        .filter((each) => each[side]?.toLowerCase() === address)
        .reduce((sum, { units }) => sum + units, 0n)
    const first = address === payoutWallet ? firstPayoutUnits(token) : 0n
    const result = first + sumOf('to') - sumOf('from')
    return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result })
  }
  const feedAnswer = ({ to }: { to: string }): Hex => {
    const feed = feeds.get(to.toLowerCase())
    if (!feed) throw new Error(`No contract at ${to}`)
    const at = BigInt(Math.floor(deps.nowMs() / 1000) - feed.ageSeconds)
    const result = [1n, feed.answer, at, at, 1n] as const
    return encodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', result })
  }
  /** What the signer and payouts read. */
  const answerPayer = (method: string, [first, last]: readonly unknown[]): unknown => {
    const head = blocks.head().number
    if (method === 'eth_chainId') return toHex(31_337)
    if (method === 'eth_getBalance') return toHex(etherWei)
    if (method === 'eth_maxPriorityFeePerGas') return toHex(tipWei)
    if (method === 'eth_estimateGas') return toHex(transferGas)
    if (method === 'eth_getTransactionCount')
      return toHex(blocks.usedAt(last === 'latest' ? head : BigInt(String(last))))
    if (method === 'eth_sendRawTransaction') return blocks.pool.send(first as Hex, blocks.usedAt(head))
    throw new Error(`${method} is not supported`)
  }
  const answer = ({ method, params }: Call): unknown => {
    const first = String(params[0])
    const holder = blocks.holding(first)
    if (method === 'eth_getBlockByNumber') return params[1] === true ? fullBlock(first) : header(first)
    if (method === 'eth_call') {
      const sent = params[0] as { to: string; data: Hex }
      return sent.data.startsWith(balanceSelector) ? balanceAnswer(sent, String(params[1])) : feedAnswer(sent)
    }
    if (method === 'eth_getTransactionByHash')
      return holder || blocks.pool.isWaiting(first) ? { hash: first } : null
    if (method !== 'eth_getTransactionReceipt') return answerPayer(method, params)
    const block = useFault('other_receipt') ? blocks.at('finalized') : holder
    return block ? receiptJson(block, first as Hex) : null
  }
  const answerOne = (call: Call) => {
    try {
      return { jsonrpc: '2.0', id: call.id, result: answer(call) }
    } catch (error) {
      return { jsonrpc: '2.0', id: call.id, error: { code: -32_000, message: (error as Error).message } }
    }
  }
  /** Answers a batch as a proxy in front of the node would. */
  const tell = <T>(answers: T | T[]): T | T[] => {
    if (!Array.isArray(answers)) return answers
    if (useFault('twice')) return [...answers, ...answers]
    return useFault('partly') ? answers.slice(1) : answers
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (isDown) return void request.socket.destroy()
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const block = JSON.parse(text) as Call | Call[]
    const answers = Array.isArray(block) ? block.map(answerOne) : answerOne(block)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tell(answers)))
  }
  const server = createServer((request, response) => void serve(request, response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    height: () => blocks.head().number,
    finalized: blocks.finalized,
    mine: blocks.mine,
    drop: blocks.drop,
    finalTransfers: blocks.finalTransfers,
    setDown: (down) => {
      isDown = down
    },
    inject: (fault) => {
      faults = [...faults, fault]
    },
    injectPayment: blocks.pool.inject,
    setDear: blocks.pool.setDear,
    waitingPayments: blocks.pool.count,
    fundPayouts: () => {
      arePayoutsFunded = true
    },
    firstPayoutUnits,
    setFeed: (address, feed) => {
      feeds.set(address.toLowerCase(), feed)
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
