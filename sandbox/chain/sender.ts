import { parseAbi, type Hex, type Address } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Rpc, RpcReceipt } from './json-rpc.ts'
import type { Gate } from './gate.ts'
import type { Miner } from './miner.ts'

/** A refused request; the message says why. It is answered with `statusCode` and `{error}`. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const tokenAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function mint(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** Signs and sends for the accounts of the sandbox, one transaction after the other. */
export type Sender = {
  readonly send: (
    from: LocalAccount,
    call: { to: Address; data?: Hex; value?: bigint; gas?: bigint },
  ) => Promise<Hex>
  /**
   * Mines at once and returns the receipt; null while mining is paused. Throws Refused when it was reverted.
   */
  readonly receipt: (txHash: Hex) => Promise<RpcReceipt | null>
  readonly read: <T>(method: string, params: readonly unknown[]) => Promise<T>
}

const gwei = 1_000_000_000n

export const createSender = (deps: { rpc: Rpc; gate: Gate; miner: Miner }): Sender => {
  const { rpc, gate, miner } = deps
  let turn: Promise<unknown> = Promise.resolve()
  const read = <T>(method: string, params: readonly unknown[]) => gate.shared(() => rpc<T>(method, params))

  const signAndSubmit = async (
    from: LocalAccount,
    { to, data = '0x', value = 0n, gas = 150_000n }: Parameters<Sender['send']>[1],
  ) => {
    const nonce = Number(await read<Hex>('eth_getTransactionCount', [from.address, 'pending']))
    const raw = await from.signTransaction({
      type: 'eip1559',
      chainId: 31337,
      nonce,
      to,
      data,
      value,
      gas,
      maxFeePerGas: 30n * gwei,
      maxPriorityFeePerGas: gwei,
    })
    return miner.submit(raw)
  }
  return {
    read,
    // Transactions are sent one after the other, so that two never use the same nonce.
    send: (from, call) => {
      const sent = turn.then(() => signAndSubmit(from, call))
      turn = sent.catch(() => undefined)
      return sent
    },
    receipt: async (txHash) => {
      await miner.settle()
      const receipt = await read<RpcReceipt | null>('eth_getTransactionReceipt', [txHash])
      if (receipt?.status === '0x0') throw new Refusal(409, `the chain reverted ${txHash}`)
      return receipt
    },
  }
}
