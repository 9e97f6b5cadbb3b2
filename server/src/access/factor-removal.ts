import type { User } from '../identity/user.ts'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { readPasskeyMandatory } from './passkey-mandatory.sql.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import type { Factor } from './factor.ts'
import { mostFactorReads } from './factor-sync.ts'
import { dropRecoveryCodes } from './recovery-codes.sql.ts'
import type { Caller } from './security-events.sql.ts'

/** Stores the removal in the last transaction of the call; a refusal: the provider still has a factor. */
type StoreRemoval = (tx: WriteTransaction) => Promise<RefusedAnswer<'unavailable'> | void>

export type FactorRemoval = {
  /** Whether a company that requires a passkey would have a person without one. */
  readonly isRequired: (of: {
    user: User
    /** All factors of the person. */
    factors: readonly Factor[]
    gone: readonly Factor[]
  }) => Promise<boolean>
  readonly remove: <Ended>(
    of: { user: User; gone: readonly Factor[]; caller: Caller },
    /** Ends the call. What the provider answered is true, so a refusal of `store` saves it (`commit`). */
    end: (store: StoreRemoval) => Promise<Ended>,
  ) => Promise<Ended | RefusedAnswer<'unavailable'>>
}

const unavailable = () => refused('unavailable', { data: { retryAfterSeconds: 5 } })

/**
 * Removes factors at the provider and here. The person gets a mail and their withdrawals wait. After a lost
 * answer the provider is read again. After a stop between the removal and its transaction, the next read of
 * the factors stores the removal.
 */
export const createFactorRemoval = (
  { db }: Pick<Kernel, 'db'>,
  { stepUp }: Pick<AccessNeeds, 'stepUp'>,
  { readProviderFactors }: Pick<AccessParts, 'readProviderFactors'>,
): FactorRemoval => ({
  isRequired: async ({ user, factors, gone }) => {
    const isPasskey = ({ method }: Factor) => method === 'passkey'
    const left = factors.filter(({ id }) => !gone.some((each) => each.id === id))
    if (!gone.some(isPasskey) || left.some(isPasskey)) return false
    return db.read(provedPerson, (sql) => readPasskeyMandatory(sql, user))
  },
  remove: async ({ user, gone, caller }, end) => {
    for (const { providerId } of gone) await stepUp?.removeAuthenticator({ userId: user.id, id: providerId })
    for (let reads = 0; reads < mostFactorReads; reads += 1) {
      const read = await readProviderFactors(user, { caller })
      if (!read.accepted) return read
      let isOlder = false
      const ended = await end(async (tx) => {
        const synced = await read.value(tx)
        isOlder = synced === null
        if (synced === null) return unavailable()
        if (synced.factors.length === 0) await dropRecoveryCodes(tx.sql, user.id)
        for (const { id, method, name } of gone) {
          if (synced.factors.some((factor) => factor.id === id)) continue
          tx.recordChange({
            entity: 'factor',
            entityId: id,
            companyId: user.companyId,
            userId: user.id,
            before: { method, name },
            after: null,
            personal: ['name'],
          })
        }
        const stays = synced.factors.some(({ id }) => gone.some((each) => each.id === id))
        return stays ? unavailable() : undefined
      })
      if (!isOlder) return ended
    }
    return unavailable()
  },
})
