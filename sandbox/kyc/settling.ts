import { decisionBody, type DecisionBody } from './decision-body.ts'
import type { Notices } from './notices.ts'
import { pictureVerdict, type PictureVerdict } from './picture-verdicts.ts'
import { reasonTexts, type DecisionStatus } from './reason-codes.ts'
import type { Attempt, Context, Session } from './session-records.ts'
import type { SessionStore } from './session-store.ts'
import type { Vault } from './vault.ts'
import { judge, type Verdict } from './verdict.ts'

/** Dependencies of the rules of a session. */
export type Parts = {
  readonly records: SessionStore
  readonly vault: Vault
  readonly notices: Notices
  readonly now: () => Date
  /** Runs `settle` after the answer was sent. */
  readonly settleSoon: () => void
}

/** A manual decision on the control plane. */
export type HandDecision = {
  readonly status: DecisionStatus
  readonly reason?: string
  readonly reasonCode?: number
  readonly contexts?: readonly Context[]
}

const numberKey = (country: string | null, number: string): string =>
  `${country ?? ''}:${number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`

export const latestAttempt = ({ records }: Parts, session: Session): Attempt => {
  const attempt = records.attempts(session.id).at(-1)
  if (!attempt) throw new Error(`Session ${session.id} has no attempt`)
  return attempt
}

export const latestDecision = ({ records }: Parts, session: Session): DecisionBody | null => {
  const decided = records.attempts(session.id).findLast(({ decision }) => decision !== null)
  return decided?.decision ? (JSON.parse(decided.decision) as DecisionBody) : null
}

const rememberNumber = ({ records, vault }: Parts, session: Session, { zone }: Verdict): void => {
  const number = zone?.documentNumber ?? session.document.number
  if (!number) return
  const key = numberKey(zone?.country ?? session.document.country, number)
  const { id: sessionId, vendorData } = session
  records.putApproved({ numberHash: vault.blind(key), sessionId, vendorData })
}

const writeDown = (parts: Parts, session: Session, attempt: Attempt, verdict: Verdict): DecisionBody => {
  const { records, notices, now } = parts
  const body = decisionBody({ session, attempt, verdict, decidedAt: now() })
  records.putAttempt({ ...attempt, status: verdict.status, dueAt: null, decision: JSON.stringify(body) })
  records.putSession({ ...session, status: verdict.status })
  if (verdict.status === 'approved') rememberNumber(parts, session, verdict)
  notices.decision(body)
  return body
}

const verdictOn = (parts: Parts, session: Session, attempt: Attempt): Verdict => {
  const { records, vault, now } = parts
  return judge({
    session,
    attemptNumber: attempt.number,
    images: records.mediaOf(attempt.id),
    earlier: latestDecision(parts, session)?.verification.images ?? [],
    now: now(),
    isUsedByOther: (country, number) =>
      records.approvedElsewhere(vault.blind(numberKey(country, number)), session),
  })
}

const requestedAgain = (verdict: Verdict, contexts: readonly Context[]): readonly PictureVerdict[] =>
  verdict.pictures.map((each) => ({
    ...pictureVerdict(each.context, undefined, contexts.includes(each.context) ? ['blurred'] : []),
    id: each.id,
  }))

/** Decides manually in any state; the decision webhook is sent as usual. */
export const decideByHand = (parts: Parts, session: Session, hand: HandDecision): DecisionBody =>
  parts.records.together(() => {
    const attempt = latestAttempt(parts, session)
    const verdict = verdictOn(parts, session, attempt)
    const known = Object.entries(reasonTexts).find(([code]) => Number(code) === hand.reasonCode)?.[1]
    const contexts = hand.contexts ?? verdict.pictures.map(({ context }) => context)
    return writeDown(parts, session, attempt, {
      ...verdict,
      status: hand.status,
      reasonCode: hand.reasonCode ?? null,
      reason: hand.reason ?? known ?? null,
      pictures: requestedAgain(verdict, hand.status === 'resubmission_requested' ? contexts : []),
    })
  })

/** Ends a session that was not finished. */
export const closeSession = (parts: Parts, session: Session, status: 'expired' | 'abandoned'): void => {
  const attempt = latestAttempt(parts, session)
  const verdict = verdictOn(parts, session, attempt)
  writeDown(parts, session, attempt, { ...verdict, status, reasonCode: null, reason: null })
}

/** Does all work that is due at the service's clock: decisions and expiries. */
export const settle = (parts: Parts): void => {
  const { records, now } = parts
  const at = now().toISOString()
  for (const attempt of records.due(at)) {
    records.together(() => {
      const session = records.session(attempt.sessionId)
      if (session?.status === 'submitted') {
        writeDown(parts, session, attempt, verdictOn(parts, session, attempt))
      }
    })
  }
  for (const session of records.outdated(at)) {
    records.together(() => {
      closeSession(parts, session, session.status === 'created' ? 'expired' : 'abandoned')
    })
  }
}
