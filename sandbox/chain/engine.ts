import type { Rpc } from './json-rpc.ts'

/** What makes the blocks: anvil as a process of its own, or a node in plain JavaScript inside of this one. */
export type EngineName = 'anvil' | 'js'

export type EngineOptions = {
  readonly port: number
  readonly dataDir: string
  readonly genesisSeconds: number
}

export type Engine = {
  readonly rpc: Rpc
  /** The process that runs the chain. */
  readonly pid: number
  /** Resolves with what it said on stderr, when it has ended. */
  readonly ended: Promise<string>
  readonly kill: () => Promise<void>
}
