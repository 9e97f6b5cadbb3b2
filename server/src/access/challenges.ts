import type { Challenge, FactorMethod } from '@cardamom/contract/access/step-up'
import { readCompany } from '../companies/companies.sql.ts'
import { originOf } from '../companies/company.ts'
import { factorTries } from '../identity/throttle.ts'
import { emailHint, type User } from '../identity/user.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import type { AccessNeeds } from './access-needs.ts'
import { insertChallenge, type ChallengePurpose, type ChallengeRow } from './challenges.sql.ts'
import type { Factor } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { readIsProfiled } from './profiling-consents.sql.ts'
import { newSecret } from './secrets.ts'
import type { Caller } from './security-events.sql.ts'
import type { StepUpLevel } from './step-up.ts'

const minuteMs = 60_000
const retryAfterSeconds = 5

/** Lifetime of challenges (api §5). */
const livesMs: Readonly<Record<ChallengePurpose, number>> = {
  login: 10 * minuteMs,
  otp_login: 10 * minuteMs,
  otp_factor: 10 * minuteMs,
  enrol: 10 * minuteMs,
  unlock: 5 * minuteMs,
  step_up: 5 * minuteMs,
}

/** Name of an operation at the provider: `POST /cards/:id/reveal` is `post-cards-id-reveal`. */
export const providerActionOf = (purpose: ChallengePurpose, action: string | null): string =>
  action === null
    ? purpose
    : action
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, 60)

/**
 * Key of one step at the provider. It contains our challenge's id, so a token of another challenge is never
 * accepted.
 */
const keyOf = ({ id, step }: Pick<ChallengeRow, 'id' | 'step'>): string => (step === 0 ? id : `${id}.${step}`)

type Person = Pick<User, 'id' | 'companyId' | 'email' | 'username'>

export type NewChallenge = {
  readonly user: Person
  readonly sessionId: string | null
  readonly purpose: ChallengePurpose
  readonly methods: readonly FactorMethod[]
  readonly operation?: { readonly level: StepUpLevel; readonly action: string; readonly objectHash: string }
  readonly caller: Caller
  readonly mayAdd?: true
}

/** What the browser receives, without the id. */
export type ChallengeFacts = Omit<Challenge, 'id' | 'expiresAt'> & { readonly expiresAt: Date }

export type StartedChallenge = {
  readonly id: string
  readonly secret: string | null
  readonly facts: ChallengeFacts
  /** Stores the challenge, in the last transaction of the call that answers it. */
  readonly save: (sql: Queries) => Promise<void>
}

export type Challenges = {
  /** An operation at the provider proves nothing before its challenge is stored (`save`). */
  readonly start: (wanted: NewChallenge) => Promise<Answer<StartedChallenge, 'unavailable'>>
  /** What the browser needs for the current step of a challenge. */
  readonly factsOf: (
    row: ChallengeRow,
    of: { user: Person; caller: Caller; mayAdd?: true },
  ) => Promise<Answer<ChallengeFacts, 'unavailable'>>
  /**
   * Whether a token proves the current step of a challenge. The caller consumes the token together with the
   * effect.
   */
  readonly prove: (
    row: ChallengeRow,
    token: string,
  ) => Promise<Answer<FactorMethod, 'passkey_failed' | 'invalid_code' | 'rate_limited' | 'unavailable'>>
}

/** Whether a challenge is the second factor of a login. */
const isLogin = (purpose: ChallengePurpose) => purpose === 'login' || purpose === 'otp_factor'

const stepNames = ['passkey', 'code', 'password'] as const

/** What a challenge waits for now. */
export const stepOf = (row: ChallengeRow): Challenge['step'] => {
  if (row.level === 'password') return 'password'
  if (row.level === 'S3') return stepNames[row.step] ?? 'password'
  if (row.purpose === 'otp_login') return 'code'
  if (isLogin(row.purpose) || row.purpose === 'enrol') return 'factor'
  return row.methods.length === 1 && row.methods[0] === 'passkey' ? 'passkey' : 'factor'
}

/** Name under which proofs of a person's second factors are counted. */
export const factorSubject = (userId: string): string => `factor:${userId}`

const unavailable = () => refused('unavailable', { data: { retryAfterSeconds } })

/** Which factors of a challenge's methods can be used now, and which later. */
const splitByTime = (factors: readonly Factor[], method: FactorMethod, now: Date) => {
  const of = factors.filter((factor) => factor.method === method)
  return { ready: of.filter(({ fullFrom }) => fullFrom <= now), all: of }
}

/** Starts proofs at the provider and checks their tokens. Each is bound to its person, operation and step. */
export const createChallenges = (kernel: Kernel, needs: AccessNeeds): Challenges => {
  const { clock, ids, config, db } = kernel
  const { stepUp, throttles } = needs

  const operationOf = (row: ChallengeRow) => ({
    userId: row.userId,
    action: row.providerAction,
    key: keyOf(row),
  })

  /** The number for its text messages, as recorded when text messages were added. */
  const phoneHintOf = async ({ userId, methods }: ChallengeRow): Promise<string | null> => {
    if (!methods.includes('sms')) return null
    const factors = await db.read(provedPerson, (sql) => readFactors(sql, userId))
    return factors.find(({ method }) => method === 'sms')?.detail ?? null
  }

  /** Where the provider's pages return to: the browser's current host, if it is ours. */
  const returnUrl = async (user: Person, { host, purpose }: { host: string; purpose: ChallengePurpose }) => {
    const company = await db.read(provedPerson, (sql) => readCompany(sql, user.companyId))
    const platform = new URL(config.PUBLIC_URL).origin
    const own = originOf(company, config)
    // A login returns to where it started; any other operation returns to the page that requested it.
    return `${new URL(own).host === host ? own : platform}${isLogin(purpose) ? '/login' : '/'}`
  }

  /** What a track says of the device. It has the profile's id only after consent to profiling. */
  const deviceOf = async (user: Person, { profilingId, ...seen }: Caller) => {
    if (!profilingId) return seen
    const about = { userId: user.id, companyId: user.companyId }
    const mayTell = await db.read(provedPerson, (sql) => readIsProfiled(sql, config, about))
    return mayTell ? { ...seen, profilingId } : seen
  }

  const factsOf: Challenges['factsOf'] = async (row, { user, caller, mayAdd }) => {
    const step = stepOf(row)
    const hints = { email: emailHint(user.email), phone: await phoneHintOf(row) }
    const { expiresAt } = row
    const methods = [...row.methods]
    const byCode = step === 'code'
    const plain = { step, methods, token: null, url: null, sendOtp: [], hints, expiresAt }
    if (step === 'password' || row.purpose === 'otp_login') return accepted(plain)
    const started = await stepUp?.startOperation({
      ...operationOf(row),
      email: user.email,
      username: user.username,
      ...(await deviceOf(user, caller)),
      redirectUrl: await returnUrl(user, { host: caller.host, purpose: row.purpose }),
      ...(mayAdd ? { mayAdd } : {}),
    })
    if (started?.outcome !== 'ok') return unavailable()
    const { token, url } = started.value
    return accepted({ ...plain, token, url, sendOtp: byCode ? ['email' as const] : [] })
  }

  const start: Challenges['start'] = async (wanted) => {
    const { user, sessionId, purpose, methods, operation, caller, mayAdd } = wanted
    const createdAt = clock.realNow()
    const row: ChallengeRow = {
      id: ids.next(),
      companyId: user.companyId,
      userId: user.id,
      sessionId,
      purpose,
      providerAction: providerActionOf(purpose, operation?.action ?? null),
      level: operation?.level ?? null,
      action: operation?.action ?? null,
      objectHash: operation?.objectHash ?? null,
      step: 0,
      methods,
      sentCodeId: null,
      createdAt,
      expiresAt: after(createdAt, livesMs[purpose]),
    }
    const facts = await factsOf(row, { user, caller, ...(mayAdd ? { mayAdd } : {}) })
    if (!facts.accepted) return facts
    const secret = sessionId === null ? newSecret(ids) : null
    const save = (sql: Queries) => insertChallenge(sql, { ...row, secret })
    return accepted({ id: row.id, secret, facts: facts.value, save })
  }

  /** A factor that is too new for S2 and S3 proves nothing there, even if its method is accepted. */
  const isReady = async (row: ChallengeRow, method: FactorMethod): Promise<boolean> => {
    if (row.level !== 'S2' && row.level !== 'S3') return true
    const factors = await db.read(provedPerson, (sql) => readFactors(sql, row.userId))
    const { ready, all } = splitByTime(factors, method, clock.realNow())
    if (ready.length === all.length && all.length > 0) return true
    const prover = await stepUp?.proverOf(operationOf(row))
    return prover?.outcome === 'ok' && ready.some(({ providerId }) => providerId === prover.value)
  }

  const prove: Challenges['prove'] = async (row, token) => {
    const whose = { userId: row.userId, kind: 'factor' } as const
    const allowed = await throttles.count(factorSubject(row.userId), factorTries, whose)
    if (!allowed.accepted) return allowed
    const checked = await stepUp?.validate(token, { userId: row.userId, action: row.providerAction })
    const wrong = stepOf(row) === 'passkey' ? refused('passkey_failed') : refused('invalid_code')
    if (!checked || checked.outcome === 'unavailable' || checked.outcome === 'unknown') return unavailable()
    if (checked.outcome === 'rejected') return wrong
    const { key, method, userId } = checked.value
    const isOfThis = userId === row.userId && key === keyOf(row) && row.methods.includes(method)
    if (!isOfThis || !(await isReady(row, method))) return wrong
    await throttles.forget(factorSubject(row.userId))
    return accepted(method)
  }

  return { start, factsOf, prove }
}
