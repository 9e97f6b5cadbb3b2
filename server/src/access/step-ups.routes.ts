import {
  startStepUp,
  makeGrant,
  type Challenge,
  type FactorMethod,
  type Proof,
} from '@cardamom/contract/access/step-up'
import { createPasswordCheck } from '../identity/password-check.ts'
import { factorTries } from '../identity/throttle.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { advanceChallenge, findChallenge, useChallenge, type ChallengeRow } from './challenges.sql.ts'
import { stepOf } from './challenges.ts'
import { codeMethodsOf, methodsFor, methodsToAdd } from './factor.ts'
import { newSecret } from './secrets.ts'
import { callerOf, recordSecurityEvent, type Caller } from './security-events.sql.ts'
import { setSessionConfirmed } from './sessions.sql.ts'
import type { StepUpLevel } from './step-up.ts'
import { grantMs, insertGrant } from './step-ups.sql.ts'

/** Steps of S3: passkey, one-time code, password (permissions §2). */
const lastStepOfS3 = 2

type ProofRefusal =
  | 'passkey_failed'
  | 'totp_mismatch'
  | 'code_mismatch'
  | 'invalid_code'
  | 'wrong_credentials'
  | 'challenge_expired'
  | 'rate_limited'
  | 'unavailable'

/** Confirms one operation: a challenge for it, its proofs one after another, and the grant at the end. */
export const mountStepUps = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, clock, ids, write } = kernel
  const { challenges, syncFactors } = parts
  const checkPassword = createPasswordCheck(kernel, needs)

  const findUser = async (userId: string): Promise<User> => {
    const user = await db.read(provedPerson, (sql) => readUser(sql, userId))
    if (!user) throw new Error('A session has no user')
    return user
  }

  /** Factors that prove a level. A password proves none: the confirmed call decides whether it is enough. */
  const methodsOf = async (user: User, { level, caller }: { level: StepUpLevel; caller: Caller }) => {
    if (level === 'password') return accepted<FactorMethod[]>([])
    const read = await syncFactors(user, { caller })
    if (!read.accepted) return read
    const methods = methodsFor(level, read.value.factors, clock.realNow())
    if (methods.length > 0) return accepted(methods)
    return refused('factor_required', { data: { level, methods: methodsToAdd(level) } })
  }

  mount(startStepUp, async ({ me, input, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const user = await findUser(me.userId)
    const found = await methodsOf(user, { level: input.level, caller })
    if (!found.accepted) return found
    const { sessionId } = me
    const methods = found.value
    const started = await challenges.start({
      user,
      sessionId,
      purpose: 'step_up',
      methods,
      operation: input,
      caller,
    })
    if (!started.accepted) return started
    const { id, facts, save } = started.value
    return finish({ ...facts, id }, ({ sql }) => save(sql))
  })

  const checkSentCode = async (row: ChallengeRow, code: string): Promise<Answer<string, ProofRefusal>> => {
    const whose = { userId: row.userId, kind: 'code' } as const
    const subject = `code:session:${row.sessionId ?? ''}`
    const allowed = await needs.throttles.count(subject, factorTries, whose)
    if (!allowed.accepted) return allowed
    const { sentCodeId } = row
    const checked = sentCodeId ? await needs.stepUp?.checkCode({ sentCodeId, code }) : null
    if (checked && checked.outcome !== 'ok' && checked.outcome !== 'rejected') return refused('unavailable')
    if (checked?.outcome !== 'ok' || checked.value !== 'right') return refused('code_mismatch')
    await needs.throttles.forget(subject)
    return accepted('sent_code')
  }

  /** Whether a proof is the one that the challenge waits for; returns what was shown. */
  const check = async (
    me: SessionPrincipal,
    row: ChallengeRow,
    proof: Proof,
  ): Promise<Answer<string, ProofRefusal>> => {
    if (stepOf(row) === 'password') {
      if (proof.kind !== 'password') return refused('wrong_credentials', { field: 'password' })
      const checked = await checkPassword(me, proof.password)
      if (checked.accepted) return accepted('password')
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_credentials')
    }
    if (row.level === 'S3' && row.step === 1 && proof.kind === 'code') return checkSentCode(row, proof.code)
    return proof.kind === 'token' ? challenges.prove(row, proof.token) : refused('invalid_code')
  }

  type ProvedChallenge = { me: SessionPrincipal; row: ChallengeRow; shown: string; caller: Caller }

  const grantFor = async (
    sql: Queries,
    { me, row, shown, caller }: ProvedChallenge,
    grant: string,
    expiresAt: Date,
  ) => {
    const at = clock.realNow()
    if (!(await useChallenge(sql, { challenge: row, method: shown, at }))) return refused('challenge_expired')
    const { sessionId, userId, companyId } = me
    const { level, action, objectHash } = row
    if (!level || !action || !objectHash) throw new Error('A step-up has no operation')
    const bound = { grant, sessionId, level, action, objectHash, challengeId: row.id }
    await insertGrant(sql, { ...bound, companyId, userId, factor: shown, at, expiresAt })
    // The session has shown a second factor; a password is none.
    if (level !== 'password') await setSessionConfirmed(sql, { id: sessionId, at })
    const facts = { action, level, method: shown }
    await recordSecurityEvent(sql, ids, { userId, companyId, kind: 'step_up', facts, caller, at })
  }

  type NextStep = {
    readonly next: Challenge & { expiresAt: Date }
    /** False: another request advanced the challenge. */
    readonly advance: (sql: Queries) => Promise<boolean>
  }

  /** The next step of S3, after a proof of this one. */
  const nextStepOf = async (proved: ProvedChallenge): Promise<Answer<NextStep, ProofRefusal>> => {
    const { me, row, shown, caller } = proved
    const user = await findUser(me.userId)
    const read = row.step === 0 ? await syncFactors(user, { caller }) : null
    if (read && !read.accepted) return read
    const methods = read ? codeMethodsOf(read.value.factors, clock.realNow()) : []
    const next: ChallengeRow = { ...row, step: row.step + 1, methods, sentCodeId: null }
    const facts = await challenges.factsOf(next, { user, caller })
    if (!facts.accepted) return facts
    const advance = (sql: Queries) =>
      advanceChallenge(sql, { challenge: row, methods, method: shown, at: clock.realNow() })
    return accepted({ next: { ...facts.value, id: row.id }, advance })
  }

  mount(makeGrant, async ({ me, input, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const { sessionId, userId, companyId } = me
    const of = { id: input.challengeId, sessionId, purpose: 'step_up', now: clock.realNow() } as const
    const row = await db.read(provedPerson, (sql) => findChallenge(sql, of))
    if (!row) return refused('challenge_expired')
    const checked = await check(me, row, input.proof)
    if (!checked.accepted) {
      const facts = { action: row.action ?? '' }
      const event = { userId, companyId, kind: 'step_up_failed', facts, caller, at: clock.realNow() } as const
      await write(provedPerson, ({ sql }) => recordSecurityEvent(sql, ids, event))
      return checked
    }
    const proved = { me, row, shown: checked.value, caller }
    if (row.level === 'S3' && row.step < lastStepOfS3) {
      const step = await nextStepOf(proved)
      if (!step.accepted) return step
      const { next, advance } = step.value
      return finish({ grant: null, expiresAt: null, next }, async ({ sql }) =>
        (await advance(sql)) ? undefined : refused('challenge_expired'),
      )
    }
    const grant = newSecret(ids)
    const expiresAt = after(clock.realNow(), grantMs)
    return finish({ grant, expiresAt, next: null }, ({ sql }) => grantFor(sql, proved, grant, expiresAt))
  })
}
