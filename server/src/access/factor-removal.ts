import { readCompany } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import type { Factor } from './factor.ts'
import { dropRecoveryCodes } from './recovery-codes.sql.ts'
import type { Caller } from './security-events.sql.ts'

export type RemoveFactors = (of: {
  user: User
  /** All factors of the person. */
  factors: readonly Factor[]
  gone: readonly Factor[]
  caller: Caller
  /** A recovery also removes the last ones. */
  evenLast?: true
}) => Promise<Answer<null, 'last_factor' | 'unavailable'>>

/**
 * Removes factors at the provider and here. The person gets a mail and their withdrawals wait. The last
 * passkey stays where the company requires one. After a lost answer the provider is read again.
 */
export const createFactorRemoval = (
  { db, write }: Kernel,
  { stepUp }: Pick<AccessNeeds, 'stepUp'>,
  { syncFactors }: Pick<AccessParts, 'syncFactors'>,
): RemoveFactors =>
  async function removeFactors({ user, factors, gone, caller, evenLast }) {
    const company = await db.read(allTenants, (sql) => readCompany(sql, user.companyId))
    const left = factors.filter(({ id }) => !gone.some((each) => each.id === id))
    const isMandatory = company.passkeyMandatory && !left.some(({ method }) => method === 'passkey')
    if (isMandatory && gone.some(({ method }) => method === 'passkey') && !evenLast) {
      return refused('last_factor')
    }
    for (const { providerId } of gone) await stepUp?.remove({ userId: user.id, id: providerId })
    const read = await syncFactors(user, { caller })
    if (!read.accepted) return read
    if (read.value.factors.length === 0) await write(allTenants, ({ sql }) => dropRecoveryCodes(sql, user.id))
    const stays = read.value.factors.some(({ id }) => gone.some((each) => each.id === id))
    return stays ? refused('unavailable', { data: { retryAfterSeconds: 5 } }) : accepted(null)
  }
