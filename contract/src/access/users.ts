import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'

/** People of the cardholders' area; administrators have a list of their own. */
export const userKinds = ['cardholder', 'seller_one', 'seller_two'] as const
/** `unverified`: the person has not confirmed their e-mail. */
export const userStatuses = ['active', 'unverified', 'inactive'] as const
/** Whether the identity check of the person is passed; its stages are in the list of identity checks. */
export const identityStates = ['verified', 'not_verified'] as const

const UserRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  kind: z.enum(userKinds),
  companyId: Id,
  companyName: z.string(),
  status: z.enum(userStatuses),
  identity: z.enum(identityStates),
  isTest: z.boolean(),
  lastActiveAt: Instant.nullable(),
  createdAt: Instant,
})

export const listUsers = listEndpoint({
  path: '/users',
  summary: 'Cardholders and sellers of the companies that you may see; a whole mobile number is found too',
  who: 'users.view',
  row: UserRow,
  sorts: ['-createdAt', 'createdAt', 'name', '-name'],
  filters: {
    status: z.enum(userStatuses).optional(),
    identity: z.enum(identityStates).optional(),
    kind: z.enum(userKinds).optional(),
    companyId: Id.optional(),
  },
  days: 'createdAt',
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})
