import { getMe, Profile, updateMe } from '@cardamom/contract/identity'
import type { InputOf } from '@cardamom/contract/endpoint'
import { z } from 'zod'
import { brandName } from '../companies/company.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { FieldValues } from '../kernel/recorded-change.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readPendingEmail } from './email-changes.sql.ts'
import { eventSourceOf, type EventSource } from './event-source.ts'
import { personMail } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { decryptPrivate, encryptPrivate, type PrivateFields } from './private-fields.ts'
import { changesIdentity, hasIssues, personIssues, type User } from './user.ts'
import { lockUser, recordCredentialsChanged, readUser, updateProfile } from './users.sql.ts'

type DecryptedUser = User & PrivateFields

const merged = (
  user: DecryptedUser,
  { locale, timeZone, ...changes }: InputOf<typeof updateMe>,
): DecryptedUser => {
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const chosenTimeZone = timeZone === undefined ? user.chosenTimeZone : timeZone
  return { ...user, ...changed, locale: locale ?? user.locale, chosenTimeZone }
}

const openFields = ['locale', 'chosenTimeZone'] as const
const nameFields = ['firstName', 'lastName', 'gender', 'birthDate', 'mobile'] as const
const addressFields = ['street', 'city', 'zip', 'state', 'country'] as const
const personalFields = [...nameFields, ...addressFields]

/** The fields of a person's own record that the audit compares. */
const recordedFields = (user: DecryptedUser): FieldValues =>
  Object.fromEntries([...openFields, ...personalFields].map((name) => [name, user[name]]))

/** Reads and changes a person's own record. */
export const mountProfiles = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, encryption, clock, config } = kernel

  /**
   * Further effects of a new number. The number can confirm transactions, so all other sessions of the person
   * end.
   */
  const applyMobileChange = async (
    tx: WriteTransaction,
    of: { me: SessionPrincipal; user: User; mobile: string | null; from: EventSource },
  ) => {
    const { me, user, mobile, from } = of
    const { id, companyId } = user
    const at = clock.realNow()
    await recordCredentialsChanged(tx.sql, { id, at })
    await needs.endSessions(tx, { userId: id, exceptSessionId: me.sessionId, reason: 'mobile_changed' })
    const company = await readCompany(tx.sql, companyId)
    const facts = { ending: mobile?.slice(-3) ?? '' }
    const mail = { company, config, kind: 'mobile_changed', path: '/recover', facts } as const
    const cause = { at, source: from }
    await needs.mailer.enqueue(tx, personMail(user, { ...mail, cause }))
    const about = { entityId: id, companyId, userId: id }
    tx.emit({ type: 'user.mobile_changed', ...about, payload: { ...from } })
  }

  const profileOf = async (sql: Queries, user: DecryptedUser): Promise<z.output<typeof Profile>> => {
    const {
      passwordHash: _hash,
      encrypted: _encrypted,
      passkeyEnabled: _passkey,
      passkeyRequired: _required,
      ...own
    } = user
    const company = await readCompany(sql, user.companyId)
    return {
      ...own,
      timeZone: user.chosenTimeZone,
      ...(await readPendingEmail(sql, { userId: user.id, now: clock.realNow() })),
      companyName: brandName(company),
      identityLocked: user.identityVerifiedAt !== null,
    }
  }
  const open = async (user: User): Promise<DecryptedUser> => ({
    ...user,
    ...(await decryptPrivate(encryption, user.id, user.encrypted)),
  })

  mount(getMe, async ({ sql, me }) => {
    const user = await readUser(sql, me.userId)
    if (!user) throw new Error('A session has no user')
    return accepted(await profileOf(sql, await open(user)))
  })

  mount(updateMe, async ({ me, input, request, address, now, ...tx }) => {
    const { sql, emit, recordChange } = tx
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    const before = await open(await lockUser(sql, me.userId))
    if (before.version !== version) {
      return refused('record_changed', { data: z.encode(Profile, await profileOf(sql, before)) })
    }
    const user = merged(before, input)
    if (before.identityVerifiedAt && changesIdentity(before, user)) return refused('invalid_user_data')
    const { timeZone } = await readCompany(sql, user.companyId)
    const countries = await readSetting(sql, 'supportedCountries')
    const errors = personIssues(user, { now, timeZone, countries })
    if (hasIssues(errors)) return refused('validation', { data: { errors } })
    const { birthDate, mobile, street, zip } = user
    const { encrypted, mobileDigest } = await encryptPrivate(encryption, user.id, {
      birthDate,
      mobile,
      street,
      zip,
    })
    if (!(await updateProfile(sql, { ...user, encrypted }, mobileDigest))) {
      throw new Error('A locked record changed')
    }
    if (mobile !== before.mobile) {
      const from = eventSourceOf({ request, address })
      await applyMobileChange(tx, { me, user, mobile, from })
    }
    const { id, companyId } = user
    recordChange({
      entity: 'user',
      entityId: id,
      companyId,
      userId: id,
      before: recordedFields(before),
      after: recordedFields(user),
      personal: personalFields,
    })
    emit({ type: 'user.changed', entityId: id, companyId, userId: id })
    return accepted(await profileOf(sql, { ...user, version: version + 1 }))
  })
}
