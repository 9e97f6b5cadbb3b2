import type { WebhookSender } from '../kernel/webhook-sender.ts'
import { eventBody, type DecisionBody } from './decision-body.ts'
import type { Session } from './session-records.ts'
import type { SessionStore, TargetKind } from './session-store.ts'

/** Sends the product an event, if it has set an address. */
export type Notices = {
  readonly event: (session: Session, attemptId: string, action: 'started' | 'submitted') => void
  readonly decision: (body: DecisionBody) => void
}

export const createNotices = (deps: {
  records: SessionStore
  webhooks: WebhookSender
  credentials: Readonly<Record<string, string>>
}): Notices => {
  const { records, webhooks, credentials } = deps
  const urlFor = (kind: TargetKind): string | undefined =>
    records.target(kind) ?? credentials[`${kind}WebhookUrl`] ?? credentials['webhookUrl']
  const send = (kind: TargetKind, event: string, body: unknown): void => {
    const url = urlFor(kind)
    if (url) webhooks.send({ url, event, body: JSON.stringify(body) })
  }
  return {
    event: (session, attemptId, action) => send('event', action, eventBody(session, attemptId, action)),
    decision: (body) => send('decision', `decision.${body.verification.status}`, body),
  }
}
