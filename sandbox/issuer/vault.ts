import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** BINs of the programme: virtual cards, physical cards made to order, physical cards in stock. */
export const bins = { virtual: '53129940', physical: '53129941', stock: '53129942' } as const

export type EncryptedNumber = {
  readonly encrypted: Uint8Array
  readonly mark: string
  readonly last4: string
}

/** Makes, encrypts and decrypts card numbers. Only this part of the service sees them. */
export type Vault = {
  /** A new number of that BIN, Luhn-valid and encrypted; equal numbers have the same `mark`. */
  readonly issue: (bin: string) => EncryptedNumber
  readonly open: (encrypted: Uint8Array) => string
  /** Three digits, computed from number and expiry: never stored. */
  readonly cvv: (card: { encrypted: Uint8Array; expiryMonth: string; expiryYear: string }) => string
}

const digitSum = (value: number) => (value > 9 ? value - 9 : value)

/** The digit that makes a number pass the Luhn check. */
export const checkDigit = (digits: string): number => {
  const sum = Array.from(digits)
    .reverse()
    .reduce(
      (total, digit, index) => total + (index % 2 === 0 ? digitSum(Number(digit) * 2) : Number(digit)),
      0,
    )
  return (10 - (sum % 10)) % 10
}

const loadKey = (dataDir: string): Buffer => {
  const path = join(dataDir, 'vault.key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  return Buffer.from(readFileSync(path, 'utf8'), 'hex')
}

/** AES-256-GCM with a key in a separate file, so that the store alone reveals nothing. */
export const openVault = (dataDir: string): Vault => {
  const key = loadKey(dataDir)
  const mac = (label: string, text: string) => createHmac('sha256', key).update(`${label}:${text}`).digest()
  const open = (encrypted: Uint8Array): string => {
    const bytes = Buffer.from(encrypted)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    open,
    issue: (bin) => {
      const body = `${bin}${String(randomInt(10 ** (15 - bin.length))).padStart(15 - bin.length, '0')}`
      const number = `${body}${checkDigit(body)}`
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
      return {
        encrypted: Buffer.concat([nonce, cipher.getAuthTag(), text]),
        mark: mac('number', number).toString('hex'),
        last4: number.slice(-4),
      }
    },
    cvv: ({ encrypted, expiryMonth, expiryYear }) =>
      String(mac('cvv', `${open(encrypted)}${expiryMonth}${expiryYear}`).readUInt32BE(0) % 1000).padStart(
        3,
        '0',
      ),
  }
}
