import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Encrypts the key of one object. By default one master key from the configuration does it; a key service may
 * replace it.
 */
export type KeyService = {
  readonly wrap: (dataKey: Buffer) => Promise<Buffer>
  /** Throws when the object's key was destroyed or belongs to another installation. */
  readonly unwrap: (wrapped: Buffer) => Promise<Buffer>
}

/** Encryption of private values with the keys of the installation (security §5). */
export type Encryption = {
  /** AES-256-GCM with a new key for each object. `decrypt` needs the same `context`. */
  readonly encrypt: (plain: Buffer, context: string) => Promise<Buffer>
  /** Throws when the value was changed, or was encrypted with another context or key. */
  readonly decrypt: (encrypted: Buffer, context: string) => Promise<Buffer>
  /** A keyed digest, by which an encrypted value is found without decrypting it. */
  readonly digest: (value: string, context: string) => Buffer
}

const version = 1
const ivBytes = 12
const tagBytes = 16

const encryptWith = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

const decryptWith = (key: Buffer, encrypted: Buffer, context: string): Buffer => {
  const iv = encrypted.subarray(0, ivBytes)
  const tag = encrypted.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** The same with a key that is stored elsewhere, and erased to erase all that was encrypted with it. */
export const cipherOf = (key: Buffer) => ({
  encrypt: (plain: Buffer, context: string): Buffer => encryptWith(key, plain, context),
  /** Throws when the value was changed, or was encrypted with another context or key. */
  decrypt: (encrypted: Buffer, context: string): Buffer => decryptWith(key, encrypted, context),
})

/** @param masterKey 32 bytes */
export const masterKeyService = (masterKey: Buffer): KeyService => ({
  wrap: async (dataKey) => encryptWith(masterKey, dataKey, 'data-key'),
  unwrap: async (wrapped) => decryptWith(masterKey, wrapped, 'data-key'),
})

/** @param digestKey 32 bytes, for `digest` only */
export const createEncryption = (keys: KeyService, digestKey: Buffer): Encryption => ({
  encrypt: async (plain, context) => {
    const dataKey = randomBytes(32)
    const wrapped = await keys.wrap(dataKey)
    return Buffer.concat([
      Buffer.from([version, wrapped.length]),
      wrapped,
      encryptWith(dataKey, plain, context),
    ])
  },
  decrypt: async (encrypted, context) => {
    if (encrypted[0] !== version)
      throw new Error('The value was encrypted by a version that is not known here')
    const wrappedEnd = 2 + (encrypted[1] ?? 0)
    const dataKey = await keys.unwrap(encrypted.subarray(2, wrappedEnd))
    return decryptWith(dataKey, encrypted.subarray(wrappedEnd), context)
  },
  digest: (value, context) => createHmac('sha256', digestKey).update(`${context}\n${value}`).digest(),
})
