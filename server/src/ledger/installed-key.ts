import { fromDataFile } from '../kernel/installation.ts'
import { refuseRenamedKeys } from '../kernel/key-check.ts'
import { signingKeyOf } from './signing-key.ts'

/**
 * The public key with which commands check signatures: LEDGER_PUBLIC_KEY, or the key of the installation's own
 * seed; null: there is none.
 */
export const installedPublicKey = (): string | null => {
  refuseRenamedKeys(process.env)
  const { LEDGER_PUBLIC_KEY, LEDGER_SIGNING_KEY } = process.env
  if (LEDGER_PUBLIC_KEY) return LEDGER_PUBLIC_KEY
  const seed = LEDGER_SIGNING_KEY ?? fromDataFile('secrets.json', 'ledgerSigningKey')
  return seed ? signingKeyOf(seed).publicKeyPem : null
}
