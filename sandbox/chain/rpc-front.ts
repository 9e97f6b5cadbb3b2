import type { FastifyInstance, FastifyReply } from 'fastify'
import { RpcError, type Rpc } from './json-rpc.ts'
import type { Gate } from './gate.ts'
import type { NodeFaults, RpcCall } from './node-faults.ts'
import type { Miner } from './miner.ts'

type UncheckedCall = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

/** Methods of a development node, or of a node that holds keys; a real public node has none of them. */
const unknownHere = /^eth_(coinbase|sendTransaction|sendUnsignedTransaction|sign.*|subscribe|unsubscribe)$/
const knownHere = /^((eth|net|web3)_[a-zA-Z0-9]+|debug_trace[a-zA-Z]+)$/
/** Methods that list the accounts whose keys a node holds; this node shows none. */
const keyless = new Set(['eth_accounts', 'eth_requestAccounts'])

const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } }
/** An invalid JSON body is answered as a JSON-RPC error; every other error as the service answers it. */
const errorHandler = (cause: Error & { code?: string }, _request: unknown, reply: FastifyReply): void => {
  const isNoJson =
    cause.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || cause.code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  if (!isNoJson) throw cause
  void reply.code(200).send(parseError)
}

/**
 * JSON-RPC as a real node speaks it, single calls and batches, at `POST /rpc`. Reads wait while a block is
 * being made, so no client reads a block that a crash could remove.
 */
export const mountRpc = (deps: {
  app: FastifyInstance
  rpc: Rpc
  gate: Gate
  miner: Miner
  nodeFaults: NodeFaults
  onSend: () => void
}): void => {
  const { app, rpc, gate, miner, nodeFaults, onSend } = deps

  const answerTo = async ({ method, params }: RpcCall): Promise<unknown> => {
    if (!knownHere.test(method) || unknownHere.test(method)) {
      throw new RpcError(-32601, `the method ${method} does not exist/is not available`)
    }
    if (keyless.has(method)) return []
    if (method === 'eth_sendRawTransaction') {
      onSend()
      return miner.submit(params[0] as `0x${string}`)
    }
    const rpcCall = (call: RpcCall) => rpc<unknown>(call.method, call.params)
    return gate.shared(() => nodeFaults.tell({ method, params }, rpcCall))
  }

  const answerOne = async (call: UncheckedCall): Promise<object> => {
    const id = call?.id ?? null
    if (typeof call !== 'object' || call === null || typeof call.method !== 'string') {
      return { jsonrpc: '2.0', id, error: { code: -32600, message: 'invalid request' } }
    }
    const params = Array.isArray(call.params) ? (call.params as unknown[]) : []
    try {
      return { jsonrpc: '2.0', id, result: await answerTo({ method: call.method, params }) }
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause
      const { code, message, data } = cause
      return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
  }

  app.post('/rpc', { errorHandler }, async (request) => {
    const call = request.body as UncheckedCall | UncheckedCall[]
    if (!Array.isArray(call)) return answerOne(call)
    if (call.length > 1000) throw new RangeError('a batch has at most 1000 calls')
    return Promise.all(call.map(answerOne))
  })
}
