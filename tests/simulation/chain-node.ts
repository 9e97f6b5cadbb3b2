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

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
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
  const hash = () => toHex(random(32))
  const chain: Block[] = [
    { number: 0n, hash: hash(), parentHash: hash(), atSeconds: Math.floor(nowMs() / 1000), transfers: [] },
  ]
  const head = () => chain.at(-1)!
  const finalized = () => (head().number > finalDepth ? head().number - finalDepth : 0n)
  return {
    head,
    finalized,
    mine: (transfers: readonly TokenTransfer[] = []) => {
      const { number, hash: parentHash } = head()
      const atSeconds = Math.floor(nowMs() / 1000)
      chain.push({ number: number + 1n, hash: hash(), parentHash, atSeconds, transfers })
    },
    drop: (depth: number) =>
      chain.splice(Math.max(chain.length - depth, 1)).flatMap(({ transfers }) => transfers),
    at: (tag: string): Block | undefined => {
      if (tag === 'latest') return head()
      return chain[Number(tag === 'finalized' ? finalized() : BigInt(tag))]
    },
    holding: (txHash: string) =>
      chain.find(({ transfers }) => transfers.some((transfer) => transfer.txHash === txHash)),
    until: (tag: string) =>
      chain.filter(({ number }) => number <= BigInt(tag)).flatMap(({ transfers }) => transfers),
    finalTransfers: () =>
      chain.filter(({ number }) => number <= finalized()).flatMap(({ transfers }) => transfers),
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
  const useFault = (fault: NodeFault): boolean => {
    const index = faults.indexOf(fault)
    if (index >= 0) faults = faults.toSpliced(index, 1)
    return index >= 0
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
  /** Units of a token that an address has received until a block. */
  const balanceAnswer = ({ to, data }: { to: string; data: Hex }, tag: string): Hex => {
    const [owner] = decodeFunctionData({ abi: erc20Abi, data }).args ?? []
    const result = blocks
      .until(tag)
      .filter(
        (each) => each.token === to.toLowerCase() && each.to.toLowerCase() === String(owner).toLowerCase(),
      )
      .reduce((sum, { units }) => sum + units, 0n)
    return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result })
  }
  const feedAnswer = ({ to }: { to: string }): Hex => {
    const feed = feeds.get(to.toLowerCase())
    if (!feed) throw new Error(`No contract at ${to}`)
    const at = BigInt(Math.floor(deps.nowMs() / 1000) - feed.ageSeconds)
    const result = [1n, feed.answer, at, at, 1n] as const
    return encodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', result })
  }
  const answer = ({ method, params }: Call): unknown => {
    const first = String(params[0])
    const holder = blocks.holding(first)
    if (method === 'eth_getBlockByNumber') return header(first)
    if (method === 'eth_call') {
      const sent = params[0] as { to: string; data: Hex }
      return sent.data.startsWith(balanceSelector) ? balanceAnswer(sent, String(params[1])) : feedAnswer(sent)
    }
    if (method === 'eth_getTransactionByHash') return holder ? { hash: first } : null
    if (method !== 'eth_getTransactionReceipt') throw new Error(`${method} is not supported`)
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
