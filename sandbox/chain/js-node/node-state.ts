import { createCustomCommon, Hardfork, Mainnet, type Common } from '@ethereumjs/common'
import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import {
  createAccount,
  createAddressFromString,
  hexToBytes,
  MapDB,
  ValueEncoding,
  type PrefixedHexString,
} from '@ethereumjs/util'
import { createVM, type VM } from '@ethereumjs/vm'

/** Trie nodes and code by their hash. Nothing is overwritten, so the state of each old root stays. */
export type NodeStore = Map<string, Uint8Array>

const etherUnits = 10n ** 18n
/** Account 9 of the development mnemonic, which anvil funds too. */
const faucetAddress = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** The deterministic deployment proxy that most chains have. */
const proxyAddress = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const proxyCode =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** The rules of the chain, the same as anvil's. */
export const chainRules = (): Common =>
  createCustomCommon({ chainId: 31337, name: 'local' }, Mainnet, { hardfork: Hardfork.Shanghai })

/** A machine over the trie nodes; each has its own current root. */
export const machineOver = async (
  nodes: NodeStore,
  common: Common,
  blockHash: (number: number) => PrefixedHexString | undefined,
): Promise<VM> => {
  const db = new MapDB<string, Uint8Array>(nodes)
  const trie = new MerklePatriciaTrie({ db, useKeyHashing: true, common, valueEncoding: ValueEncoding.Bytes })
  const blockchain = {
    getBlock: async (number: bigint) => ({ hash: () => hexToBytes(blockHash(Number(number)) ?? '0x') }),
    putBlock: async () => undefined,
    shallowCopy: () => blockchain,
  }
  const stateManager = new MerkleStateManager({ trie, common })
  return createVM({ common, stateManager, blockchain: blockchain as never })
}

/** The state before the first block: the faucet's ether and the deployment proxy. */
export const writeGenesis = async ({ stateManager }: VM): Promise<void> => {
  await stateManager.checkpoint()
  await stateManager.putAccount(
    createAddressFromString(faucetAddress),
    createAccount({ balance: 1_000_000n * etherUnits }),
  )
  const proxy = createAddressFromString(proxyAddress)
  await stateManager.putAccount(proxy, createAccount({ nonce: 1n }))
  await stateManager.putCode(proxy, hexToBytes(proxyCode))
  await stateManager.commit()
}
