import { bytesToHex } from '@ethereumjs/util'
import { RpcError } from '../json-rpc.ts'
import { accountIn } from './block-maker.ts'
import type { Methods } from './block-methods.ts'
import { hex } from './node-answers.ts'
import type { NodeChain } from './node-chain.ts'
import { addressFrom } from './rpc-params.ts'

/** JSON-RPC methods about accounts and contracts as they were at a block. */
export const stateMethods = ({ calls, pool }: NodeChain): Methods => ({
  eth_call: ([call, tag, overrides]) => {
    if (overrides) throw new RpcError(-32_602, 'state overrides are not supported')
    return calls.call(call, tag)
  },
  eth_estimateGas: async ([call, tag]) => hex(await calls.estimate(call, tag)),
  eth_getBalance: ([address, tag]) =>
    calls.atBlock(tag, async (vm) => hex((await accountIn(vm, addressFrom(address))).balance)),
  eth_getCode: ([address, tag]) =>
    calls.atBlock(tag, async (vm) => bytesToHex(await vm.stateManager.getCode(addressFrom(address)))),
  eth_getTransactionCount: ([address, tag]) =>
    calls.atBlock(tag, async (vm) => {
      const { nonce } = await accountIn(vm, addressFrom(address))
      return hex(tag === 'pending' ? pool.nonceAfter(addressFrom(address), nonce) : nonce)
    }),
})
