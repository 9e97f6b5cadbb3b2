import { hash } from 'node:crypto'

/** Merkle trees of RFC 6962 §2.1 (Certificate Transparency) over sha256. */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
const leafMark = Buffer.from([0])
const nodeMark = Buffer.from([1])

export const leafHash = (leaf: Uint8Array): Buffer => sha256(leafMark, leaf)
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeMark, left, right)

/** The largest power of two below n; n > 1. */
const splitOf = (n: number): number => 2 ** Math.floor(Math.log2(n - 1))

/** Adds leaves one by one and stores only the roots of the full subtrees. */
export const createMerkleTree = () => {
  const peaks: { height: number; root: Buffer }[] = []
  let size = 0
  return {
    add: (leaf: Uint8Array): void => {
      let node = { height: 0, root: leafHash(leaf) }
      for (let last = peaks.at(-1); last?.height === node.height; last = peaks.at(-1)) {
        peaks.pop()
        node = { height: node.height + 1, root: nodeHash(last.root, node.root) }
      }
      peaks.push(node)
      size += 1
    },
    size: () => size,
    /** Root of all leaves so far; without leaves it is the hash of the empty text. */
    root: (): Buffer => {
      const roots = peaks.map(({ root }) => root)
      return roots.length === 0 ? sha256() : roots.reduceRight((right, left) => nodeHash(left, right))
    },
  }
}

/** Root over leaf hashes. */
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

/**
 * The root that results from a leaf hash and its path in a tree of this size; null when the path has another
 * length.
 */
export const rootFromPath = (proof: {
  leaf: Uint8Array
  index: number
  size: number
  path: readonly Uint8Array[]
}): Buffer | null => {
  const climb = (index: number, size: number, path: readonly Uint8Array[]): Buffer | null => {
    const sibling = path.at(-1)
    if (size === 1) return path.length === 0 ? Buffer.from(proof.leaf) : null
    if (!sibling) return null
    const middle = splitOf(size)
    const isLeft = index < middle
    const below = climb(isLeft ? index : index - middle, isLeft ? middle : size - middle, path.slice(0, -1))
    if (!below) return null
    return isLeft ? nodeHash(below, sibling) : nodeHash(sibling, below)
  }
  return proof.index >= 0 && proof.index < proof.size ? climb(proof.index, proof.size, proof.path) : null
}
