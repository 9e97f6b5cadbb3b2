import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { Cents } from './exact-json.ts'
import type { IssuerPort, ReceivedNotice } from './port.ts'

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

/** Reads the key at the first webhook. An invalid key makes every webhook a forged one. */
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
 * Checks `reap-signature: timestamp=<ms>;signature=<base64>`: RSA with SHA3-256 over the body with that time
 * added, at most five minutes old (providers §4). Returns the body, or null.
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
    const received = Buffer.from(parts[2] ?? '', 'base64')
    return verify('RSA-SHA3-256', signed, key, received) ? body : null
  }
}

const Named = z.string().min(1).max(200)
const Envelope = z.object({
  eventType: z.string().max(100),
  eventName: z.string().max(100),
  data: z.record(z.string(), z.unknown()),
})
type Envelope = z.output<typeof Envelope>

const TransactionNews = z.object({ id: Named, lifecycle_event_id: Named })
const CardNews = z.object({ id: Named })
/** The amount is sent as a number or a string, so it is read as text. */
const PrefundNews = z.object({
  adjustmentAmount: z.union([z.string(), z.number().transform(String)]).pipe(Cents),
  transferDetails: z
    .object({ transactionHash: Named, instructionIndex: z.union([z.string(), z.number()]).nullish() })
    .nullish()
    .catch(null),
})

const prefundOf = (
  traceId: string,
  data: Envelope['data'],
): Pick<ReceivedNotice, 'eventId' | 'notice'> | null => {
  const news = PrefundNews.safeParse(data)
  if (!news.success) return null
  const { adjustmentAmount, transferDetails } = news.data
  // A transfer has a hash of its own. Other money has only the id of its delivery.
  const entryId = transferDetails
    ? `prefund/${transferDetails.transactionHash}/${transferDetails.instructionIndex ?? 0}`
    : `prefund/${traceId}`
  return {
    eventId: entryId,
    notice: { about: 'account', funding: { entryId, amountCents: adjustmentAmount } },
  }
}

const noticeOf = (
  { eventType, eventName, data }: Envelope,
  traceId: string,
): Pick<ReceivedNotice, 'eventId' | 'notice'> | null => {
  const delivery = `${eventType}/${eventName}/${traceId}`
  if (eventType === 'transaction') {
    const news = TransactionNews.safeParse(data)
    if (!news.success) return null
    const { id: transactionId, lifecycle_event_id: lifecycleId } = news.data
    const eventId = `transaction/${eventName}/${transactionId}/${lifecycleId}`
    return { eventId, notice: { about: 'transaction', transactionId } }
  }
  if (eventType === 'card') {
    const news = CardNews.safeParse(data)
    return news.success ? { eventId: delivery, notice: { about: 'card', issuerCardId: news.data.id } } : null
  }
  if (eventType === 'account' && eventName === 'prefund') return prefundOf(traceId, data)
  return { eventId: delivery, notice: { about: 'other' } }
}

/**
 * Reads what a verified webhook is about. Null without a trace id, because the issuer sends one with each
 * webhook.
 */
export const readReapNotice: IssuerPort['readNotice'] = ({ body, traceId }) => {
  const envelope = Envelope.safeParse(body)
  const trace = Named.safeParse(traceId)
  if (!envelope.success || !trace.success) return null
  const notice = noticeOf(envelope.data, trace.data)
  return notice && { ...notice, traceId: trace.data }
}
