import { resolve } from 'node:path'
import type { ServiceClock } from '../kernel/service-clock.ts'
import type { Engine, EngineName } from './engine.ts'
import { startEngine } from './engines.ts'
import type { Gate } from './gate.ts'
import type { Journal } from './journal.ts'
import type { Rpc, RpcBlock } from './json-rpc.ts'

export type Head = { readonly number: number; readonly hash: `0x${string}`; readonly timeSeconds: number }

/** The engine, and how a start restores its exact state. */
export type ChainNode = {
  readonly engine: EngineName
  /** Calls the engine without the gate; allowed only inside of it. */
  readonly rpc: Rpc
  readonly head: () => Head
  /** Reads the newest block and stores it as the head. */
  readonly readHead: () => Promise<RpcBlock>
  readonly pid: () => number
  /** Starts the engine and replays the journal. Inside `gate.exclusive`. */
  readonly boot: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Blocks below the head whose state can be read and rolled back to, also right after a start. */
export const stateDepth = 64

/** Makes the same blocks again; both engines are deterministic, so the hashes are the same. */
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
  engine: EngineName
  port: number
  dataDir: string
  clock: ServiceClock
  gate: Gate
  journal: Journal
}): ChainNode => {
  const { port, clock, gate, journal } = deps
  const dataDir = resolve(deps.dataDir)
  let head: Head = { number: 0, hash: '0x', timeSeconds: 0 }
  let running: Engine | null = null
  let stopping = false
  const rpc: Rpc = async (method, params) => {
    if (!running) throw new Error('chain: the node is not running')
    return running.rpc(method, params)
  }

  const readHead = async () => {
    const block = await rpc<RpcBlock>('eth_getBlockByNumber', ['latest', false])
    head = { number: Number(block.number), hash: block.hash, timeSeconds: Number(block.timestamp) }
    return block
  }

  const boot = async () => {
    const before = running
    running = null
    await before?.kill()
    const genesis = journal.fact('genesis_seconds') ?? String(Math.floor(clock.now().getTime() / 1000))
    journal.setFact('genesis_seconds', genesis)
    const started = await startEngine(deps.engine, { port, dataDir, genesisSeconds: Number(genesis) })
    running = started
    await replayJournal({ rpc, journal })
    const { hash } = await readHead()
    const wanted = journal.blocksAfter(0).at(-1)
    if (wanted && wanted.hash !== hash) {
      throw new Error(
        `chain: block ${wanted.number} could not be replayed from the journal; remove ${dataDir}`,
      )
    }
    void started.ended.then((said) => {
      if (stopping || running !== started) return
      process.stderr.write(`chain: ${deps.engine} ended and is started again. ${said}\n`)
      return gate.exclusive(boot)
    })
  }

  return {
    engine: deps.engine,
    rpc,
    head: () => head,
    readHead,
    pid: () => running?.pid ?? 0,
    boot,
    stop: async () => {
      stopping = true
      await running?.kill()
    },
  }
}
