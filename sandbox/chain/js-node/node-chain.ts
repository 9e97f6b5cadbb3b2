import { hexToBytes } from '@ethereumjs/util'
import { accountIn, blockGasLimit, createMaker, firstBlock } from './block-maker.ts'
import { createArchive, type StoredBlock } from './node-archive.ts'
import { createCalls } from './node-calls.ts'
import { dump } from './node-dump.ts'
import { createPool } from './node-pool.ts'
import { chainRules, machineOver, writeGenesis, type NodeStore } from './node-state.ts'

/** The start of a chain: new at this second, or from the content of a dump. */
export type ChainStart =
  | { readonly seconds: number }
  | { readonly blocks: readonly StoredBlock[]; readonly nodes: NodeStore }

export const createNodeChain = async (start: ChainStart) => {
  const common = chainRules()
  const nodes: NodeStore = 'nodes' in start ? start.nodes : new Map<string, Uint8Array>()
  const archive = createArchive('blocks' in start ? start.blocks : [])
  const hashOf = (number: number) => archive.byNumber(number)?.hash
  const vm = await machineOver(nodes, common, hashOf)
  const standOnHead = async () => {
    await vm.stateManager.setStateRoot(hexToBytes(archive.head().stateRoot))
    vm.stateManager.originalStorageCache.clear()
  }
  if ('seconds' in start) {
    await writeGenesis(vm)
    const stateRoot = await vm.stateManager.getStateRoot()
    archive.add(firstBlock(common, { stateRoot, seconds: start.seconds }))
  } else await standOnHead()
  const pool = createPool({ common, blockGasLimit, accountOf: (address) => accountIn(vm, address) })
  return {
    common,
    archive,
    pool,
    calls: createCalls({ vm: await machineOver(nodes, common, hashOf), common, archive }),
    /** Makes one block of this time from the waiting transactions. */
    mine: createMaker({ vm, common, archive, pool }),
    /** Removes the last blocks and their effects. */
    rollback: async (depth: number) => {
      archive.cutAbove(archive.head().number - depth)
      await standOnHead()
    },
    dump: () => dump(archive.all(), nodes),
  }
}

export type NodeChain = Awaited<ReturnType<typeof createNodeChain>>
