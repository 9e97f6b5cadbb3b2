import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseRenamedKeys, type InstallationKeys } from '../../server/src/kernel/key-check.ts'

/** Keys of a sandbox installation. They are made once, and only the owner of the data can read them. */
export type Secrets = {
  readonly encryptionKey: string
  readonly ledgerSigningKey: string
  readonly appPassword: string
  readonly signerPassword: string
  readonly accountsPassword: string
  readonly controlToken: string
  readonly kycApiKey: string
  readonly kycSharedSecret: string
  readonly issuerApiKey: string
  readonly smtpPassword: string
  readonly smsAuthToken: string
  /** RSA key that the embedded issuer signs its webhooks with. */
  readonly issuerWebhookPrivateKeyPem: string
  readonly issuerWebhookPublicKey: string
  readonly authTenantId: string
  readonly authSecret: string
  readonly screeningApiKey: string
  readonly payoutSignerSecret: string
  readonly walletScreeningApiKey: string
}

/** The content of the file. Earlier versions had other names for two keys. */
type StoredSecrets = Partial<Secrets> & { readonly sealKey?: string; readonly ledgerSealKey?: string }

const text = (bytes: number) => randomBytes(bytes).toString('base64url')

const makeSecrets = (): Secrets => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    encryptionKey: randomBytes(32).toString('base64'),
    ledgerSigningKey: randomBytes(32).toString('base64'),
    appPassword: text(24),
    signerPassword: text(24),
    accountsPassword: text(24),
    controlToken: text(24),
    kycApiKey: text(16),
    kycSharedSecret: text(24),
    issuerApiKey: text(24),
    smtpPassword: text(16),
    smsAuthToken: text(16),
    issuerWebhookPrivateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuerWebhookPublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    authTenantId: randomUUID(),
    authSecret: text(32),
    screeningApiKey: text(24),
    payoutSignerSecret: text(32),
    walletScreeningApiKey: text(24),
  }
}

/** Adds the secrets that an installation of an earlier version lacks, and leaves the others unchanged. */
export const ownSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json')
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredSecrets) : {}
  const isComplete = stored.accountsPassword && stored.encryptionKey && stored.payoutSignerSecret
  if (!isComplete) {
    const { sealKey, ledgerSealKey, ...others } = stored
    const former = sealKey && ledgerSealKey ? { encryptionKey: sealKey, ledgerSigningKey: ledgerSealKey } : {}
    writeFileSync(file, JSON.stringify({ ...makeSecrets(), ...former, ...others }, null, 2), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}

/**
 * The keys for the server; keys of the environment replace our own. Throws StartRefused for a former name.
 */
export const installationKeys = (secrets: Secrets): InstallationKeys => {
  refuseRenamedKeys(process.env)
  return {
    ENCRYPTION_KEY: process.env['ENCRYPTION_KEY'] || secrets.encryptionKey,
    LEDGER_SIGNING_KEY: process.env['LEDGER_SIGNING_KEY'] || secrets.ledgerSigningKey,
  }
}
