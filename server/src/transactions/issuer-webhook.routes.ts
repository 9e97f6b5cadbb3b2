import { everything } from '../kernel/database.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { EventDraft } from '../kernel/plan.ts'
import { mountWebhook, type ReceivedWebhook, type WebhookVerdict } from '../kernel/raw-webhook.ts'
import type { IssuerAccountEntry, IssuerNotice, IssuerPort } from '../providers/issuer/port.ts'
import { keptBody } from './event-body.ts'
import { keepIssuerEvent } from './issuer-events.sql.ts'

/** The job that books what is new of a payment; one for each event that says so. */
export const bookingJob = (transactionId: string, eventId: string) => ({
  name: 'transactions.payment',
  key: `transactions.payment:${eventId}`,
  payload: { transactionId },
})

/** News of the master account for the module that keeps it. `recordId` is the stored event's. */
export const accountMoved = (recordId: string, entry: IssuerAccountEntry): EventDraft => ({
  type: 'issuer.account_moved',
  entity: 'issuer_event',
  entityId: recordId,
  companyId: null,
  userId: null,
  payload: {
    entryId: entry.entryId,
    kind: entry.kind,
    amountCents: String(entry.amountCents),
    reference: entry.reference,
    occurredAt: entry.occurredAt.toISOString(),
  },
})

const handOver = (tx: WriteTransaction, recordId: string, notice: IssuerNotice): void => {
  switch (notice.about) {
    case 'transaction':
      return tx.enqueue(bookingJob(notice.transactionId, notice.eventId))
    case 'card':
      return tx.enqueue({ name: 'cards.refresh', payload: { issuerCardId: notice.issuerCardId } })
    case 'account':
      return tx.emit(accountMoved(recordId, notice.entry))
    case 'other':
  }
}

/**
 * The issuer's webhooks: checked on their raw bytes, stored, acknowledged. None is acted on by what it says: a job reads
 * the payment or the card again; entries of the master account carry a key of their own and count once.
 */
export const mountIssuerWebhook = (
  kernel: Pick<Kernel, 'app' | 'write' | 'ids' | 'clock'>,
  issuer: IssuerPort,
): void => {
  const { write, ids, clock } = kernel
  const receive = async ({ rawBody, headers }: ReceivedWebhook): Promise<WebhookVerdict> => {
    const header = headers['reap-signature']
    const signature = typeof header === 'string' ? header : null
    const body = issuer.verifyWebhook({ rawBody, signature, realNow: clock.realNow() })
    if (body === null) return 'forged'
    const notice = issuer.readNotice(body)
    if (!notice) return 'malformed'
    const id = ids.next()
    const { eventId, about } = notice
    const kept = { id, eventId, about, source: 'webhook', body: keptBody(body), at: clock.now() } as const
    await write(everything, async (tx) => {
      if (await keepIssuerEvent(tx.sql, kept)) handOver(tx, id, notice)
    })
    return 'stored'
  }
  mountWebhook(kernel.app, '/webhooks/issuer', receive)
}
