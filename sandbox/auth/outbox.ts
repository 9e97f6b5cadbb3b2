import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookSender } from '../kernel/webhook-sender.ts'
import { findAction } from './actions.ts'
import { countSending, type SendKind } from './limits.ts'
import { present, type ActionRef, type Parts } from './parts.ts'
import { Refusal } from './refusal.ts'
import { findUser } from './users.ts'

/** A code or link that is sent to an address or number. */
export type Message = {
  readonly kind: SendKind
  readonly to: string
  readonly code?: string
  readonly link?: string
}

export type Outbox = {
  /**
   * Passes the message to the product, which sends the mail or the SMS. Refuses when the product does not
   * accept it.
   */
  readonly deliver: (message: Message, ref: Partial<ActionRef>) => Promise<void>
  /** Messages to one address or number, or all; newest first. */
  readonly list: (to?: string) => readonly (Message & { at: string })[]
}

/** `t=<seconds>,v2=<base64 HMAC-SHA256 of "t.body">`. */
export const signatureHeader = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v2=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('base64')}`

const nameOf: Record<SendKind, 'email.created' | 'sms.created'> = {
  'email-otp': 'email.created',
  'magic-link': 'email.created',
  sms: 'sms.created',
}
const methodOf = { 'email-otp': 'EMAIL_OTP', 'magic-link': 'EMAIL_MAGIC_LINK', sms: 'SMS' } as const

const eventBody = (parts: Parts, message: Message, ref: Partial<ActionRef>): string => {
  const { userId, actionCode, idempotencyKey } = ref
  const full = userId && actionCode && idempotencyKey ? { userId, actionCode, idempotencyKey } : null
  const action = full ? findAction(parts, full) : undefined
  const user = userId ? findUser(parts, userId) : undefined
  return JSON.stringify({
    version: 1,
    id: randomUUID(),
    source: 'https://authsignal.com',
    time: parts.now().toISOString(),
    tenantId: parts.tenant.tenantId,
    type: nameOf[message.kind],
    data: present({
      to: message.to,
      code: message.code,
      url: message.link,
      ...ref,
      verificationMethod: methodOf[message.kind],
      locale: action?.locale ?? user?.locale,
      ipAddress: action?.ip_address,
      userAgent: action?.user_agent,
    }),
  })
}

export const createOutbox = (parts: Parts, webhooks: WebhookSender, realNow: () => Date): Outbox => {
  const { db, vault, tenant } = parts
  webhooks.signWith((body) => ({
    'X-Signature-V2': signatureHeader(tenant.secret, body, Math.floor(realNow().getTime() / 1000)),
  }))
  webhooks.storeWith({
    encrypt: (body) => vault.encrypt('webhook', body).toString('base64'),
    open: (stored) => vault.open('webhook', Buffer.from(stored, 'base64')),
  })
  const urlNow = () =>
    db.one<{ value: string }>(`select value from setting where name = 'webhook_url'`)?.value ??
    tenant.webhookUrl
  return {
    deliver: async (message, ref) => {
      countSending(parts, ref.userId ?? message.to, message.kind)
      const stored = JSON.stringify({ ...message, at: parts.now().toISOString() })
      db.run(
        'insert into outbox (to_mark, encrypted) values (?, ?)',
        vault.mark('to', message.to),
        vault.encrypt('outbox', stored),
      )
      const url = urlNow()
      if (!url) return
      const body = eventBody(parts, message, ref)
      const delivery = await webhooks.sendNow({ url, event: nameOf[message.kind], body })
      if (delivery) return
      throw new Refusal(400, 'invalid_configuration', 'The message could not be sent: the webhook failed.')
    },
    list: (to) =>
      db
        .all<{ encrypted: Uint8Array }>(
          'select encrypted from outbox where to_mark = coalesce(?, to_mark) order by seq desc limit 200',
          to === undefined ? null : vault.mark('to', to),
        )
        .map(({ encrypted }) => JSON.parse(vault.open('outbox', encrypted)) as Message & { at: string }),
  }
}
