/** An error that the node answered, as a JSON-RPC error object. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type Rpc = <T>(method: string, params?: readonly unknown[]) => Promise<T>

export type RpcBlock = {
  readonly number: `0x${string}`
  readonly hash: `0x${string}`
  readonly parentHash: `0x${string}`
  readonly timestamp: `0x${string}`
  readonly gasLimit: `0x${string}`
  readonly gasUsed: `0x${string}`
  readonly baseFeePerGas: `0x${string}`
  readonly transactions: readonly `0x${string}`[]
}

export type RpcLog = {
  readonly address: `0x${string}`
  readonly topics: readonly `0x${string}`[]
  readonly data: `0x${string}`
  readonly blockNumber: `0x${string}`
  readonly blockHash: `0x${string}`
  readonly transactionHash: `0x${string}`
  readonly logIndex: `0x${string}`
  readonly removed: boolean
}

export type RpcReceipt = {
  readonly status: '0x0' | '0x1'
  readonly blockNumber: `0x${string}`
  readonly blockHash: `0x${string}`
  readonly logs: readonly RpcLog[]
}
