import { gunzipSync, gzipSync } from 'node:zlib'
import { RLP } from '@ethereumjs/rlp'
import { bytesToUnprefixedHex, KECCAK256_NULL_S, KECCAK256_RLP_S } from '@ethereumjs/util'
import type { StoredBlock } from './node-archive.ts'
import type { NodeStore } from './node-state.ts'

type Item = Uint8Array | readonly Item[]
type Dump = {
  readonly blocks: readonly StoredBlock[]
  readonly nodes: readonly (readonly [string, string])[]
}

const hashLength = 32
const leafBit = 0x20
const emptyRoot = KECCAK256_RLP_S.slice(2)
const noCode = KECCAK256_NULL_S.slice(2)

/** The trie nodes below this root: accounts, their storage and code. Nodes of older states are left out. */
const reachable = (root: string, nodes: NodeStore): NodeStore => {
  const stored: NodeStore = new Map()
  const claim = (key: string): Uint8Array => {
    const node = nodes.get(key)
    if (!node) throw new Error(`chain: node ${key} of the state is missing`)
    stored.set(key, node)
    return node
  }
  const follow = (item: Item, onValue: ((value: Uint8Array) => void) | null): void => {
    if (item instanceof Uint8Array) {
      if (item.length === hashLength) enter(bytesToUnprefixedHex(item), onValue)
      return
    }
    const [path, value] = item
    if (item.length > 2) {
      // Keys always have 32 bytes here: none ends at a branch, so a branch's last item is empty.
      for (const child of item.slice(0, -1)) follow(child, onValue)
    } else if (path instanceof Uint8Array && (path[0]! & leafBit) === 0) follow(value!, onValue)
    else onValue?.(value as Uint8Array)
  }
  const enter = (key: string, onValue: ((value: Uint8Array) => void) | null): void => {
    if (key === emptyRoot || stored.has(key)) return
    follow(RLP.decode(claim(key)) as Item, onValue)
  }
  enter(root, (account) => {
    const [, , storageRoot, codeHash] = RLP.decode(account) as Uint8Array[]
    enter(bytesToUnprefixedHex(storageRoot!), null)
    const code = bytesToUnprefixedHex(codeHash!)
    // The state manager stores code under `c` and its hash.
    if (code !== noCode) claim(`63${code}`)
  })
  return stored
}

/** All blocks, and the state of the last one. */
export const dump = (blocks: readonly StoredBlock[], nodes: NodeStore): `0x${string}` => {
  const stored = reachable(blocks.at(-1)!.stateRoot.slice(2), nodes)
  const whole: Dump = {
    blocks,
    nodes: [...stored].map(([key, node]) => [key, bytesToUnprefixedHex(node)] as const),
  }
  return `0x${gzipSync(JSON.stringify(whole), { level: 1 }).toString('hex')}`
}

export const undump = (state: string): { blocks: readonly StoredBlock[]; nodes: NodeStore } => {
  const text = gunzipSync(Buffer.from(state.slice(2), 'hex')).toString()
  const { blocks, nodes } = JSON.parse(text) as Dump
  return { blocks, nodes: new Map(nodes.map(([key, node]) => [key, Buffer.from(node, 'hex')])) }
}
