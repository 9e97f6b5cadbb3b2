import type { MailPath } from '@cardamom/contract/mail-paths'
import { brandName, houseId, originOf, type Company } from '../companies/company.ts'
import type { Config } from '../kernel/config.ts'
import type { MailDraft, MailKind } from '../providers/mail/mailer.ts'
import type { MailBrand } from '../providers/mail/mail-template.ts'
import type { EventSource } from './event-source.ts'
import type { LinkKind } from './links.sql.ts'
import type { User } from './user.ts'

/** Page that opens a link of each kind (ux §1). */
const pages = {
  verify_email: '/verify-email/',
  email_change: '/verify-email/',
  recover: '/recover/',
  factor_enrolment: '/add-factor/',
  card_freeze: '/freeze/',
} as const satisfies Readonly<Record<LinkKind, MailPath>>

const mailKinds: Readonly<Record<LinkKind, MailKind>> = {
  verify_email: 'verify_email',
  email_change: 'change_email',
  recover: 'recover_password',
  factor_enrolment: 'factor_enrolment',
  card_freeze: 'card_freeze',
}

export type Reader = Pick<User, 'id' | 'email' | 'emailVerifiedAt' | 'firstName' | 'locale' | 'isTest'> & {
  readonly timeZone?: string | null
}
type Place = {
  readonly company: Company
  readonly config: Pick<Config, 'PUBLIC_URL'>
  /** When it was done, and from where: a security mail names both. */
  readonly cause?: MailCause
}
export type MailCause = { readonly at: Date; readonly source: EventSource }

/** How a company looks in mail, and where its pages are. */
const brandOf = (company: Company, config: Place['config']): MailBrand => ({
  name: brandName(company),
  hue: company.hue,
  chroma: company.chroma,
  logoUrl: company.logoUrl,
  isOwn: company.id === houseId,
  origin: originOf(company, config),
  contactEmail: company.contactEmail,
})

const draftTo = (reader: Reader, { company, config, cause }: Place): Omit<MailDraft, 'kind'> => ({
  to: reader.email,
  lang: reader.locale,
  brand: brandOf(company, config),
  isTest: reader.isTest,
  userId: reader.id,
  timeZone: reader.timeZone ?? company.timeZone,
  ...(cause ? { cause: { at: cause.at.toISOString(), ...cause.source } } : {}),
  // Whoever registers writes the name: to an address that nobody confirmed it is a stranger's text.
  facts: reader.emailVerifiedAt === null ? {} : { name: reader.firstName },
})

/** The mail that carries a one-time link. @param reader whose `email` is where the link goes */
export const linkMail = (reader: Reader, place: Place & { kind: LinkKind; token: string }): MailDraft => {
  const link = `${originOf(place.company, place.config)}${pages[place.kind]}${place.token}`
  return { ...draftTo(reader, place), kind: mailKinds[place.kind], link }
}

/** Tells who has the account already that somebody tried to register with the address. */
export const accountExistsMail = (reader: Reader, place: Place): MailDraft =>
  personMail(reader, { ...place, kind: 'account_exists', path: '/login' })

/** Tells that a credential changed; its link leads to choosing a new password, which ends every session. */
export const changeNotice = (
  reader: Reader,
  place: Place & {
    cause: MailCause
    kind: 'password_changed' | 'email_change_asked' | 'email_changed'
    newEmail?: string
  },
): MailDraft => {
  const { newEmail, ...rest } = place
  return personMail(reader, { ...rest, path: '/recover', ...(newEmail ? { facts: { newEmail } } : {}) })
}

/** A mail of any kind to a person. @param path page of ours that its button opens */
export const personMail = (
  reader: Reader,
  place: Place & {
    kind: MailKind
    path?: MailPath
    code?: string
    facts?: Readonly<Record<string, string>>
    /** Instants among the facts, which the mail tells in the reader's zone. */
    times?: Readonly<Record<string, string>>
  },
): MailDraft => {
  const draft = draftTo(reader, place)
  const link = place.path ? `${draft.brand.origin}${place.path}` : undefined
  return {
    ...draft,
    kind: place.kind,
    facts: { ...draft.facts, ...place.facts },
    ...(place.times ? { times: place.times } : {}),
    ...(link ? { link } : {}),
    ...(place.code ? { code: place.code } : {}),
  }
}

/** Tells that a setting, a session or a trusted device changed; who did not do it finds the way to a new password. */
export const securityChangedMail = (reader: Reader, place: Place & { cause: MailCause }): MailDraft =>
  personMail(reader, { ...place, kind: 'security_changed', path: '/recover' })
