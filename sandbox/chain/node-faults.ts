import { encodeAbiParameters, keccak256, pad, toEventSelector, toHex, type Address, type Hex } from 'viem'
import type { RpcBlock, RpcLog } from './json-rpc.ts'
import { Refusal } from './sender.ts'

const nodeFaultKinds = [
  'empty_logs',
  'stale_head',
  'duplicate_block',
  'missing_block',
  'invented_log',
  'duplicate_log',
  'removed_log',
] as const
export type NodeFaultKind = (typeof nodeFaultKinds)[number]

/** A fault of `/rpc` answers, active until `times` is used up or it is removed. */
type NodeFault = {
  readonly id: string
  readonly kind: NodeFaultKind
  times?: number
  /** stale_head: number of the block that stays the head. */
  readonly frozenAt?: number
  /** invented_log: the transfer that never happened. */
  readonly token?: Address
  readonly to?: Address
  readonly units?: string
}

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

export type NodeFaults = {
  readonly add: (nodeFault: Omit<NodeFault, 'id'>) => NodeFault
  readonly list: () => readonly NodeFault[]
  readonly clear: (id?: string) => void
  /** Answers the call by `ask`, with the fault applied. */
  readonly tell: (call: RpcCall, forward: (call: RpcCall) => Promise<unknown>) => Promise<unknown>
}

const blockCalls = ['eth_getBlockByNumber', 'eth_getBlockByHash']
const hex = (number: number) => `0x${Math.max(0, number).toString(16)}`
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

const frozenTag = (tag: unknown, frozenAt: number): unknown => {
  if (tag === undefined || tag === 'latest' || tag === 'pending') return hex(frozenAt)
  if (tag === 'safe') return hex(frozenAt - 1)
  return tag === 'finalized' ? hex(frozenAt - 2) : tag
}

const frozenCall = ({ method, params }: RpcCall, frozenAt: number): RpcCall => {
  if (method === 'eth_getBlockByNumber') {
    return { method, params: [frozenTag(params[0], frozenAt), ...params.slice(1)] }
  }
  const filter = params[0] as Record<string, unknown> | undefined
  if (method !== 'eth_getLogs' || !filter || filter['blockHash'] !== undefined) return { method, params }
  const fromBlock = frozenTag(filter['fromBlock'], frozenAt)
  return { method, params: [{ ...filter, fromBlock, toBlock: frozenTag(filter['toBlock'], frozenAt) }] }
}

/** A node whose head stands still answers that it does not know later blocks. */
const frozenAnswer = (method: string, answer: unknown, frozenAt: number): unknown => {
  if (method === 'eth_blockNumber') return hex(frozenAt)
  if (Array.isArray(answer) && method === 'eth_getLogs') {
    return (answer as RpcLog[]).filter(({ blockNumber }) => Number(blockNumber) <= frozenAt)
  }
  if (blockCalls.includes(method) && Number((answer as RpcBlock | null)?.number ?? 0) > frozenAt) return null
  const mined = (answer as { blockNumber?: Hex } | null)?.blockNumber
  return method === 'eth_getTransactionReceipt' && Number(mined ?? 0) > frozenAt ? null : answer
}

const inventedLog = (nodeFault: NodeFault, block: RpcBlock, demoWallet: Address): RpcLog => ({
  address: nodeFault.token!,
  topics: [transferTopic, pad(demoWallet), pad(nodeFault.to!)],
  data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(nodeFault.units!)]),
  blockNumber: block.number,
  blockHash: block.hash,
  transactionHash: keccak256(toHex(`${nodeFault.id} ${block.hash}`)),
  logIndex: '0x3e7',
  removed: false,
})

const wantsToken = (filter: Record<string, unknown>, token: Address): boolean => {
  const wanted = [(filter['address'] ?? []) as string | string[]].flat().map((each) => each.toLowerCase())
  return wanted.length === 0 || wanted.includes(token.toLowerCase())
}

export const createNodeFaults = (deps: { demoWallet: Address }): NodeFaults => {
  let active: NodeFault[] = []
  let counter = 0
  const strike = (kind: NodeFaultKind): NodeFault | null => {
    const nodeFault = active.find((each) => each.kind === kind)
    if (!nodeFault) return null
    if (nodeFault.times !== undefined && (nodeFault.times -= 1) <= 0)
      active = active.filter((each) => each !== nodeFault)
    return nodeFault
  }
  const bendLogs = async (call: RpcCall, told: RpcLog[], forward: (call: RpcCall) => Promise<unknown>) => {
    if (strike('empty_logs')) return []
    let logs = told
    const filter = call.params[0] as Record<string, unknown>
    const invention = active.find(({ kind, token }) => kind === 'invented_log' && wantsToken(filter, token!))
    if (invention && strike('invented_log')) {
      const byHash = filter['blockHash'] !== undefined
      const block = await forward({
        method: byHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber',
        params: [byHash ? filter['blockHash'] : (filter['toBlock'] ?? 'latest'), false],
      })
      logs = [...logs, inventedLog(invention, block as RpcBlock, deps.demoWallet)]
    }
    if (logs.length > 0 && strike('duplicate_log')) logs = logs.flatMap((log) => [log, log])
    if (logs.length > 0 && strike('removed_log')) logs = logs.map((log) => ({ ...log, removed: true }))
    return logs
  }
  const bendCall = (call: RpcCall): RpcCall => {
    const at = Number(call.params[0])
    if (call.method !== 'eth_getBlockByNumber' || !(at > 0) || !strike('duplicate_block')) return call
    return { method: call.method, params: [hex(at - 1), ...call.params.slice(1)] }
  }
  return {
    add: (wanted) => {
      if (!nodeFaultKinds.includes(wanted.kind))
        throw new Refusal(400, `kind: one of ${nodeFaultKinds.join(', ')}`)
      const nodeFault: NodeFault = { id: String((counter += 1)), ...wanted }
      active.push(nodeFault)
      return nodeFault
    },
    list: () => active,
    clear: (id) => {
      active = id === undefined ? [] : active.filter((nodeFault) => nodeFault.id !== id)
    },
    tell: async (call, forward) => {
      const stale = active.find(({ kind }) => kind === 'stale_head')
      if (stale) strike('stale_head')
      const request = bendCall(stale ? frozenCall(call, stale.frozenAt!) : call)
      if (blockCalls.includes(request.method) && strike('missing_block')) return null
      const answer = await forward(request)
      const told = stale ? frozenAnswer(request.method, answer, stale.frozenAt!) : answer
      return request.method === 'eth_getLogs' && Array.isArray(told)
        ? bendLogs(request, told as RpcLog[], forward)
        : told
    },
  }
}
