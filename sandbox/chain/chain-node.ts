import { resolve } from 'node:path'
import type { ServiceClock } from '../kernel/service-clock.ts'
import { anvilRpc, type Rpc, type RpcBlock } from './anvil-rpc.ts'
import { startAnvil, type AnvilProcess } from './anvil-process.ts'
import type { Gate } from './gate.ts'
import type { Journal } from './journal.ts'

export type Head = { readonly number: number; readonly hash: `0x${string}`; readonly timeSeconds: number }

/** anvil and the way it comes back to exactly where it was. */
export type ChainNode = {
  /** Talks to anvil past the gate: only from inside it. */
  readonly rpc: Rpc
  readonly head: () => Head
  /** Reads the newest block and makes it the head. */
  readonly readHead: () => Promise<RpcBlock>
  readonly pid: () => number
  /** Starts anvil and replays the journal. Inside `gate.exclusive`. */
  readonly boot: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Blocks below the head whose state can be read and rolled back to, also right after a start. */
export const stateDepth = 64

/** Makes the same blocks again: anvil is deterministic, so they get the same hashes. */
const replayJournal = async ({ rpc, journal }: { rpc: Rpc; journal: Journal }) => {
  const headNumber = journal.blocksAfter(0).at(-1)?.number ?? 0
  const checkpoint = journal.checkpointAtMost(headNumber - stateDepth - 1)
  if (checkpoint) await rpc('anvil_loadState', [checkpoint.state])
  for (const { raws, timeSeconds } of journal.blocksAfter(checkpoint?.number ?? 0)) {
    for (const raw of raws) await rpc('eth_sendRawTransaction', [raw])
    await rpc('evm_mine', [{ timestamp: timeSeconds }])
  }
  for (const { hash, raw } of journal.waiting()) {
    await rpc('eth_sendRawTransaction', [raw]).catch(() => journal.dropWaiting(hash))
  }
}

export const createChainNode = (deps: {
  port: number
  dataDir: string
  clock: ServiceClock
  gate: Gate
  journal: Journal
}): ChainNode => {
  const { port, clock, gate, journal } = deps
  const dataDir = resolve(deps.dataDir)
  const rpc = anvilRpc(port)
  let head: Head = { number: 0, hash: '0x', timeSeconds: 0 }
  let anvil: AnvilProcess | null = null
  let stopping = false

  const readHead = async () => {
    const block = await rpc<RpcBlock>('eth_getBlockByNumber', ['latest', false])
    head = { number: Number(block.number), hash: block.hash, timeSeconds: Number(block.timestamp) }
    return block
  }

  const boot = async () => {
    const before = anvil
    anvil = null
    await before?.kill()
    const genesis = journal.fact('genesis_seconds') ?? String(Math.floor(clock.now().getTime() / 1000))
    journal.setFact('genesis_seconds', genesis)
    const started = await startAnvil({ port, dataDir, genesisSeconds: Number(genesis) })
    anvil = started
    await replayJournal({ rpc, journal })
    const { hash } = await readHead()
    const wanted = journal.blocksAfter(0).at(-1)
    if (wanted && wanted.hash !== hash) {
      throw new Error(`chain: block ${wanted.number} did not come back from the journal; remove ${dataDir}`)
    }
    void started.ended.then((said) => {
      if (stopping || anvil !== started) return
      process.stderr.write(`chain: anvil ended and is started again. ${said}\n`)
      return gate.exclusive(boot)
    })
  }

  return {
    rpc,
    head: () => head,
    readHead,
    pid: () => anvil?.pid ?? 0,
    boot,
    stop: async () => {
      stopping = true
      await anvil?.kill()
    },
  }
}
