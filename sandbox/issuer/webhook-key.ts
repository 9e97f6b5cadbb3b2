import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readSetting, writeSetting } from './desk.ts'
import type { Db } from '../kernel/sqlite.ts'

export type WebhookKey = {
  readonly publicKeyPem: string
  /** SPKI, DER, base64: for one line of output. */
  readonly publicKeyDer: string
  /** The value of `reap-signature` for a raw body at that time. */
  readonly headerFor: (rawBody: string, timestamp: number) => string
  /** Writes the key into a store that was emptied. */
  readonly save: () => void
}

const loadPem = (db: Db, configured: string | undefined): string => {
  const known = configured ?? readSetting(db, 'webhook_private_key')
  if (known !== undefined) return known
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** `JSON.stringify({ ...body, timestamp })` for a body that is JSON text of an object, byte for byte. */
const withTimestamp = (rawBody: string, timestamp: number): string =>
  `${rawBody.slice(0, -1)},"timestamp":${timestamp}}`

/** The RSA key that signs webhooks: configured, or made at the first start and stored. */
export const openWebhookKey = (db: Db, configured: string | undefined): WebhookKey => {
  const pem = loadPem(db, configured)
  const privateKey: KeyObject = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const save = () => writeSetting(db, 'webhook_private_key', pem)
  save()
  return {
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicKeyDer: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    headerFor: (rawBody, timestamp) => {
      const data = Buffer.from(withTimestamp(rawBody, timestamp))
      return `timestamp=${timestamp};signature=${sign('RSA-SHA3-256', data, privateKey).toString('base64')}`
    },
    save,
  }
}
