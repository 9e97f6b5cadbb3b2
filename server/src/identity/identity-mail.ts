import type { MailPath } from '@cardamom/contract/mail-paths'
import { brandName, houseId, originOf, type Company } from '../companies/company.ts'
import type { Config } from '../kernel/config.ts'
import type { MailDraft, MailKind } from '../providers/mail/mailer.ts'
import type { MailBrand } from '../providers/mail/mail-template.ts'
import type { EventSource } from './event-source.ts'
import type { LinkKind } from './links.sql.ts'
import type { User } from './user.ts'

/** A link that is mailed. The page of a default password is opened by the login. */
export type MailedLink = Exclude<LinkKind, 'default_password'>

/** The page that opens a link of each kind (ux §1). */
const pages = {
  verify_email: '/verify-email/',
  email_change: '/verify-email/',
  email_change_old: '/email-change/',
  recover: '/recover/',
  factor_enrolment: '/add-factor/',
  card_freeze: '/freeze/',
  invitation: '/recover/',
} as const satisfies Readonly<Record<MailedLink, MailPath>>

const mailKinds: Readonly<Record<MailedLink, MailKind>> = {
  verify_email: 'verify_email',
  email_change: 'change_email',
  email_change_old: 'email_change_requested',
  recover: 'recover_password',
  factor_enrolment: 'factor_enrolment',
  card_freeze: 'card_freeze',
  invitation: 'admin_invitation',
}

export type Reader = Pick<User, 'id' | 'email' | 'emailVerifiedAt' | 'firstName' | 'locale' | 'isTest'> & {
  readonly timeZone?: string | null
}
type MailContext = {
  readonly company: Company
  readonly config: Pick<Config, 'PUBLIC_URL'>
  /** When and from where the change was made. A security mail shows both. */
  readonly cause?: MailCause
}
export type MailCause = { readonly at: Date; readonly source: EventSource }

/** A company's branding in mail, and the address of its pages. */
const brandOf = (company: Company, config: MailContext['config']): MailBrand => ({
  name: brandName(company),
  hue: company.hue,
  chroma: company.chroma,
  logoUrl: company.logoUrl,
  isOwn: company.id === houseId,
  origin: originOf(company, config),
  contactEmail: company.contactEmail,
})

const draftTo = (reader: Reader, { company, config, cause }: MailContext): Omit<MailDraft, 'kind'> => ({
  to: reader.email,
  lang: reader.locale,
  brand: brandOf(company, config),
  isTest: reader.isTest,
  userId: reader.id,
  timeZone: reader.timeZone ?? company.timeZone,
  ...(cause ? { cause: { at: cause.at.toISOString(), ...cause.source } } : {}),
  // The name is left out for an unconfirmed address, because a stranger may have typed it at the
  // registration.
  facts: reader.emailVerifiedAt === null ? {} : { name: reader.firstName },
})

/**
 * The mail with a one-time link.
 * @param reader whose `email` receives the link
 */
export const linkMail = (
  reader: Reader,
  context: MailContext & { kind: MailedLink; token: string; facts?: Readonly<Record<string, string>> },
): MailDraft => {
  const link = `${originOf(context.company, context.config)}${pages[context.kind]}${context.token}`
  const draft = draftTo(reader, context)
  return { ...draft, kind: mailKinds[context.kind], link, facts: { ...draft.facts, ...context.facts } }
}

/** Tells the owner of an account that a person tried to register with their address. */
export const accountExistsMail = (reader: Reader, context: MailContext): MailDraft =>
  personMail(reader, { ...context, kind: 'account_exists', path: '/login' })

/** Tells that a credential changed. Its link opens the page for a new password, which ends every session. */
export const changeNotice = (
  reader: Reader,
  context: MailContext & {
    cause: MailCause
    kind: 'password_changed' | 'email_changed' | 'email_change_cancelled'
    newEmail?: string
  },
): MailDraft => {
  const { newEmail, ...rest } = context
  return personMail(reader, { ...rest, path: '/recover', ...(newEmail ? { facts: { newEmail } } : {}) })
}

/**
 * A mail of any kind to a person.
 * @param path page of ours that the button opens
 */
export const personMail = (
  reader: Reader,
  context: MailContext & {
    kind: MailKind
    path?: MailPath
    code?: string
    facts?: Readonly<Record<string, string>>
    /** Instants among the facts. The mail shows them in the reader's zone. */
    times?: Readonly<Record<string, string>>
  },
): MailDraft => {
  const draft = draftTo(reader, context)
  const link = context.path ? `${draft.brand.origin}${context.path}` : undefined
  return {
    ...draft,
    kind: context.kind,
    facts: { ...draft.facts, ...context.facts },
    ...(context.times ? { times: context.times } : {}),
    ...(link ? { link } : {}),
    ...(context.code ? { code: context.code } : {}),
  }
}

/**
 * Tells that a setting, a session or a trusted device changed. A reader who did not do it can choose a new
 * password.
 */
export const securityChangedMail = (reader: Reader, context: MailContext & { cause: MailCause }): MailDraft =>
  personMail(reader, { ...context, kind: 'security_changed', path: '/recover' })
