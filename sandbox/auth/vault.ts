import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export type Vault = {
  /** AES-256-GCM. A text can be decrypted only under the `name` with which it was encrypted. */
  readonly encrypt: (name: string, plain: string) => Buffer
  /** Throws when the bytes or the name were changed. */
  readonly open: (name: string, encrypted: Uint8Array) => string
  /** Hex. Equal texts have equal results, so they can be compared without being stored. */
  readonly mark: (label: string, text: string) => string
  /** Signs tokens. */
  readonly tokenKey: Uint8Array
}

/**
 * Encrypts texts that a reader of the store alone must not see.
 * @param secret the master key, from which each key is derived
 */
export const openVault = (secret: string): Vault => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'auth', purpose, 32))
  // The purpose has a former name, because with another one the stored texts could not be decrypted.
  const encryptionKey = derive('seal')
  const marking = derive('mark')
  return {
    encrypt: (name, plain) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open: (name, encrypted) => {
      const box = Buffer.from(encrypted)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, box.subarray(0, 12))
      decipher.setAAD(Buffer.from(name)).setAuthTag(box.subarray(12, 28))
      return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]).toString('utf8')
    },
    mark: (label, text) => createHmac('sha256', marking).update(`${label}:${text}`).digest('hex'),
    tokenKey: derive('token'),
  }
}

/** Compares in constant time. */
export const sameText = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
