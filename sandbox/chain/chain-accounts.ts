import type { Hex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount, type LocalAccount } from 'viem/accounts'

const devMnemonic = 'test test test test test test test test test test test junk'

/** Who acts on the chain. `faucet` is an account of anvil's own mnemonic, which holds ether from the first block. */
export type ChainAccounts = {
  readonly deployer: LocalAccount
  readonly demoWallet: LocalAccount
  readonly treasury: LocalAccount
  readonly faucet: LocalAccount
}

/** Keys from `deployerKey`, `demoWalletKey`, `treasuryKey`, else accounts 0, 1, 2 of `mnemonic`. */
export const chainAccounts = (credentials: Readonly<Record<string, string>>): ChainAccounts => {
  const mnemonic = credentials['mnemonic'] ?? devMnemonic
  const pick = (name: string, addressIndex: number): LocalAccount => {
    const key = credentials[name]
    if (key === undefined) return mnemonicToAccount(mnemonic, { addressIndex })
    if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new Error(`chain: ${name} must be 0x and 64 hex digits`)
    return privateKeyToAccount(key as Hex)
  }
  return {
    deployer: pick('deployerKey', 0),
    demoWallet: pick('demoWalletKey', 1),
    treasury: pick('treasuryKey', 2),
    faucet: mnemonicToAccount(devMnemonic, { addressIndex: 9 }),
  }
}
