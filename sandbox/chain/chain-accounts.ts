import { pbkdf2Sync } from 'node:crypto'
import type { Hex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount, type LocalAccount } from 'viem/accounts'

const devMnemonic = 'test test test test test test test test test test test junk'

/**
 * Accounts of the chain. `faucet` is an account of anvil's mnemonic with ether from the first block.
 */
export type ChainAccounts = {
  readonly deployer: LocalAccount
  readonly demoWallet: LocalAccount
  readonly treasury: LocalAccount
  /** Pays withdrawals and refunds; the product's signer has its key. */
  readonly payoutWallet: LocalAccount
  /** Deposit address at the trading venue. */
  readonly venueWallet: LocalAccount
  readonly faucet: LocalAccount
}

/** The BIP-39 seed of the mnemonic, by Node's native code: in JavaScript it takes most of a start. */
const rootOf = (mnemonic: string): HDKey =>
  HDKey.fromMasterSeed(pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512'))

/** Keys from `deployerKey`, `demoWalletKey`, `treasuryKey`, `payoutKey`, `venueKey`, else accounts 0 to 4 of `mnemonic`. */
export const chainAccounts = (credentials: Readonly<Record<string, string>>): ChainAccounts => {
  const devRoot = rootOf(devMnemonic)
  const mnemonic = credentials['mnemonic']
  const root = mnemonic === undefined ? devRoot : rootOf(mnemonic)
  const pick = (name: string, addressIndex: number): LocalAccount => {
    const key = credentials[name]
    if (key === undefined) return hdKeyToAccount(root, { addressIndex })
    if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new Error(`chain: ${name} must be 0x and 64 hex digits`)
    return privateKeyToAccount(key as Hex)
  }
  return {
    deployer: pick('deployerKey', 0),
    demoWallet: pick('demoWalletKey', 1),
    treasury: pick('treasuryKey', 2),
    payoutWallet: pick('payoutKey', 3),
    venueWallet: pick('venueKey', 4),
    faucet: hdKeyToAccount(devRoot, { addressIndex: 9 }),
  }
}
