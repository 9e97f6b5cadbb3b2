/** An error that the node answered, as JSON-RPC carries it. */
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

/** Calls anvil on loopback. Throws RpcError for what it refuses, other errors when it cannot be reached. */
export const anvilRpc = (port: number): Rpc => {
  let id = 0
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params }),
      signal: AbortSignal.timeout(30_000),
    })
    const { result, error } = (await answer.json()) as {
      result: T
      error?: { code: number; message: string; data?: unknown }
    }
    if (error) throw new RpcError(error.code, error.message, error.data)
    return result
  }
}
