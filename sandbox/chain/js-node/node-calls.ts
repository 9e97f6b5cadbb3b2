import type { Common } from '@ethereumjs/common'
import { createLegacyTx } from '@ethereumjs/tx'
import { bytesToHex, hexToBytes, type Address } from '@ethereumjs/util'
import type { VM } from '@ethereumjs/vm'
import { decodeErrorResult, parseAbi } from 'viem'
import { RpcError } from '../json-rpc.ts'
import { blockGasLimit, blockOf } from './block-maker.ts'
import type { Archive, StoredBlock } from './node-archive.ts'
import { addressFrom, blockFrom, bytesFrom, objectFrom, quantityFrom } from './rpc-params.ts'

/** Reads of a state: each uses the root of its block and changes nothing. */
export type Calls = {
  readonly atBlock: <T>(tag: unknown, read: (vm: VM, block: StoredBlock) => Promise<T>) => Promise<T>
  readonly call: (input: unknown, tag: unknown) => Promise<string>
  readonly estimate: (input: unknown, tag: unknown) => Promise<bigint>
}

type Wish = {
  readonly caller: Address
  readonly to: Address | undefined
  readonly data: Uint8Array
  readonly value: bigint
  readonly gas: bigint
  readonly gasPrice: bigint
}
/** The gas stipend of a call with ether (EIP-150); it must be available at the start too. */
const stipend = 2300n
const zeroAddress = '0x0000000000000000000000000000000000000000'

const wishFrom = (input: unknown): Wish => {
  const call = objectFrom(input)
  return {
    caller: addressFrom(call['from'] ?? zeroAddress),
    to: call['to'] === undefined || call['to'] === null ? undefined : addressFrom(call['to']),
    data: bytesFrom(call['input'] ?? call['data']),
    value: quantityFrom(call['value'], 0n),
    gas: quantityFrom(call['gas'], blockGasLimit),
    gasPrice: quantityFrom(call['gasPrice'] ?? call['maxFeePerGas'], 0n),
  }
}

const reasons = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const reasonOf = (data: `0x${string}`): string => {
  try {
    return `: ${String(decodeErrorResult({ abi: reasons, data }).args[0])}`
  } catch {
    return ''
  }
}

type Outcome = { readonly returned: Uint8Array; readonly gasUsed: bigint; readonly failed: string | null }

const answered = ({ returned, failed }: Outcome): `0x${string}` => {
  const data = bytesToHex(returned)
  if (failed === null) return data
  if (failed === 'revert') throw new RpcError(3, `execution reverted${reasonOf(data)}`, data)
  throw new RpcError(-32_000, failed)
}

export const createCalls = (deps: { vm: VM; common: Common; archive: Archive }): Calls => {
  const { vm, common, archive } = deps
  let turn: Promise<unknown> = Promise.resolve()

  // All reads share one machine, so they run one after the other.
  const atBlock: Calls['atBlock'] = (tag, read) => {
    const reading = turn.then(async () => {
      const block = blockFrom(tag, archive)
      await vm.stateManager.setStateRoot(hexToBytes(block.stateRoot))
      vm.stateManager.originalStorageCache.clear()
      return read(vm, block)
    })
    turn = reading.catch(() => undefined)
    return reading
  }
  const run = async (wish: Wish, block: StoredBlock, gasLimit: bigint): Promise<Outcome> => {
    await vm.stateManager.checkpoint()
    try {
      const { caller, to, data, value, gasPrice } = wish
      const { execResult } = await vm.evm.runCall({
        caller,
        ...(to ? { to } : {}),
        data,
        value,
        gasLimit,
        gasPrice,
        block: blockOf(block, common),
        skipBalance: true,
      })
      return {
        returned: execResult.returnValue,
        gasUsed: execResult.executionGasUsed,
        failed: execResult.exceptionError?.error ?? null,
      }
    } finally {
      await vm.stateManager.revert()
      vm.evm.journal.cleanJournal()
    }
  }
  return {
    atBlock,
    call: (input, tag) =>
      atBlock(tag, async (_vm, block) => {
        const wish = wishFrom(input)
        return answered(await run(wish, block, wish.gas))
      }),
    estimate: (input, tag) =>
      atBlock(tag, async (_vm, block) => {
        const wish = wishFrom(input)
        const { to, data, value } = wish
        const before = createLegacyTx({ ...(to ? { to } : {}), data, value }, { common }).getIntrinsicGas()
        const most = (wish.gas < blockGasLimit ? wish.gas : blockGasLimit) - before
        const whole = await run(wish, block, most)
        answered(whole)
        let gas = whole.gasUsed
        // The used gas may be too little as a limit: an inner call gets only 63/64 of the remaining gas.
        while (gas < most && (await run(wish, block, gas)).failed !== null) gas += gas / 63n + stipend
        return before + (gas < most ? gas : most)
      }),
  }
}
