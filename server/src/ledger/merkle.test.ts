import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inclusionPath, nodeHash, rootOf, splitOf } from './merkle.ts'

const leafHash = (leaf: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from([0]), leaf]), 'buffer')

/**
 * The root that results from a leaf hash and its path in a tree of this size; null when the path has another
 * length.
 */
const rootFromPath = (proof: {
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

/** Test vectors of the Certificate Transparency reference code. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the roots are those of RFC 6962', () => {
  expect(rootOf([]).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  inputs.forEach((_, index) => {
    const leaves = inputs.slice(0, index + 1).map((each) => leafHash(Buffer.from(each, 'hex')))
    expect(rootOf(leaves).toString('hex')).toBe(roots[index])
  })
})

test('every leaf has a path to the root, and the path proves no other leaf', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (size, pick, other) => {
      const leaves = Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))
      const root = rootOf(leaves)
      const index = pick % size
      const proof = { leaf: leaves[index]!, index, size, path: inclusionPath(leaves, index) }
      expect(rootFromPath(proof)?.equals(root)).toBe(true)
      const wrong = other % size
      if (wrong !== index) expect(rootFromPath({ ...proof, index: wrong })?.equals(root)).not.toBe(true)
      expect(rootFromPath({ ...proof, path: [...proof.path, root] })).toBeNull()
      expect(rootFromPath({ ...proof, index: size })).toBeNull()
    }),
  )
})
