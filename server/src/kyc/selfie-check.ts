import type { SelfieCheck } from '../access/recovery/selfie-check.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { KycDecision, KycProvider } from '../providers/kyc/port.ts'
import { findDocumentOwner } from './kyc-attempts.sql.ts'
import { findCaseOfUser } from './kyc-cases.sql.ts'
import { documentKey } from './kyc-guards.ts'
import { readPerson } from './kyc-people.ts'
import { documentDigest } from './kyc-encryption.ts'
import { isVerified } from './kyc-status.ts'
import { isSameName } from './same-name.ts'

const failed: ReadonlySet<string> = new Set(['declined', 'expired', 'abandoned'])

/**
 * Checks the selfie of a person who was verified before, in a session of its own that does not change their
 * case. It passes when the provider approves and the facts that it read are this person's: name, birth date,
 * and the document of their case.
 */
export const createSelfieCheck = (
  { db, encryption }: Pick<Kernel, 'db' | 'encryption'>,
  provider: KycProvider,
): SelfieCheck => {
  const isThatPerson = (userId: string, { facts }: KycDecision): Promise<boolean> =>
    db.read(beforeLogin, async (sql) => {
      const person = await readPerson(sql, encryption, userId)
      const kycCase = await findCaseOfUser(sql, userId)
      const key = documentKey(facts)
      const owner = key === null ? null : await findDocumentOwner(sql, documentDigest(encryption, key))
      const isOwn = owner === null || owner === kycCase?.id
      return isOwn && facts.birthDate === person.birthDate && isSameName(person, facts)
    })

  return {
    start: async ({ recoveryId, userId, callbackUrl, lang }) => {
      const { person, verified } = await db.read(beforeLogin, async (sql) => ({
        person: await readPerson(sql, encryption, userId),
        verified: isVerified((await findCaseOfUser(sql, userId))?.status ?? null),
      }))
      if (!verified || person.birthDate === null || person.country === null) return refused('kyc_required')
      const { firstName, lastName, birthDate, country } = person
      const about = { firstName, lastName, birthDate, country, documentType: 'ID_CARD' as const }
      const started = await provider.createSession({ ...about, caseId: recoveryId, callbackUrl, lang })
      return started.outcome === 'ok' ? accepted(started.value) : refused('FL001')
    },
    read: async ({ sessionId, userId }) => {
      const read = await provider.readSession(sessionId)
      if (read.outcome !== 'ok') return read.outcome === 'rejected' ? 'failed' : 'unavailable'
      const { decision } = read.value
      if (decision === null) return 'waiting'
      if (decision.verdict === 'approved') {
        return (await isThatPerson(userId, decision)) ? 'passed' : 'failed'
      }
      return failed.has(decision.verdict) ? 'failed' : 'waiting'
    },
  }
}
