import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Wraps the key of one object. The default keeps one master key from the configuration; a key service replaces it. */
export type KeyService = {
  readonly wrap: (dataKey: Buffer) => Promise<Buffer>
  /** Throws when the object's key was destroyed or is not ours. */
  readonly unwrap: (wrapped: Buffer) => Promise<Buffer>
}

export type Seal = {
  /** AES-256-GCM with a key of its own for each object; `context` must be the same to open it. */
  readonly seal: (plain: Buffer, context: string) => Promise<Buffer>
  readonly open: (sealed: Buffer, context: string) => Promise<Buffer>
  /** A keyed digest, to look a sealed value up without opening it. */
  readonly digest: (value: string, context: string) => Buffer
}

const version = 1
const ivBytes = 12
const tagBytes = 16

const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** @param masterKey 32 bytes */
export const masterKeyService = (masterKey: Buffer): KeyService => ({
  wrap: async (dataKey) => encrypt(masterKey, dataKey, 'data-key'),
  unwrap: async (wrapped) => decrypt(masterKey, wrapped, 'data-key'),
})

/** @param digestKey 32 bytes, for `digest` only */
export const createSeal = (keys: KeyService, digestKey: Buffer): Seal => ({
  seal: async (plain, context) => {
    const dataKey = randomBytes(32)
    const wrapped = await keys.wrap(dataKey)
    return Buffer.concat([Buffer.from([version, wrapped.length]), wrapped, encrypt(dataKey, plain, context)])
  },
  open: async (sealed, context) => {
    if (sealed[0] !== version) throw new Error('Sealed by a version that is not known here')
    const wrappedEnd = 2 + (sealed[1] ?? 0)
    const dataKey = await keys.unwrap(sealed.subarray(2, wrappedEnd))
    return decrypt(dataKey, sealed.subarray(wrappedEnd), context)
  },
  digest: (value, context) => createHmac('sha256', digestKey).update(`${context}\n${value}`).digest(),
})
