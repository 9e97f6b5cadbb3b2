import { setTimeout as pause } from 'node:timers/promises'
import { isAdult, todayIn } from '@cardamom/contract/dates'
import type { KycFlow } from '../companies/company.ts'
import { refused } from '../kernel/answer.ts'
import type { RefusedAnswer } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Finish, FinishedAnswer } from '../kernel/mount-context.ts'
import type { Language } from '../kernel/principal.ts'
import { nextStatus } from '../kernel/states.ts'
import { kycSessionLifeMs } from '../providers/kyc/port.ts'
import type { KycProvider, KycSessionAtProvider } from '../providers/kyc/port.ts'
import {
  requestSession,
  ensureCase,
  findCaseOfUser,
  findLiveSession,
  findSession,
  saveStatedPerson,
  lockCase,
  sessionEnded,
  sessionOpened,
} from './kyc-cases.sql.ts'
import type { KycCaseRow, KycSessionRow } from './kyc-cases.sql.ts'
import { watchJob } from './kyc-jobs.ts'
import type { KycPerson } from './kyc-people.ts'
import { asItIs, changeCaseBySteps, stepOfPerson } from './kyc-record.ts'
import { decryptUrl, encryptStatedPerson, encryptUrl } from './kyc-encryption.ts'
import type { StatedPerson } from './kyc-encryption.ts'
import { attemptsLeft, decideKycStart, kycTransitions } from './kyc-status.ts'
import type { KycStartRefusal } from './kyc-status.ts'

/** Longer than the provider's timeout. An older request belongs to a process that has ended. */
const requestLeaseMs = 30_000
/** How long a second tab waits for the answer to the first one. */
const waitForOtherMs = 12_000
const waitStepMs = 150

export type StartRequest = {
  readonly person: KycPerson
  readonly stated: StatedPerson
  readonly timeZone: string
  readonly flow: KycFlow
  /** Whether our content policy allows a page in a frame. */
  readonly mayFrame: (url: string) => boolean
  readonly attemptLimit: number
  readonly callbackUrl: string
  readonly lang: Language
}

type StartedCheck = {
  readonly started: 'new_session' | 'same_session' | 'already_verified'
  readonly url: string | null
  readonly flow: KycFlow
}
type StartRefusal = KycStartRefusal | 'FL001' | 'document_failed' | 'record_changed'

/**
 * The result of reading the case: an answer, an open session, a request of another tab to wait for, or a
 * session to request.
 */
type Claim =
  | { readonly kind: 'refused'; readonly refusal: RefusedAnswer<StartRefusal> }
  | { readonly kind: 'verified' }
  | { readonly kind: 'open'; readonly session: KycSessionRow }
  | { readonly kind: 'wait' }
  | { readonly kind: 'request'; readonly caseId: string; readonly sessionId: string }

export type StartDeps = {
  readonly kernel: Pick<Kernel, 'db' | 'write' | 'clock' | 'ids' | 'encryption'>
  readonly providerOf: (name: string) => KycProvider
}

const isAdultOn = (birthDate: string | null, today: string): boolean =>
  birthDate !== null && isAdult({ birthDate, today })

const decide = (request: StartRequest, kycCase: KycCaseRow | null, now: Date) =>
  decideKycStart({
    status: kycCase?.status ?? null,
    left: attemptsLeft({ limit: request.attemptLimit, used: kycCase?.attemptsUsed ?? 0 }),
    isActive: request.person.isActive,
    isEmailVerified: request.person.isEmailVerified,
    isAdult: isAdultOn(request.person.birthDate, todayIn(request.timeZone, now)),
  })

/** The answer of a call. A page that may not be in a frame is opened as a page of its own. */
const shownOf = (
  request: StartRequest,
  started: StartedCheck['started'],
  url: string | null,
): StartedCheck => ({
  started,
  url,
  flow: url === null || request.mayFrame(url) ? request.flow : 'redirect',
})

/** Starts a check, or continues the open one (domain §10). */
export const createKycStart = ({ kernel, providerOf }: StartDeps) => {
  const { db, write, clock, ids, encryption } = kernel

  /** One short transaction under the case's lock, so that two tabs never request two sessions. */
  const claimWith = (request: StartRequest, caseId: string, stated: Buffer, provider: string) =>
    write(provedPerson, async ({ sql }): Promise<Claim> => {
      const { id: userId, companyId } = request.person
      const { attemptLimit } = request
      await ensureCase(sql, { id: caseId, companyId, userId, attemptLimit, at: clock.now() })
      const kycCase = await lockCase(sql, caseId)
      // The person's first case was made by another call meanwhile: read again.
      if (!kycCase) return { kind: 'wait' }
      const decided = decide(request, kycCase, clock.now())
      if (!decided.accepted) return { kind: 'refused', refusal: decided }
      if (decided.value === 'already_verified') return { kind: 'verified' }
      if (decided.value === 'same_session') {
        const session = kycCase.sessionId === null ? null : await findSession(sql, kycCase.sessionId)
        return session?.status === 'open'
          ? { kind: 'open', session }
          : { kind: 'refused', refusal: refused('record_changed') }
      }
      const live = await findLiveSession(sql, kycCase.id)
      const isRequested =
        live?.status === 'requested' && after(live.requestedAt, requestLeaseMs) > clock.realNow()
      if (isRequested) return { kind: 'wait' }
      if (live) await sessionEnded(sql, live.id)
      const sessionId = ids.next()
      await saveStatedPerson(sql, { caseId: kycCase.id, companyId, stated, attemptLimit })
      await requestSession(sql, { id: sessionId, of: kycCase, provider, at: clock.realNow() })
      return { kind: 'request', caseId: kycCase.id, sessionId }
    })

  /**
   * Opens the session and changes the case after the provider's answer, unless the case was decided
   * meanwhile.
   */
  const open = async (
    tx: WriteTransaction,
    newSession: { caseId: string; sessionId: string },
    opened: { at: KycSessionAtProvider; url: Buffer },
  ): Promise<boolean> => {
    const { caseId, sessionId } = newSession
    const now = clock.now()
    const kycCase = await lockCase(tx.sql, caseId)
    if (!kycCase) return false
    const status =
      kycCase.status === null ? 'created' : nextStatus(kycTransitions, kycCase.status, 'session.created')
    const expiresAt = after(now, kycSessionLifeMs)
    const session = { id: sessionId, providerSessionId: opened.at.sessionId, url: opened.url }
    if (!(await sessionOpened(tx.sql, { ...session, at: now, expiresAt }))) return false
    if (status === null) {
      await sessionEnded(tx.sql, sessionId)
      return false
    }
    await changeCaseBySteps(tx, {
      ids,
      kycCase,
      at: now,
      to: { ...asItIs(kycCase), reason: null, findings: [], sessionId },
      steps: [stepOfPerson('session.created', status)],
    })
    tx.enqueue(watchJob(sessionId, now))
    return true
  }

  const createSession = async <Code extends string>(
    request: StartRequest,
    newSession: { caseId: string; sessionId: string; provider: string },
    finish: Finish<StartedCheck, Code | 'record_changed'>,
  ) => {
    const { person, stated, callbackUrl, lang } = request
    const { caseId, sessionId } = newSession
    const answer = await providerOf(newSession.provider).createSession({
      ...stated,
      caseId,
      callbackUrl,
      birthDate: person.birthDate ?? '',
      lang,
    })
    if (answer.outcome !== 'ok') {
      // The address of a session whose answer was lost is unknown. It expires and uses no attempt.
      await write(provedPerson, ({ sql }) => sessionEnded(sql, sessionId))
      return refused(answer.outcome === 'rejected' ? 'document_failed' : 'FL001')
    }
    const url = await encryptUrl(encryption, sessionId, answer.value.url)
    return finish(
      shownOf(request, 'new_session', answer.value.url),
      async (tx) => {
        const isOpen = await open(tx, newSession, { at: answer.value, url })
        return isOpen ? undefined : refused('record_changed')
      },
      'commit',
    )
  }

  return async <Code extends string>(
    request: StartRequest,
    provider: string,
    finish: Finish<StartedCheck, Code | 'record_changed'>,
  ): Promise<FinishedAnswer<StartedCheck> | RefusedAnswer<StartRefusal | Code>> => {
    const known = await db.read(provedPerson, (sql) => findCaseOfUser(sql, request.person.id))
    let caseId = known?.id ?? ids.next()
    for (let waitedMs = 0; waitedMs <= waitForOtherMs; waitedMs += waitStepMs) {
      const claim = await claimWith(
        request,
        caseId,
        await encryptStatedPerson(encryption, caseId, request.stated),
        provider,
      )
      if (claim.kind === 'refused') return claim.refusal
      if (claim.kind === 'verified') return finish(shownOf(request, 'already_verified', null))
      if (claim.kind === 'request') return createSession(request, { ...claim, provider }, finish)
      if (claim.kind === 'open') {
        return finish(shownOf(request, 'same_session', await decryptUrl(encryption, claim.session)))
      }
      await pause(waitStepMs)
      caseId = (await db.read(provedPerson, (sql) => findCaseOfUser(sql, request.person.id)))?.id ?? caseId
    }
    return refused('FL001')
  }
}
