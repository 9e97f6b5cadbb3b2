import { hash } from 'node:crypto'

/** Merkle trees of RFC 6962 §2.1 (Certificate Transparency) over sha256. */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
const nodeMark = Buffer.from([1])

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeMark, left, right)

/** The largest power of two below n; n > 1. */
export const splitOf = (n: number): number => 2 ** Math.floor(Math.log2(n - 1))

/** Root over leaf hashes; without leaves it is the hash of the empty text. */
export const rootOf = (leaves: readonly Uint8Array[]): Buffer => {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return Buffer.from(leaves[0]!)
  const middle = splitOf(leaves.length)
  return nodeHash(rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)))
}

/** The hashes that lead from leaf `index` to the root, from the bottom up. */
export const inclusionPath = (leaves: readonly Uint8Array[], index: number): Buffer[] => {
  if (leaves.length <= 1) return []
  const middle = splitOf(leaves.length)
  return index < middle
    ? [...inclusionPath(leaves.slice(0, middle), index), rootOf(leaves.slice(middle))]
    : [...inclusionPath(leaves.slice(middle), index - middle), rootOf(leaves.slice(0, middle))]
}
