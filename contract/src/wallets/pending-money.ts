import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id } from '../wire.ts'
import { PendingPart, walletPendingReasons, walletTypes } from './wallet-records.ts'

/** Companies of one answer, those with the most pending money first. */
export const mostPendingCompanies = 200

export const readPendingMoney = endpoint({
  method: 'GET',
  path: '/pending-money',
  summary:
    'Pending money of the companies in scope and of their people, by its day of release with the reason of each date',
  who: 'wallets.view',
  input: z.object({
    companyId: Id.optional(),
    wallet: z.enum(walletTypes).optional(),
    reason: z.enum(walletPendingReasons).optional(),
  }),
  output: z.object({
    total: Cents,
    /** Of all companies together. */
    days: z.array(PendingPart),
    companies: z.array(z.object({ id: Id, name: z.string(), amount: Cents, parts: z.array(PendingPart) })),
    /** Shares are those of the reader's own company alone; of companies below it there are only deposits (domain §13.9). */
    onlyOwnShares: z.boolean(),
    /** How many companies are not in this answer. */
    more: z.number().int(),
  }),
  refusals: {},
})
