import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMerkleTree, inclusionPath, leafHash, rootFromPath, rootOf } from './merkle.ts'

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
  const tree = createMerkleTree()
  expect(tree.root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  inputs.forEach((input, index) => {
    tree.add(Buffer.from(input, 'hex'))
    expect(tree.root().toString('hex')).toBe(roots[index])
    const leaves = inputs.slice(0, index + 1).map((each) => leafHash(Buffer.from(each, 'hex')))
    expect(rootOf(leaves).toString('hex')).toBe(roots[index])
  })
  expect(tree.size()).toBe(8)
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
