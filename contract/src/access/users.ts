import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { genders } from '../identity/person-fields.ts'
import { listEndpoint } from '../list.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { CalendarDate, Id, Instant } from '../wire.ts'
import { factorMethods } from './step-up.ts'

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
    isTest: TestFilter.optional(),
  },
  days: 'createdAt',
  tabs: {
    active: { status: 'active' },
    unverified: { status: 'unverified' },
    inactive: { status: 'inactive' },
  },
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})

export const UserDetail = UserRow.extend({
  username: z.string(),
  locale: z.enum(['en', 'es']),
  emailVerifiedAt: Instant.nullable(),
  referralCode: z.string(),
  /** Second factors and open sessions, for readers of sessions. */
  security: z
    .object({
      factors: z.array(
        z.object({
          id: Id,
          method: z.enum(factorMethods),
          name: z.string(),
          createdAt: Instant,
          /** Id of a passkey at the provider; null for other factors. */
          credentialId: z.string().nullable(),
        }),
      ),
      openSessions: z.number().int(),
    })
    .nullable(),
  /** For those who may reset passwords. */
  defaultPassword: z
    .object({
      /** The installation has one, so a password can be reset to it. */
      isOffered: z.boolean(),
      /** The password of this person is the default one, valid until then. */
      until: Instant.nullable(),
    })
    .nullable(),
  version: z.number().int(),
})
export type UserDetail = z.output<typeof UserDetail>

const UserParams = z.object({ id: Id })

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  summary: 'One cardholder or seller, without personal data besides name and e-mail',
  who: 'users.view',
  params: UserParams,
  output: UserDetail,
  refusals: { record_not_found: 404 },
})

export const getPersonalData = endpoint({
  method: 'GET',
  path: '/users/:id/personal-data',
  summary: 'Birth date, mobile number and address of a person; every read is audited',
  who: 'users.view_pii',
  stepUp: 'S1',
  audited: true,
  params: UserParams,
  output: z.object({
    birthDate: CalendarDate.nullable(),
    gender: z.enum(genders).nullable(),
    mobile: z.string().nullable(),
    street: z.string().nullable(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
  }),
  refusals: { record_not_found: 404 },
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/users/:id/sessions',
  summary: 'The open sessions of a person, the last used first, at most 50',
  who: 'sessions.view',
  params: UserParams,
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        device: z.string(),
        address: z.string(),
        createdAt: Instant,
        lastUsedAt: Instant,
      }),
    ),
  }),
  refusals: { record_not_found: 404 },
})
