import {
  kycDecisions,
  kycVerdicts,
  type KycCaseDetail,
  type KycDecision,
} from '@cardamom/contract/kyc/kyc-cases'
import { readUsers } from '../identity/users.sql.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { nextStatus } from '../kernel/states.ts'
import type { KycFacts } from '../providers/kyc/port.ts'
import { caseRow } from './kyc-case-row.ts'
import type { StartedCase } from './kyc-cases.sql.ts'
import { listEvents } from './kyc-events.sql.ts'
import { readPerson } from './kyc-people.ts'
import { decisionEvents, kycTransitions } from './kyc-status.ts'
import { shownImages, shownStep, type ViewedCase } from './kyc-view.ts'
import { loadCase } from './kyc-viewed.ts'
import { isSameName } from './same-name.ts'

type EnteredData = KycCaseDetail['stated']

/** Entered data that differs from the document. What the provider could not read differs from nothing. */
const differencesOf = (stated: EnteredData, read: KycFacts | null): KycCaseDetail['differences'] => {
  if (!read) return []
  const differs = (one: string | null, other: string | null) =>
    one !== null && other !== null && one.toUpperCase() !== other.toUpperCase()
  const isNameRead = read.firstName !== null || read.lastName !== null
  return [
    ...(isNameRead && !isSameName(stated, read) ? (['name'] as const) : []),
    ...(differs(stated.birthDate, read.birthDate) ? (['birthDate'] as const) : []),
    ...(differs(stated.documentType, read.documentType) ? (['documentType'] as const) : []),
    ...(differs(stated.country, read.country) ? (['country'] as const) : []),
  ]
}

/** The provider's latest result of an attempt, with its own reason. */
const verdictOf = ({ attempts, steps }: ViewedCase): KycCaseDetail['verdict'] => {
  const resultOf = (status: string | undefined) => kycVerdicts.find((known) => known === status)
  const latest = attempts.findLast(({ status }) => resultOf(status) !== undefined)
  const result = resultOf(latest?.status)
  if (!result) return null
  // The reason of an approval that did not pass is one of our checks.
  if (result === 'approved') return { result, reason: null }
  const step = steps.find(({ by, attemptId }) => by === 'provider' && attemptId === latest?.id)
  return { result, reason: step?.reason ?? null }
}

const decisionsOf = (me: SessionPrincipal, { userId, status }: StartedCase): KycDecision[] =>
  kycDecisions.filter((decision) => {
    if (userId === me.userId || !me.may(decision === 'reset' ? 'kyc.reset' : 'kyc.review')) return false
    return nextStatus(kycTransitions, status, decisionEvents[decision]) !== null
  })

const namesOf = async (sql: Queries, ids: readonly (string | null)[]) => {
  const people = await readUsers(sql, [...new Set(ids.filter((id) => id !== null))])
  return (id: string | null): string | null => {
    const person = id === null ? undefined : people.get(id)
    return person ? `${person.firstName} ${person.lastName}` : null
  }
}

/** All that an administrator sees of a case. */
export const readCaseDetail = async (
  { sql, encryption, me }: { sql: Queries; encryption: Encryption; me: SessionPrincipal },
  row: StartedCase,
): Promise<KycCaseDetail> => {
  const viewed = await loadCase(sql, encryption, row)
  const { birthDate } = await readPerson(sql, encryption, row.userId)
  const emptyPerson = { firstName: '', lastName: '', documentType: '', country: '' }
  const stated = { ...(viewed.stated ?? emptyPerson), birthDate }
  const read = viewed.attempts.findLast(({ opened }) => opened !== null)?.opened ?? null
  const nameOf = await namesOf(
    sql,
    viewed.steps.map(({ actorId }) => actorId),
  )
  const events = await listEvents(sql, row.id)
  return {
    ...(await caseRow(sql, row)),
    findings: [...row.findings],
    stated,
    read,
    differences: differencesOf(stated, read),
    verdict: verdictOf(viewed),
    decisions: decisionsOf(me, row),
    images: shownImages(viewed),
    hasSession: viewed.session !== null,
    version: row.version,
    timeline: viewed.steps.map((step) => ({
      ...shownStep(step, viewed.attempts),
      by: step.by,
      actorId: step.actorId,
      actorName: step.by === 'admin' ? nameOf(step.actorId) : null,
      note: step.note,
    })),
    notices: events.map(({ what, receivedAt: at, changed }) => ({ what, at, changed })),
  }
}
