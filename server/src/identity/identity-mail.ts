import { brandName, originOf, type Company } from '../companies/company.ts'
import type { Config } from '../kernel/config.ts'
import type { MailDraft, MailKind } from '../providers/mail/mailer.ts'
import type { LinkKind } from './links.sql.ts'
import type { User } from './user.ts'

/** Page that opens a link of each kind (ux §1). */
const pages: Readonly<Record<LinkKind, string>> = {
  verify_email: '/verify-email/',
  email_change: '/verify-email/',
  recover: '/recover/',
  factor_enrolment: '/add-factor/',
  card_freeze: '/freeze/',
}

const mailKinds: Readonly<Record<LinkKind, MailKind>> = {
  verify_email: 'verify_email',
  email_change: 'change_email',
  recover: 'recover_password',
  factor_enrolment: 'factor_enrolment',
  card_freeze: 'card_freeze',
}

export type Reader = Pick<User, 'id' | 'email' | 'emailVerifiedAt' | 'firstName' | 'locale' | 'isTest'>
type Place = { readonly company: Company; readonly config: Pick<Config, 'PUBLIC_URL'> }

const draftTo = (reader: Reader, { company, config }: Place): Omit<MailDraft, 'kind'> => ({
  to: reader.email,
  lang: reader.locale,
  brand: {
    name: brandName(company),
    hue: company.hue,
    chroma: company.chroma,
    origin: originOf(company, config),
    contactEmail: company.contactEmail,
  },
  isTest: reader.isTest,
  userId: reader.id,
  // Whoever registers writes the name: to an address that nobody confirmed it is a stranger's text.
  facts: reader.emailVerifiedAt === null ? {} : { name: reader.firstName },
})

/** The mail that carries a one-time link. @param reader whose `email` is where the link goes */
export const linkMail = (reader: Reader, place: Place & { kind: LinkKind; token: string }): MailDraft => {
  const link = `${originOf(place.company, place.config)}${pages[place.kind]}${place.token}`
  return { ...draftTo(reader, place), kind: mailKinds[place.kind], link }
}

/** Tells who has the account already that somebody tried to register with the address. */
export const accountExistsMail = (reader: Reader, place: Place): MailDraft => ({
  ...draftTo(reader, place),
  kind: 'account_exists',
  link: `${originOf(place.company, place.config)}/login`,
})

/** Tells that a credential changed; its link leads to choosing a new password, which ends every session. */
export const changeNotice = (
  reader: Reader,
  place: Place & { kind: 'password_changed' | 'email_change_asked' | 'email_changed'; newEmail?: string },
): MailDraft => {
  const draft = draftTo(reader, place)
  const facts = { ...draft.facts, ...(place.newEmail ? { newEmail: place.newEmail } : {}) }
  return { ...draft, facts, kind: place.kind, link: `${draft.brand.origin}/recover` }
}

/** A mail of any kind to a person. @param path page of ours that its button opens */
export const personMail = (
  reader: Reader,
  place: Place & {
    kind: MailKind
    path?: string
    link?: string
    code?: string
    facts?: Record<string, string>
  },
): MailDraft => {
  const draft = draftTo(reader, place)
  const link = place.link ?? (place.path ? `${draft.brand.origin}${place.path}` : undefined)
  return {
    ...draft,
    kind: place.kind,
    facts: { ...draft.facts, ...place.facts },
    ...(link ? { link } : {}),
    ...(place.code ? { code: place.code } : {}),
  }
}

/** Tells that a setting, a session or a trusted device changed; who did not do it finds the way to a new password. */
export const securityChangedMail = (reader: Reader, place: Place): MailDraft =>
  personMail(reader, { ...place, kind: 'security_changed', path: '/recover' })
