import { z } from 'zod'
import { MoneyRequestRow, moneyRequestFilters, moneyRequestTabs } from '../approvals/money-requests.ts'
import { listEndpoint } from '../list.ts'

/** `card_loads`: transfers to many cards. */
export const transferRequestKinds = ['transfer', 'reversal', 'card_load', 'card_loads'] as const

export const listTransferRequests = listEndpoint({
  path: '/transfers/requests',
  summary:
    'Requested transfers that wait for a second person, and those that never became one, the last first',
  who: 'transfers.view',
  row: MoneyRequestRow.extend({
    kind: z.enum(transferRequestKinds),
    senderName: z.string(),
    /** Of a card its holder; empty for transfers to many cards. */
    receiverName: z.string(),
    /** Of the card. */
    lastDigits: z.string().nullable(),
  }),
  filters: { ...moneyRequestFilters, kind: z.enum(transferRequestKinds).optional() },
  days: 'requestedAt',
  byId: true,
  sorts: ['-requestedAt', 'requestedAt'],
  tabs: moneyRequestTabs,
  csv: {},
})
