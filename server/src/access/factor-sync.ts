import type { FactorMethod } from '@cardamom/contract/access/step-up'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import { emailHint, type User } from '../identity/user.ts'
import { lockUser, recordCredentialsChanged, setPasskeyEnabled } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Authenticator } from '../providers/stepup/port.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { Factor } from './factor.ts'
import { deleteFactorOf, insertFactor, readFactors, refreshFactor } from './factors.sql.ts'
import { recordSecurityEvent, type Caller } from './security-events.sql.ts'
import { forgetTrustedDevices } from './trusted-devices.sql.ts'

const dayMs = 86_400_000
const retryAfterSeconds = 5

/** `+51•••111`: enough for people to recognise their own number. */
export const phoneHint = (phone: string): string => `${phone.slice(0, 3)}•••${phone.slice(-3)}`

const detailOf = ({ email, phone }: Authenticator): string | null =>
  email ? emailHint(email) : phone ? phoneHint(phone) : null

/** `Chrome on Linux`, the next one `Chrome on Linux 2`: people must know which factor they remove. */
const distinct = (name: string, others: readonly Pick<Factor, 'name'>[]): string => {
  let wanted = name
  for (let count = 2; others.some((other) => other.name === wanted); count += 1) wanted = `${name} ${count}`
  return wanted
}

type SyncedFactors = { readonly factors: Factor[]; readonly added: Factor[] }
type Reader = { readonly caller: Caller; readonly name?: string | undefined }

/**
 * Stores what the provider answered. Null: another request changed the factors while the provider was read,
 * so its answer may be older and nothing was stored.
 */
type StoreFactors = (tx: WriteTransaction) => Promise<SyncedFactors | null>

export type FactorSync = {
  /** Reads a person's factors at the provider; the caller stores them with its own effect. */
  readonly readProviderFactors: (user: User, of: Reader) => Promise<Answer<StoreFactors, 'unavailable'>>
  /** Reads them and stores them in a transaction of its own. */
  readonly syncFactors: (user: User, of: Reader) => Promise<Answer<SyncedFactors, 'unavailable'>>
}

/** How often the provider is read again because another request changed the factors meanwhile. */
export const mostFactorReads = 4

const areSame = (one: readonly Factor[], other: readonly Factor[]): boolean =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id)

type FoundFactors = {
  readonly there: readonly Authenticator[]
  readonly known: readonly Factor[]
  readonly name: string | undefined
}
type Change = { tx: WriteTransaction; user: User; caller: Caller; at: Date }

/**
 * Updates a person's stored factors from the provider. A new one is stored, announced by mail, and delays
 * withdrawals; one that the provider no longer has is deleted. The provider is the source of truth. Requests
 * of one person may do this at the same time: an answer that is older than the stored factors changes
 * nothing.
 */
export const createFactorSync = (
  kernel: Kernel,
  { stepUp, mailer }: Pick<AccessNeeds, 'stepUp' | 'mailer'>,
): FactorSync => {
  const { config, clock, ids, db, write, messageOf } = kernel
  /** A further factor counts in full after a day, in sandbox at once (permissions §3). */
  const waitMs = config.mode === 'sandbox' ? 0 : dayMs

  const nameOf = (method: FactorMethod, user: User) => messageOf(user.locale, `answers.factor.${method}`)

  const tell = async ({ tx, user, caller, at }: Change, factor: Factor, what: 'added' | 'removed') => {
    const { id: userId, companyId } = user
    const facts = { method: factor.method, name: factor.name }
    await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: `factor_${what}`, facts, caller, at })
    await recordCredentialsChanged(tx.sql, { id: userId, at })
    await forgetTrustedDevices(tx.sql, userId)
    const company = await readCompany(tx.sql, companyId)
    const mail = { company, config, kind: `factor_${what}`, path: '/recover' } as const
    await mailer.enqueue(
      tx,
      personMail(user, { ...mail, facts: { factor: factor.name }, cause: { at, source: caller } }),
    )
    const event = { entityId: userId, companyId, userId, payload: { method: factor.method } }
    tx.emit({ type: `user.factor_${what}`, ...event })
  }

  const add = async (change: Change, found: Authenticator, of: { name: string; isFirst: boolean }) => {
    const { tx, user, at } = change
    const factor: Factor = {
      id: ids.next(),
      providerId: found.id,
      method: found.method,
      name: of.name,
      detail: detailOf(found),
      credentialId: found.credentialId,
      deviceId: found.deviceId,
      synced: found.synced,
      createdAt: found.createdAt,
      lastUsedAt: found.lastUsedAt,
      fullFrom: of.isFirst ? at : after(at, waitMs),
    }
    if (!(await insertFactor(tx.sql, { ...factor, companyId: user.companyId, userId: user.id }))) return null
    await tell(change, factor, 'added')
    return factor
  }

  const apply = async (change: Change, { there, known, name }: FoundFactors) => {
    const { tx, user } = change
    const added: Factor[] = []
    for (const found of there) {
      const old = known.find(({ providerId }) => providerId === found.id)
      if (old) {
        const { credentialId, deviceId, lastUsedAt, synced } = found
        await refreshFactor(tx.sql, { ...old, credentialId, deviceId, lastUsedAt, synced })
        continue
      }
      const isFirst = known.length === 0 && added.length === 0
      const stay = known.filter(({ providerId }) => there.some(({ id }) => id === providerId))
      const reported = found.deviceName ?? nameOf(found.method, user)
      const named = name ?? distinct(reported, [...stay, ...added])
      const factor = await add(change, found, { name: named, isFirst })
      if (factor) added.push(factor)
    }
    for (const gone of known.filter(({ providerId }) => !there.some(({ id }) => id === providerId))) {
      await deleteFactorOf(tx.sql, { id: gone.id, userId: user.id })
      // An app or address that was set up again replaced the old one; the person was already told.
      if (!added.some(({ method }) => method === gone.method)) await tell(change, gone, 'removed')
    }
    const enabled = there.some(({ method }) => method === 'passkey')
    await setPasskeyEnabled(tx.sql, { id: user.id, enabled })
    return { factors: await readFactors(tx.sql, user.id), added }
  }

  const readProviderFactors: FactorSync['readProviderFactors'] = async (user, { caller, name }) => {
    const before = await db.read(provedPerson, (sql) => readFactors(sql, user.id))
    const read = stepUp ? await stepUp.authenticators(user.id) : null
    if (read?.outcome !== 'ok') return refused('unavailable', { data: { retryAfterSeconds } })
    return accepted(async (tx) => {
      await lockUser(tx.sql, user.id)
      const known = await readFactors(tx.sql, user.id)
      if (!areSame(before, known)) return null
      return apply({ tx, user, caller, at: clock.realNow() }, { there: read.value, known, name })
    })
  }

  const syncFactors: FactorSync['syncFactors'] = async (user, of) => {
    for (let reads = 0; reads < mostFactorReads; reads += 1) {
      const read = await readProviderFactors(user, of)
      if (!read.accepted) return read
      const synced = await write(provedPerson, read.value)
      if (synced !== null) return accepted(synced)
    }
    return refused('unavailable', { data: { retryAfterSeconds } })
  }
  return { readProviderFactors, syncFactors }
}
