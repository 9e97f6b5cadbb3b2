import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'

/** An Ed25519 key that signs blocks; its seed is configured, never stored in the database. */
export type SigningKey = {
  /** First 16 hex digits of the public key's sha256: names the key in each block. */
  readonly id: string
  /** The public key's sha256 in hex. */
  readonly fingerprint: string
  readonly publicKeyPem: string
  readonly sign: (bytes: Uint8Array) => Buffer
}

/** PKCS #8 around a raw Ed25519 seed. */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const fingerprintOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ type: 'spki', format: 'der' }))
const idDigits = 16

/** @param seed base64 of 32 bytes (`LEDGER_SIGNING_KEY`) */
export const signingKeyOf = (seed: string): SigningKey => {
  const der = Buffer.concat([seedPrefix, Buffer.from(seed, 'base64')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const fingerprint = fingerprintOf(publicKey)
  return {
    id: fingerprint.slice(0, idDigits),
    fingerprint,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

/** Whether a block's bytes were signed by the key of this public PEM. */
export const isSignedBy = (publicKeyPem: string, bytes: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, bytes, createPublicKey(publicKeyPem), signature)
