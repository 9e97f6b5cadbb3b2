import type { IssuerPort } from './port.ts'
import { reapCardCalls } from './reap-cards.ts'
import { createReapHttp, type ReapSettings } from './reap-http.ts'
import { reapMoneyCalls } from './reap-money.ts'
import { reapTransactionCalls } from './reap-transactions.ts'
import { createWebhookCheck, readReapNotice } from './reap-webhook.ts'

/**
 * The issuer by Reap CaaS v2.0, exactly as documented (providers §4).
 * @param settings.webhookKey SPKI, PEM or DER in base64
 */
export const createReapIssuer = (settings: ReapSettings & { readonly webhookKey: string }): IssuerPort => {
  const http = createReapHttp(settings)
  return {
    ...reapCardCalls(http),
    ...reapMoneyCalls(http),
    ...reapTransactionCalls(http),
    verifyWebhook: createWebhookCheck(settings.webhookKey),
    readNotice: readReapNotice,
  }
}
