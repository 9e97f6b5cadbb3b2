import { createHash } from 'node:crypto'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountWebhook } from '../kernel/raw-webhook.ts'
import type { ReceivedWebhook, WebhookVerdict } from '../kernel/raw-webhook.ts'
import type { KycProvider } from '../providers/kyc/port.ts'
import { saveEvent } from './kyc-events.sql.ts'

type Deps = Pick<Kernel, 'app' | 'write' | 'ids' | 'clock' | 'encryption'>

/**
 * The provider's webhooks. Their raw bytes are checked, stored encrypted and acknowledged; a job then reads
 * the session at the provider. The signature has no time, so the same bytes count only once. The contents are
 * never trusted.
 */
export const mountKycWebhooks = (kernel: Deps, provider: KycProvider): void => {
  const { write, ids, clock, encryption } = kernel
  const receive = async (received: ReceivedWebhook): Promise<WebhookVerdict> => {
    if (!provider.isAuthentic(received)) return 'forged'
    const notice = provider.readNotice(received.rawBody)
    if (!notice) return 'malformed'
    const id = ids.next()
    const at = clock.now()
    const bodyDigest = createHash('sha256').update(received.rawBody).digest()
    const body = await encryption.encrypt(received.rawBody, `kyc-event:${id}`)
    await write(wholeInstallation, async ({ sql, enqueue }) => {
      const isNew = await saveEvent(sql, { id, provider: provider.name, bodyDigest, body, at, ...notice })
      if (isNew) enqueue({ name: 'kyc.event', payload: { eventId: id, receivedAt: at.toISOString() } })
    })
    return 'stored'
  }
  mountWebhook(kernel.app, '/webhooks/kyc/events', receive)
  mountWebhook(kernel.app, '/webhooks/kyc/decisions', receive)
}
