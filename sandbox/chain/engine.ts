import type { Rpc } from './json-rpc.ts'

/** The engine that makes the blocks: anvil in its own process, or a node in plain JavaScript in this one. */
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
  /** Resolves with its stderr output when it has ended. */
  readonly ended: Promise<string>
  readonly kill: () => Promise<void>
}
