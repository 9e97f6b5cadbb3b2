import { bytesToHex } from '@ethereumjs/util'
import { RpcError, type Rpc } from '../json-rpc.ts'
import { blockOf } from './block-maker.ts'
import { blockMethods, type Methods } from './block-methods.ts'
import { hex } from './node-answers.ts'
import { createNodeChain, type ChainStart, type NodeChain } from './node-chain.ts'
import { undump } from './node-dump.ts'
import { bytesFrom, objectFrom } from './rpc-params.ts'
import { stateMethods } from './state-methods.ts'

const tip = 1_000_000_000n

const factMethods = ({ common, archive }: NodeChain): Methods => ({
  eth_chainId: () => hex(common.chainId()),
  net_version: () => String(common.chainId()),
  web3_clientVersion: () => `ethereumjs/node-${process.version}`,
  eth_maxPriorityFeePerGas: () => hex(tip),
  eth_gasPrice: () => hex(blockOf(archive.head(), common).header.calcNextBaseFee() + tip),
})

/**
 * Methods that change the chain, with anvil's names, so that the miner calls both engines in the same way.
 */
const changeMethods = ({ pool, mine, rollback, dump }: NodeChain): Methods => ({
  eth_sendRawTransaction: ([raw]) => pool.add(bytesToHex(bytesFrom(raw))),
  evm_mine: ([options]) => mine(Number(objectFrom(options)['timestamp'])),
  anvil_rollback: ([depth]) => rollback(Number(depth)),
  // Here the fee always follows from the parent block.
  anvil_setNextBlockBaseFeePerGas: () => null,
  anvil_dumpState: () => dump(),
})

const methodsOf = async (start: ChainStart): Promise<Methods> => {
  const chain = await createNodeChain(start)
  return { ...blockMethods(chain), ...stateMethods(chain), ...factMethods(chain), ...changeMethods(chain) }
}

/** A node in plain JavaScript in this process, for the platforms that anvil does not support. */
export const startJsNode = async (options: { genesisSeconds: number }): Promise<Rpc> => {
  let methods = await methodsOf({ seconds: options.genesisSeconds })
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    if (method === 'anvil_loadState') {
      methods = await methodsOf(undump(String(params[0])))
      return true as T
    }
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!answer) throw new RpcError(-32_601, `the method ${method} does not exist/is not available`)
    return (await answer(params)) as T
  }
}
