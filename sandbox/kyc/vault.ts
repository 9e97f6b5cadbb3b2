import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A stored object: its bytes under their own key, and that key under the master key. */
export type EncryptedObject = { readonly encrypted: Buffer; readonly wrappedKey: Buffer }

export type Vault = {
  /** `name` is bound to the object: it can be decrypted under no other name. */
  readonly encrypt: (name: string, plain: Buffer) => EncryptedObject
  /** Throws when the object, its key or its name was changed. */
  readonly open: (name: string, object: EncryptedObject) => Buffer
  /** Hex; the same text has the same result, which shows nothing of the text without the master key. */
  readonly blind: (text: string) => string
}

const encrypt = (key: Buffer, plain: Buffer, name: string): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

const decrypt = (key: Buffer, box: Buffer, name: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12)).setAAD(Buffer.from(name))
  decipher.setAuthTag(box.subarray(12, 28))
  return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()])
}

/**
 * Encrypts images with AES-256-GCM, with one random key per object. Deleting a wrapped key erases its object.
 * @param secret the master key, from which the wrapping key is derived
 */
export const createVault = (secret: string): Vault => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'kyc', purpose, 32))
  const master = derive('wrap')
  const blinding = derive('blind')
  return {
    encrypt: (name, plain) => {
      const key = randomBytes(32)
      return { encrypted: encrypt(key, plain, name), wrappedKey: encrypt(master, key, name) }
    },
    open: (name, { encrypted, wrappedKey }) => decrypt(decrypt(master, wrappedKey, name), encrypted, name),
    blind: (text) => Buffer.from(hkdfSync('sha256', blinding, 'kyc', text, 32)).toString('hex'),
  }
}
