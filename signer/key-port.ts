import type { Address, Hex, Signature } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'

/** Where the key is: a key service signs a digest, and never tells the key. */
export type KeyPort = {
  readonly address: Address
  readonly sign: (digest: Hex) => Promise<Signature>
}

/** A key in the memory of this process. */
export const createLocalKey = (privateKey: Hex): KeyPort => ({
  address: privateKeyToAccount(privateKey).address,
  sign: (digest) => sign({ hash: digest, privateKey }),
})
