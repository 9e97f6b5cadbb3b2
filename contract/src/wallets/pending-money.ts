import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id } from '../wire.ts'
import { PendingPart, walletPendingReasons, walletTypes } from './wallet-records.ts'

/** Companies or owners of one answer, those with the most pending money first. */
export const mostPendingGroups = 200
/** By company, with the money of its people, or by owner: each company and each person. */
export const pendingGroupings = ['company', 'owner'] as const

const Group = z.object({ id: Id, name: z.string(), amount: Cents, parts: z.array(PendingPart) })

export const readPendingMoney = endpoint({
  method: 'GET',
  path: '/pending-money',
  summary:
    'Pending money of the companies in scope and of their people, by its day of release with the reason of each date',
  who: 'wallets.view',
  input: z.object({
    by: z.enum(pendingGroupings).prefault('company'),
    companyId: Id.optional(),
    ownerId: Id.optional(),
    wallet: z.enum(walletTypes).optional(),
    reason: z.enum(walletPendingReasons).optional(),
  }),
  output: z.object({
    total: Cents,
    /** Of all companies together. */
    days: z.array(PendingPart),
    /** Empty where the answer is by owner. */
    companies: z.array(Group),
    /** Empty where the answer is by company. */
    owners: z.array(Group.extend({ kind: z.enum(['company', 'person']), companyName: z.string() })),
    /** Shares are those of the reader's own company alone; of companies below it there are only deposits (domain §13.9). */
    onlyOwnShares: z.boolean(),
    /** How many companies or owners are not in this answer. */
    more: z.number().int(),
  }),
  refusals: {},
})
