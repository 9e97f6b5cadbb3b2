import { wholeInstallation } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { EventDraft } from '../kernel/plan.ts'
import { mountWebhook, type ReceivedWebhook, type WebhookVerdict } from '../kernel/raw-webhook.ts'
import type { IssuerFunding, IssuerPort, ReceivedNotice } from '../providers/issuer/port.ts'
import { storedBody } from './event-body.ts'
import { storeIssuerEvent } from './issuer-events.sql.ts'
import { bookingJob } from './payment-booking.jobs.ts'

/** News of the master account for its module. `recordId` is the id of the stored event. */
const accountChanged = (
  recordId: string,
  { funding, at }: { funding: IssuerFunding; at: Date },
): EventDraft => ({
  type: 'issuer.account_changed',
  entityId: recordId,
  companyId: null,
  userId: null,
  payload: {
    entryId: funding.entryId,
    amountCents: String(funding.amountCents),
    occurredAt: at.toISOString(),
  },
})

const handOver = (
  tx: WriteTransaction,
  { notice, eventId }: ReceivedNotice,
  stored: { id: string; receivedAt: Date },
): void => {
  switch (notice.about) {
    case 'transaction':
      return tx.enqueue(bookingJob(notice.transactionId, eventId))
    case 'card':
      return tx.enqueue({ name: 'cards.refresh', payload: { issuerCardId: notice.issuerCardId } })
    case 'account':
      return tx.emit(accountChanged(stored.id, { funding: notice.funding, at: stored.receivedAt }))
    case 'other':
  }
}

/** The trace of a delivery; older deliveries write its name without the second hyphen. */
const traceHeaders = ['x-reap-trace-id', 'x-reap-traceid']

const headerOf = (headers: ReceivedWebhook['headers'], ...names: readonly string[]): string | null => {
  for (const name of names) if (typeof headers[name] === 'string') return headers[name]
  return null
}

/**
 * The issuer's webhooks: verified on their raw bytes, stored, acknowledged. Their content is not trusted: a
 * job reads the payment or the card again. Fundings of the master account have their own key and count once.
 */
export const mountIssuerWebhook = (
  kernel: Pick<Kernel, 'app' | 'write' | 'ids' | 'clock'>,
  issuer: IssuerPort,
): void => {
  const { write, ids, clock } = kernel
  const receive = async ({ rawBody, headers }: ReceivedWebhook): Promise<WebhookVerdict> => {
    const signature = headerOf(headers, 'reap-signature')
    const body = issuer.verifyWebhook({ rawBody, signature, realNow: clock.realNow() })
    if (body === null) return 'forged'
    const received = issuer.readNotice({ body, traceId: headerOf(headers, ...traceHeaders) })
    if (!received) return 'malformed'
    const { eventId, traceId, notice } = received
    const issuerTransactionId = notice.about === 'transaction' ? notice.transactionId : null
    const stored = { id: ids.next(), receivedAt: clock.now() }
    const facts = { eventId, traceId, about: notice.about, issuerTransactionId, source: 'webhook' } as const
    await write(wholeInstallation, async (tx) => {
      const isNew = await storeIssuerEvent(tx.sql, { ...stored, ...facts, body: storedBody(body) })
      if (isNew) handOver(tx, received, stored)
    })
    return 'stored'
  }
  mountWebhook(kernel.app, '/webhooks/issuer', receive)
}
