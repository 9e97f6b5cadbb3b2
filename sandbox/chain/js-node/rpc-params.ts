import { createAddressFromString, hexToBytes, type Address } from '@ethereumjs/util'
import { RpcError } from '../json-rpc.ts'
import type { Archive, StoredBlock } from './node-archive.ts'

/** Reads the parameters of a JSON-RPC call; refuses invalid ones as a real node does. */
type Hex = `0x${string}`

const invalid = (why: string): RpcError => new RpcError(-32_602, `invalid argument: ${why}`)
const unknownBlock = new RpcError(-32_000, 'header not found')

export const addressFrom = (value: unknown): Address => {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw invalid('not an address')
  return createAddressFromString(value.toLowerCase())
}
export const hashFrom = (value: unknown): Hex => {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw invalid('not a hash')
  return value.toLowerCase() as Hex
}
export const bytesFrom = (value: unknown): Uint8Array => {
  if (value === undefined || value === null) return new Uint8Array()
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw invalid('not bytes in hex')
  return hexToBytes(value as Hex)
}
export const quantityFrom = (value: unknown, otherwise: bigint): bigint => {
  if (value === undefined || value === null) return otherwise
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw invalid('not a quantity')
  return BigInt(value)
}
export const objectFrom = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('not an object')
  return value as Record<string, unknown>
}

/** The two newest blocks are not final yet, as with anvil's `--slots-in-an-epoch 1`. */
const finalDepth = 2

/** The block number of a tag; `latest` by default. A block of that number may not exist yet. */
export const numberFrom = (tag: unknown, archive: Archive): number => {
  const head = archive.head().number
  switch (tag) {
    case undefined:
    case null:
    case 'latest':
    case 'pending':
      return head
    case 'safe':
      return Math.max(0, head - 1)
    case 'finalized':
      return Math.max(0, head - finalDepth)
    case 'earliest':
      return 0
    default:
      return Number(quantityFrom(tag, 0n))
  }
}

/** The block whose state is requested: by tag, number, or `{blockHash}` (EIP-1898). */
export const blockFrom = (tag: unknown, archive: Archive): StoredBlock => {
  const fields = typeof tag === 'object' && tag !== null ? (tag as Record<string, unknown>) : null
  const block =
    fields?.['blockHash'] === undefined
      ? archive.byNumber(numberFrom(fields ? fields['blockNumber'] : tag, archive))
      : archive.byHash(hashFrom(fields['blockHash']))
  if (!block) throw unknownBlock
  return block
}
