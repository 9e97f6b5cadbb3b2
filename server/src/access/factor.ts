import { factorMethods, type FactorMethod } from '@cardamom/contract/access/step-up'

/** A stored second factor of a person. */
export type Factor = {
  readonly id: string
  /** The provider's id of the factor. */
  readonly providerId: string
  readonly method: FactorMethod
  readonly name: string
  readonly detail: string | null
  readonly credentialId: string | null
  readonly deviceId: string | null
  readonly synced: boolean | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** Counts for S2 and S3 from this instant on (permissions §3). */
  readonly fullFrom: Date
}

/** Names of a person's factors, for people who confirm something about all of them. */
export const factorNames = (factors: readonly Pick<Factor, 'name'>[]): string =>
  factors.map(({ name }) => name).join(', ')

/** The purpose of a proof: the login, or an operation of this level. */
export type ProofFor = 'login' | 'S1' | 'S2' | 'S3'

const inOrder = (methods: ReadonlySet<FactorMethod>): FactorMethod[] =>
  factorMethods.filter((method) => methods.has(method))

/** Methods that replace a passkey for a person without one. */
const elseMethods: readonly FactorMethod[] = ['security_key', 'totp']
/** Methods that answer with a one-time code. */
const codeMethods: readonly FactorMethod[] = ['totp', 'email_otp', 'sms']

const usable = (factors: readonly Factor[], now: Date): ReadonlySet<FactorMethod> =>
  new Set(factors.filter(({ fullFrom }) => fullFrom <= now).map(({ method }) => method))

/**
 * Accepted methods (permissions §2), the best first; none: the person must add a factor. A person with a
 * passkey must use it where one is required, and cannot choose a weaker method.
 */
export const methodsFor = (what: ProofFor, factors: readonly Factor[], now: Date): FactorMethod[] => {
  if (what === 'login' || what === 'S1') return inOrder(new Set(factors.map(({ method }) => method)))
  const full = usable(factors, now)
  if (full.has('passkey')) return ['passkey']
  return what === 'S2' ? elseMethods.filter((method) => full.has(method)) : []
}

/** Methods of the code step of S3. A code that is sent to the person's own address is always possible. */
export const codeMethodsOf = (factors: readonly Factor[], now: Date): FactorMethod[] => {
  const full = usable(factors, now)
  return codeMethods.filter((method) => full.has(method))
}

/** What to add when `methodsFor` returns none. */
export const methodsToAdd = (what: ProofFor): FactorMethod[] =>
  what === 'S3' ? ['passkey'] : what === 'S2' ? ['passkey', 'totp'] : ['passkey', 'totp', 'email_otp']
