import type { Common } from '@ethereumjs/common'
import { hexToBytes } from '@ethereumjs/util'
import { accountIn, blockGasLimit, createMaker, firstBlock } from './block-maker.ts'
import { createArchive, type Archive, type StoredBlock } from './node-archive.ts'
import { createCalls, type Calls } from './node-calls.ts'
import { dump } from './node-dump.ts'
import { createPool, type Pool } from './node-pool.ts'
import { chainRules, machineOver, writeGenesis, type NodeStore } from './node-state.ts'

/** The start of a chain: new at this second, or from the content of a dump. */
export type Beginning =
  | { readonly seconds: number }
  | { readonly blocks: readonly StoredBlock[]; readonly nodes: NodeStore }

export type NodeChain = {
  readonly common: Common
  readonly archive: Archive
  readonly pool: Pool
  readonly calls: Calls
  /** Makes one block of this time from the waiting transactions. */
  readonly mine: (seconds: number) => Promise<void>
  /** Removes the last blocks and their effects. */
  readonly rollback: (depth: number) => Promise<void>
  readonly dump: () => `0x${string}`
}

export const createNodeChain = async (beginning: Beginning): Promise<NodeChain> => {
  const common = chainRules()
  const nodes: NodeStore = 'nodes' in beginning ? beginning.nodes : new Map<string, Uint8Array>()
  const archive = createArchive('blocks' in beginning ? beginning.blocks : [])
  const hashOf = (number: number) => archive.byNumber(number)?.hash
  const vm = await machineOver(nodes, common, hashOf)
  const standOnHead = async () => {
    await vm.stateManager.setStateRoot(hexToBytes(archive.head().stateRoot))
    vm.stateManager.originalStorageCache.clear()
  }
  if ('seconds' in beginning) {
    await writeGenesis(vm)
    const stateRoot = await vm.stateManager.getStateRoot()
    archive.add(firstBlock(common, { stateRoot, seconds: beginning.seconds }))
  } else await standOnHead()
  const pool = createPool({ common, blockGasLimit, accountOf: (address) => accountIn(vm, address) })
  return {
    common,
    archive,
    pool,
    calls: createCalls({ vm: await machineOver(nodes, common, hashOf), common, archive }),
    mine: createMaker({ vm, common, archive, pool }),
    rollback: async (depth) => {
      archive.cutAbove(archive.head().number - depth)
      await standOnHead()
    },
    dump: () => dump(archive.all(), nodes),
  }
}
