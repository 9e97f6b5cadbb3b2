import type { ServiceClock } from '../kernel/service-clock.ts'
import type { RpcBlock } from './json-rpc.ts'
import { stateDepth, type ChainNode, type Head } from './chain-node.ts'
import type { Gate } from './gate.ts'
import type { Journal } from './journal.ts'

type Hex = `0x${string}`

/** What happens to the transactions of the blocks that a reorganisation removes. */
export type ReorgTransactions = 'drop' | 'remine' | 'pool'

type ReorgWish = { readonly depth: number; readonly transactions: ReorgTransactions }
type ReorgOutcome = {
  readonly dropped: readonly Hex[]
  readonly oldHead: Hex
  readonly newHead: Hex
  readonly head: number
}

export type Miner = {
  /**
   * Sends a signed transaction to the node and has it mined soon. Throws RpcError when the node refuses it.
   */
  readonly submit: (raw: Hex) => Promise<Hex>
  /** Mines waiting transactions now, unless mining is paused. */
  readonly settle: () => Promise<void>
  readonly mine: (blocks: number) => Promise<Head>
  readonly reorg: (wish: ReorgWish) => Promise<ReorgOutcome>
  readonly isPaused: () => boolean
  readonly setPaused: (paused: boolean) => void
}

/** Pause before a transaction's block: transactions that arrive together are mined together. */
const gatherMs = 30
const checkpointBlocks = 256

/** Base fee of the next block (EIP-1559). */
const feeAfter = (parent: RpcBlock): bigint => {
  const fee = BigInt(parent.baseFeePerGas)
  const used = BigInt(parent.gasUsed)
  const target = BigInt(parent.gasLimit) / 2n
  if (used <= target) return fee - (fee * (target - used)) / target / 8n
  const rise = (fee * (used - target)) / target / 8n
  return fee + (rise > 0n ? rise : 1n)
}

type MinerDeps = {
  readonly node: ChainNode
  readonly gate: Gate
  readonly journal: Journal
  readonly clock: ServiceClock
}
type RemovedTransaction = { readonly raw: Hex; readonly hash: Hex }

/** Makes and removes blocks. It may only be used inside `gate.exclusive`. */
const createBlockMaker = ({ node, journal, clock }: MinerDeps) => {
  const { rpc } = node
  const checkpoint = async (number: number) => {
    // A dump costs more the longer the chain is: at a fiftieth of its length both dumps and replays are
    // short.
    const due = journal.newestCheckpoint() + Math.max(checkpointBlocks, Math.floor(number / 50))
    if (number < due) return
    journal.addCheckpoint({ number, state: await rpc<Hex>('anvil_dumpState') })
  }
  return {
    mineOne: async (atLeastSeconds = 0) => {
      const nowSeconds = Math.floor(clock.now().getTime() / 1000)
      // Several blocks may have the same second: a burst of blocks must not pass the clock that decides about
      // deadlines.
      const timeSeconds = Math.max(nowSeconds, node.head().timeSeconds, atLeastSeconds)
      await rpc('evm_mine', [{ timestamp: timeSeconds }])
      const { hash, transactions } = await node.readHead()
      const number = node.head().number
      const raws: Hex[] = []
      for (const each of transactions) raws.push(await rpc<Hex>('eth_getRawTransactionByHash', [each]))
      journal.addBlock({ number, hash, timeSeconds, raws }, transactions)
      await checkpoint(number)
      return transactions
    },
    /** Returns the transactions of the removed blocks. */
    rollback: async (depth: number): Promise<readonly RemovedTransaction[]> => {
      const base = node.head().number - depth
      const removed: RemovedTransaction[] = []
      for (const { number, raws } of journal.blocksAfter(base)) {
        const block = await rpc<RpcBlock>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
        removed.push(...block.transactions.map((hash, index) => ({ hash, raw: raws[index]! })))
      }
      await rpc('anvil_rollback', [depth])
      journal.cutAbove(base)
      // anvil would continue with the fee of the removed branch, which no replay could repeat.
      const feeHex = `0x${feeAfter(await node.readHead()).toString(16)}`
      await rpc('anvil_setNextBlockBaseFeePerGas', [feeHex])
      return removed
    },
    putBack: async (removed: readonly RemovedTransaction[]) => {
      for (const { raw, hash } of removed) {
        await rpc('eth_sendRawTransaction', [raw])
        journal.addWaiting(hash, raw)
      }
    },
  }
}

const createReorganiser = ({ node, journal }: MinerDeps, blocks: ReturnType<typeof createBlockMaker>) => {
  return async ({ depth, transactions }: ReorgWish): Promise<ReorgOutcome> => {
    const first = Number(journal.fact('start_block') ?? 0)
    if (depth > stateDepth || node.head().number - depth < first) {
      throw new RangeError(
        `at most ${Math.min(stateDepth, node.head().number - first)} blocks can be replaced`,
      )
    }
    const old = node.head()
    const removed = await blocks.rollback(depth)
    // The new branch has later times, so the same transactions never have the same hash again.
    for (let mined = 0; mined < depth; mined += 1) await blocks.mineOne(old.timeSeconds + 1)
    if (transactions === 'remine') await blocks.putBack(removed)
    await blocks.mineOne()
    if (transactions === 'pool') await blocks.putBack(removed)
    const dropped = transactions === 'remine' ? [] : removed.map(({ hash }) => hash)
    return { dropped, oldHead: old.hash, newHead: node.head().hash, head: node.head().number }
  }
}

/** The only code that mines: each block is in the journal before the gate lets anybody read it. */
export const createMiner = (deps: MinerDeps): Miner => {
  const { node, gate, journal } = deps
  const blocks = createBlockMaker(deps)
  const { mineOne } = blocks
  const reorganise = createReorganiser(deps, blocks)
  let timer: NodeJS.Timeout | undefined

  const isPaused = () => journal.fact('mining_paused') === '1'
  const mineWaiting = async () => {
    clearTimeout(timer)
    timer = undefined
    await gate.exclusive(async () => {
      if (isPaused()) return
      // A transaction may have to wait for the next block, because its nonce follows one of this block.
      while (journal.waiting().length > 0 && (await mineOne()).length > 0);
    })
  }
  const mineSoon = () => {
    timer ??= setTimeout(() => {
      mineWaiting().catch((cause: unknown) => process.stderr.write(`chain: ${String(cause)}\n`))
    }, gatherMs)
  }

  return {
    submit: async (raw) => {
      const hash = await gate.shared(async () => {
        const accepted = await node.rpc<Hex>('eth_sendRawTransaction', [raw])
        journal.addWaiting(accepted, raw)
        return accepted
      })
      if (!isPaused()) mineSoon()
      return hash
    },
    settle: mineWaiting,
    mine: async (blocks) => {
      for (let mined = 0; mined < blocks; mined += 1) {
        await gate.exclusive(() => mineOne())
        // Readers run between two blocks.
        await new Promise((done) => setImmediate(done))
      }
      return node.head()
    },
    reorg: (wish) => gate.exclusive(() => reorganise(wish)),
    isPaused,
    setPaused: (paused) => {
      journal.setFact('mining_paused', paused ? '1' : '0')
      if (!paused) mineSoon()
    },
  }
}
