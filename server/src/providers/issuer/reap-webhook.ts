import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { IssuerAccountEntry, IssuerNotice, IssuerPort } from './port.ts'
import { AccountNews } from './reap-answers.ts'

const freshMs = 5 * 60_000
const headerForm = /^timestamp=(\d{10,16});\s*signature=([A-Za-z0-9+/=]+)$/

/** @param key SPKI of the issuer's key: PEM, or its DER in base64 */
const readWebhookKey = (key: string): KeyObject =>
  key.includes('-----BEGIN')
    ? createPublicKey(key)
    : createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })

const objectOf = (rawBody: Buffer): Record<string, unknown> | null => {
  try {
    const body: unknown = JSON.parse(rawBody.toString('utf8'))
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Read at the first webhook. A key that is none makes every webhook a forged one. */
const lazyKey = (text: string) => {
  let key: KeyObject | null | undefined
  return (): KeyObject | null => {
    if (key !== undefined) return key
    try {
      key = readWebhookKey(text)
    } catch {
      key = null
    }
    return key
  }
}

/**
 * Checks `reap-signature: timestamp=<ms>;signature=<base64>`: RSA with SHA3-256 over the body with that time added, at
 * most five minutes old (providers). Gives the body, or null.
 * @param webhookKey SPKI: PEM, or its DER in base64
 */
export const createWebhookCheck = (webhookKey: string): IssuerPort['verifyWebhook'] => {
  const keyOf = lazyKey(webhookKey)
  return ({ rawBody, signature, realNow }) => {
    const key = keyOf()
    const parts = headerForm.exec(signature ?? '')
    const body = objectOf(rawBody)
    if (!key || !parts || !body) return null
    const timestamp = Number(parts[1])
    if (Math.abs(realNow.getTime() - timestamp) > freshMs) return null
    const signed = Buffer.from(JSON.stringify({ ...body, timestamp }))
    const given = Buffer.from(parts[2] ?? '', 'base64')
    return verify('RSA-SHA3-256', signed, key, given) ? body : null
  }
}

const Envelope = z.object({
  id: z.string().min(1).max(200),
  eventType: z.string().max(100),
  data: z.record(z.string(), z.unknown()),
})
const Named = z.string().min(1).max(200)
const kinds: Readonly<Record<string, IssuerAccountEntry['kind']>> = {
  'account.funded': 'funded',
  'account.fee_charged': 'fee_charged',
  'account.chargeback_paid': 'chargeback_paid',
}

const accountNotice = (
  eventId: string,
  kind: IssuerAccountEntry['kind'],
  data: unknown,
): IssuerNotice | null => {
  const news = AccountNews.safeParse(data)
  if (!news.success) return null
  const { id, amount, reference, createdAt } = news.data
  const entry = {
    entryId: id,
    kind,
    amountCents: amount,
    reference: reference ?? null,
    occurredAt: createdAt,
  }
  return { about: 'account', eventId, entry }
}

/** What a verified webhook is about. */
export const readReapNotice = (body: unknown): IssuerNotice | null => {
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) return null
  const { id: eventId, eventType, data } = envelope.data
  const kind = kinds[eventType]
  if (kind) return accountNotice(eventId, kind, data)
  if (eventType.startsWith('transaction.')) {
    const transactionId = Named.safeParse(data['transactionId'])
    return transactionId.success ? { about: 'transaction', eventId, transactionId: transactionId.data } : null
  }
  if (eventType.startsWith('card.')) {
    const card = data['card'] as { id?: unknown } | undefined
    const issuerCardId = Named.safeParse(card?.id ?? data['cardId'])
    return issuerCardId.success ? { about: 'card', eventId, issuerCardId: issuerCardId.data } : null
  }
  return { about: 'other', eventId }
}
