import { RpcError, type Rpc } from './json-rpc.ts'

/** Calls anvil on loopback. Throws RpcError for a refusal, other errors when anvil cannot be reached. */
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
