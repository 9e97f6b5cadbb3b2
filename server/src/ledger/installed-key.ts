import { fromDataFile } from '../kernel/installation.ts'
import { refuseRenamedKeys } from '../kernel/key-check.ts'
import { signingKeyOf, type SigningKey } from './signing-key.ts'

const installedSeed = (): string | undefined =>
  process.env['LEDGER_SIGNING_KEY'] ?? fromDataFile('secrets.json', 'ledgerSigningKey')

/**
 * The public key with which commands check signatures: LEDGER_PUBLIC_KEY, or the key of the installation's own
 * seed; null: there is none.
 */
export const installedPublicKey = (): string | null => {
  refuseRenamedKeys(process.env)
  const { LEDGER_PUBLIC_KEY } = process.env
  if (LEDGER_PUBLIC_KEY) return LEDGER_PUBLIC_KEY
  const seed = installedSeed()
  return seed ? signingKeyOf(seed).publicKeyPem : null
}

/** The key with which commands sign. Throws a sentence when there is none. */
export const installedSigningKey = (): SigningKey => {
  refuseRenamedKeys(process.env)
  const seed = installedSeed()
  if (!seed) throw new Error('No key to sign with: set LEDGER_SIGNING_KEY or DATA_DIR.')
  return signingKeyOf(seed)
}
