import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Vault = {
  /** AES-256-GCM; `name` is bound to the text: it opens under no other. */
  readonly encrypt: (name: string, plain: string) => Buffer
  /** Throws when the bytes or the name were changed. */
  readonly open: (name: string, sealed: Uint8Array) => string
  /** Hex; tells equal texts without storage them. */
  readonly mark: (label: string, text: string) => string
  /** Signs tokens. */
  readonly tokenKey: Uint8Array
}

const storedSecret = (dataDir: string): string => {
  const path = join(dataDir, 'seal.key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  return readFileSync(path, 'utf8')
}

/**
 * Keeps what must not be read from the store alone. The master key comes from the credential `sealKey`, or from
 * `seal.key` in the data folder, made at the first start.
 */
export const openVault = (dataDir: string, sealKey: string | undefined): Vault => {
  const secret = sealKey ?? storedSecret(dataDir)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'auth', purpose, 32))
  const encryptionKey = derive('seal')
  const marking = derive('mark')
  return {
    encrypt: (name, plain) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open: (name, sealed) => {
      const box = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, box.subarray(0, 12))
      decipher.setAAD(Buffer.from(name)).setAuthTag(box.subarray(12, 28))
      return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]).toString('utf8')
    },
    mark: (label, text) => createHmac('sha256', marking).update(`${label}:${text}`).digest('hex'),
    tokenKey: derive('token'),
  }
}

/** Compares without telling by its time where the texts differ. */
export const sameText = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
