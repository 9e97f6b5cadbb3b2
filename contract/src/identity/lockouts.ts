import { z } from 'zod'
import { factorMethods } from '../access/step-up.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'

/** What a lockout blocks. */
export const lockoutKinds = ['password', 'factor', 'code', 'mail', 'recovery_code'] as const

/** What the step-up provider counts: wrong codes, and the codes and links that it sent. */
export const providerLockoutKinds = ['provider_code', 'provider_message'] as const

const LockoutFacts = z.object({
  userId: Id,
  email: z.string(),
  tries: z.number().int(),
  /** Null: attempts are counted, but not blocked yet. */
  blockedUntil: Instant.nullable(),
})
const Lockout = LockoutFacts.extend({ kind: z.enum(lockoutKinds) })
const ProviderLockout = LockoutFacts.extend({
  kind: z.enum(providerLockoutKinds),
  /** The factor that the attempts were made with. */
  method: z.enum(factorMethods).nullable(),
})

export const listLockouts = listEndpoint({
  path: '/lockouts',
  summary: 'Lockouts in my scope; with `userId` those of one person, also attempts that are only counted',
  who: 'sessions.view',
  effect: 'outside',
  row: Lockout,
  sorts: ['-blockedUntil'],
  filters: { userId: Id.optional() },
  extra: {
    /** Lockouts at the step-up provider. */
    provider: z.object({
      /**
       * `not_told`: the hosted provider has no call that lists lockouts; they end within an hour.
       * `no_answer`: try again.
       */
      state: z.enum(['listed', 'not_told', 'no_answer']),
      items: z.array(ProviderLockout),
    }),
  },
})
