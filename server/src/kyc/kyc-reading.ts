import { wholeInstallation } from '../kernel/scopes.ts'
import type { Work, WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { nextStatus } from '../kernel/states.ts'
import type { KycDecision, KycProvider, KycSnapshot } from '../providers/kyc/port.ts'
import type { Screening, ScreeningResult } from '../screening/screening.ts'
import { createApprovalGuard } from './kyc-approval.ts'
import { saveAttempt, listSessionAttempts } from './kyc-attempts.sql.ts'
import type { KycAttemptRow } from './kyc-attempts.sql.ts'
import { findCase, findSession, lockCase, sessionEnded } from './kyc-cases.sql.ts'
import type { KycCaseRow, KycSessionRow } from './kyc-cases.sql.ts'
import { endOfTime, isSessionOver, mergeSnapshot, newDecision } from './kyc-merge.ts'
import type { KnownAttempt, KycMerge, KycStepDraft } from './kyc-merge.ts'
import { storeVerifiedIdentity } from './kyc-people.ts'
import { asItIs, changeCaseBySteps, recordDecision } from './kyc-record.ts'
import { decryptSnapshot, decryptStatedPerson, encryptFacts, encryptSnapshot } from './kyc-encryption.ts'
import type { StatedPerson } from './kyc-encryption.ts'
import { isVerified, kycTransitions } from './kyc-status.ts'
import type { KycStatus } from './kyc-status.ts'

export type ReadingDeps = {
  readonly kernel: Pick<Kernel, 'db' | 'clock' | 'ids' | 'encryption'>
  readonly providerOf: (name: string) => KycProvider
  readonly screening: Screening
}

/** `unavailable`: the provider did not answer, and the caller tries again later. */
export type ReadingOutcome = 'changed' | 'unchanged' | 'unavailable'

/** A session, its case and the known attempts, before the request to the provider. */
type StoredCase = {
  readonly kycCase: KycCaseRow
  readonly session: KycSessionRow
  readonly attempts: readonly KycAttemptRow[]
}

type StartedCase = KycCaseRow & { readonly status: KycStatus }

/** What was found outside of the transaction. */
type ReadingResult = {
  readonly snapshot: KycSnapshot
  /** Whether the provider does not have the session any more. */
  readonly isGone: boolean
  readonly decision: KycDecision | null
  readonly facts: Buffer | null
  readonly stated: StatedPerson | null
  readonly screened: ScreeningResult | null
}

const knownOf = (attempts: readonly KycAttemptRow[]): KnownAttempt[] =>
  attempts.map((row) => ({
    attemptId: row.providerAttemptId,
    isUsed: row.isUsed,
    isDecided: row.isDecided,
    number: row.number,
  }))

const nothing: KycSnapshot = { attempts: [], decision: null }

/** The transaction of the job that reads, or of a call; the audit row of the merge says which. */
type Write = Work['write']

/** Reads sessions at the provider and merges what they show into their cases. */
export const createKycReading = (deps: ReadingDeps) => {
  const { db, clock, ids, encryption } = deps.kernel
  const guard = createApprovalGuard(deps.kernel)

  /** Screens and encrypts before the transaction, because both may call outside services. */
  const learn = async (
    { kycCase, session, attempts }: StoredCase,
    snapshot: KycSnapshot | null,
  ): Promise<ReadingResult> => {
    const decision = snapshot ? newDecision(snapshot, knownOf(attempts)) : null
    const stated = await decryptStatedPerson(encryption, kycCase)
    const facts = decision
      ? await encryptFacts(
          encryption,
          { sessionId: session.id, attemptId: decision.attemptId },
          decision.facts,
        )
      : null
    const screened =
      decision?.verdict === 'approved' && stated
        ? await deps.screening.checkPerson({
            firstName: decision.facts.firstName ?? stated.firstName,
            lastName: decision.facts.lastName ?? stated.lastName,
            birthDate: decision.facts.birthDate,
            country: decision.facts.country,
          })
        : null
    return { snapshot: snapshot ?? nothing, isGone: snapshot === null, decision, facts, stated, screened }
  }

  const storeAttempts = async (
    { sql }: WriteTransaction,
    session: KycSessionRow,
    { merge, learnt }: { merge: KycMerge; learnt: ReadingResult },
  ): Promise<Map<string, string>> => {
    const attemptIds = new Map<string, string>()
    for (const attempt of merge.attempts) {
      const decision = learnt.decision?.attemptId === attempt.attemptId ? learnt.decision : null
      const id = await saveAttempt(sql, session, {
        id: ids.next(),
        providerAttemptId: attempt.attemptId,
        status: attempt.status,
        isUsed: attempt.isUsed,
        isDecided: attempt.isDecided,
        number: attempt.number,
        images: decision?.images ?? [],
        facts: decision ? learnt.facts : null,
        decidedAt: decision?.decidedAt ?? null,
        at: clock.now(),
      })
      attemptIds.set(attempt.attemptId, id)
    }
    return attemptIds
  }

  /** The step that ends a session when its time is over or the provider does not have it any more. */
  const lastStep = (
    session: KycSessionRow,
    { status, isGone }: { status: KycStatus; isGone: boolean },
  ): KycStepDraft | null => {
    const isOver = session.expiresAt !== null && clock.now() >= session.expiresAt
    const event = isGone || isOver ? endOfTime(status) : null
    const to = event && nextStatus(kycTransitions, status, event)
    return event && to ? { event, status: to, reason: null, attemptId: null, attempt: null } : null
  }

  const mergeInto = async (
    tx: WriteTransaction,
    { kycCase, session }: { kycCase: StartedCase; session: KycSessionRow },
    learnt: ReadingResult,
  ): Promise<ReadingOutcome> => {
    const known = knownOf(await listSessionAttempts(tx.sql, session.id))
    const about = { status: kycCase.status, used: kycCase.attemptsUsed, known, snapshot: learnt.snapshot }
    const isNew = newDecision(learnt.snapshot, known) !== null
    // A first merge without findings counts the attempts before the approval.
    const attemptsUsed = mergeSnapshot({ ...about, findings: [] }).used
    const findings = isNew ? await guard(tx, kycCase, { learnt, attemptsUsed }) : []
    const merge = mergeSnapshot({ ...about, findings })
    const attemptIds = await storeAttempts(tx, session, { merge, learnt })
    const ending = lastStep(session, { status: merge.status, isGone: learnt.isGone })
    const steps = ending ? [...merge.steps, ending] : merge.steps
    const last = steps.at(-1)
    if (!last) return 'unchanged'
    const to = {
      ...asItIs(kycCase),
      reason: last.reason,
      findings: last.status === 'needs_review' ? findings : [],
      attemptsUsed: merge.used,
      hold: last.status === 'positive' ? false : kycCase.kycHold || merge.holdsLoads,
    }
    recordDecision(tx, kycCase, { ...to, status: last.status })
    await changeCaseBySteps(tx, {
      ids,
      kycCase,
      at: clock.now(),
      to,
      steps: steps.map((step) => ({
        event: step.event,
        status: step.status,
        reason: step.reason,
        attempt: step.attempt,
        attemptId: step.attemptId === null ? null : (attemptIds.get(step.attemptId) ?? null),
        by: step === ending ? ('system' as const) : ('provider' as const),
        actorId: null,
        note: null,
      })),
    })
    if (isVerified(last.status) !== isVerified(kycCase.status)) {
      const at = isVerified(last.status) ? clock.now() : null
      await storeVerifiedIdentity(
        { sql: tx.sql, encryption },
        { userId: kycCase.userId, stated: learnt.stated, at },
      )
    }
    if (isSessionOver(last.status, merge)) await sessionEnded(tx.sql, session.id)
    return 'changed'
  }

  const findRead = (sessionId: string): Promise<StoredCase | null> =>
    db.read(wholeInstallation, async (sql) => {
      const session = await findSession(sql, sessionId)
      const kycCase = session && (await findCase(sql, session.caseId))
      if (!kycCase || kycCase.sessionId !== sessionId) return null
      return { session, kycCase, attempts: await listSessionAttempts(sql, sessionId) }
    })

  const merge = async (
    write: Write,
    { read, snapshot }: { read: StoredCase; snapshot: KycSnapshot | null },
  ): Promise<ReadingOutcome> => {
    const learnt = await learn(read, snapshot)
    return write(async (tx) => {
      const kycCase = await lockCase(tx.sql, read.kycCase.id)
      const { status, sessionId: current } = kycCase ?? { status: null, sessionId: null }
      if (!kycCase || status === null || current !== read.session.id) return 'unchanged'
      return mergeInto(tx, { kycCase: { ...kycCase, status }, session: read.session }, learnt)
    })
  }

  /** Reads a session at the provider. An old session of the case changes nothing. */
  const readSession = async (sessionId: string) => {
    const read = await findRead(sessionId)
    if (!read?.session.providerSessionId) return 'unchanged'
    const answer = await deps.providerOf(read.session.provider).readSession(read.session.providerSessionId)
    if (answer.outcome === 'unavailable' || answer.outcome === 'unknown') return 'unavailable'
    return { read, snapshot: answer.outcome === 'ok' ? answer.value : null }
  }

  return {
    /** Reads a session at the provider and merges the answer into its case, for a person who waits for it. */
    readNow: async (write: Write, sessionId: string): Promise<ReadingOutcome> => {
      const reading = await readSession(sessionId)
      return typeof reading === 'string' ? reading : merge(write, reading)
    },
    /**
     * Does the same for background jobs, but calls only the provider. An approval needs screening first, so
     * it is returned encrypted, for `screen`.
     */
    readUnscreened: async (
      write: Write,
      sessionId: string,
    ): Promise<ReadingOutcome | { readonly toScreen: Buffer }> => {
      const reading = await readSession(sessionId)
      if (typeof reading === 'string') return reading
      const { read, snapshot } = reading
      if (!snapshot || newDecision(snapshot, knownOf(read.attempts))?.verdict !== 'approved')
        return merge(write, reading)
      return { toScreen: await encryptSnapshot(encryption, sessionId, snapshot) }
    },
    /** Screens the person of an approval that was read before, and merges the reading. */
    screen: async (
      write: Write,
      { sessionId, encrypted }: { sessionId: string; encrypted: Buffer },
    ): Promise<ReadingOutcome> => {
      const read = await findRead(sessionId)
      if (!read) return 'unchanged'
      return merge(write, { read, snapshot: await decryptSnapshot(encryption, sessionId, encrypted) })
    },
  }
}

export type KycReading = ReturnType<typeof createKycReading>
