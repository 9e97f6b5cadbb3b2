import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InstallationKeys } from '../../server/src/kernel/key-check.ts'

/** Keys of a sandbox installation: made once, kept for the owner of the data alone. */
export type Secrets = {
  readonly sealKey: string
  readonly ledgerSealKey: string
  readonly appPassword: string
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
  readonly walletScreeningApiKey: string
}

const text = (bytes: number) => randomBytes(bytes).toString('base64url')

const makeSecrets = (): Secrets => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    sealKey: randomBytes(32).toString('base64'),
    ledgerSealKey: randomBytes(32).toString('base64'),
    appPassword: text(24),
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
    walletScreeningApiKey: text(24),
  }
}

/** An installation of an earlier version gets the secrets that it lacks, and keeps the others. */
export const ownSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  if (kept.walletScreeningApiKey === undefined) {
    writeFileSync(file, JSON.stringify({ ...makeSecrets(), ...kept }, null, 2), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}

/** The keys that the server gets: those of the environment go before our own. */
export const installationKeys = (secrets: Secrets): InstallationKeys => ({
  SEAL_KEY: process.env['SEAL_KEY'] || secrets.sealKey,
  LEDGER_SEAL_KEY: process.env['LEDGER_SEAL_KEY'] || secrets.ledgerSealKey,
})
