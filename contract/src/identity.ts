import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  alongside,
  changedPersonFields,
  checkConfirmation,
  checkZip,
  Email,
  genders,
  optionalPersonFields,
  OldPassword,
  Password,
  requiredPersonFields,
} from './identity/person-fields.ts'
import { codeRefusals, PersonCode } from './sellers.ts'
import { CalendarDate, Id, Instant, LinkToken, TimeZone } from './wire.ts'

const Language = z.enum(['en', 'es'])
const newPassword = { password: Password, confirmation: z.string() }

export const register = endpoint({
  method: 'POST',
  path: '/registrations',
  summary: 'Create an account; a link to confirm the e-mail is sent',
  who: 'public',
  effect: 'outside',
  status: 201,
  input: z
    .object({
      email: Email,
      ...newPassword,
      ...requiredPersonFields,
      ...optionalPersonFields,
      /** Seller or referral code; a seller code has priority. */
      code: z
        .union([z.literal(''), PersonCode])
        .nullable()
        .default(null)
        .transform((code) => (code === '' ? null : code)),
      /** Version of the terms that the person accepted. */
      termsVersion: z.number({ error: 'terms_not_accepted' }).int({ error: 'terms_not_accepted' }),
    })
    .superRefine(checkConfirmation, alongside)
    .superRefine(checkZip, alongside),
  output: z.object({
    email: z.string(),
    /** Company that the person belongs to now. */
    companyName: z.string(),
  }),
  refusals: {
    email_taken: 409,
    ...codeRefusals,
    /** The company accepts no new people. */
    unauthorized_access: 403,
    rate_limited: 429,
    validation: 422,
  },
})

export const sendEmailVerification = endpoint({
  method: 'POST',
  path: '/email-verifications',
  summary: 'Send the link that confirms an e-mail again',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
  refusals: { email_not_found: 404, email_not_sent: 503, rate_limited: 429 },
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/email-verifications/:token',
  summary: 'Confirm an e-mail by its link: of a new account, or the old or new address of a change',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: z.object({
    /** The address that the person logs in with now; where the change waits, the one that was confirmed. */
    email: z.string(),
    /** `email_change_waits`: the link to the other address must be opened too. */
    purpose: z.enum(['registration', 'email_change', 'email_change_waits']),
  }),
  refusals: { link_expired: 410, email_taken: 409 },
})

/** `hint` is the address with its middle hidden, because the owner of an expired link may not know it. */
const RenewedLink = z.object({ hint: z.string() })

export const renewEmailVerification = endpoint({
  method: 'POST',
  path: '/email-verifications/:token/renewal',
  summary: 'Send a new link instead of an expired one',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  params: LinkToken,
  output: RenewedLink,
  refusals: { link_expired: 410, email_not_sent: 503, rate_limited: 429 },
})

export const recover = endpoint({
  method: 'POST',
  path: '/recoveries',
  summary: 'Send a link to choose a new password',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
  refusals: { email_not_found: 404, email_not_sent: 503, rate_limited: 429 },
})

export const checkRecovery = endpoint({
  method: 'GET',
  path: '/recoveries/:token',
  summary: 'Whether a recovery link is still valid, without using it',
  who: 'public',
  rate: 'code_verify',
  params: LinkToken,
  output: z.object({ hint: z.string(), expiresAt: Instant }),
  refusals: { link_expired: 410 },
})

export const completeRecovery = endpoint({
  method: 'POST',
  path: '/recoveries/:token',
  summary: 'Choose a new password by a recovery link; every session of the account ends',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  input: z.object(newPassword).superRefine(checkConfirmation, alongside),
  output: z.object({ email: z.string() }),
  refusals: { link_expired: 410, validation: 422 },
})

export const renewRecovery = endpoint({
  method: 'POST',
  path: '/recoveries/:token/renewal',
  summary: 'Send a new recovery link instead of an expired one',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  params: LinkToken,
  output: RenewedLink,
  refusals: { link_expired: 410, email_not_sent: 503, rate_limited: 429 },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password; the other sessions of the account end',
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'outside',
  rate: 'login',
  input: z.object({ oldPassword: OldPassword, ...newPassword }).superRefine(checkConfirmation, alongside),
  output: z.null(),
  refusals: { wrong_old_password: 400, validation: 422, rate_limited: 429 },
})

/** A person's own record. */
export const Profile = z.object({
  id: Id,
  /** A change sends it back as `If-Match`. */
  version: z.number().int(),
  username: z.string(),
  email: z.string(),
  emailVerifiedAt: Instant.nullable(),
  /** Requested new address, until its link and the link to the old address are opened. */
  pendingEmail: z.string().nullable(),
  /** The addresses whose links were not opened yet. */
  pendingEmailWaits: z.enum(['both', 'old', 'new']).nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** Absent, like phone and address, for people who were created by an administrator and never registered. */
  birthDate: CalendarDate.nullable(),
  gender: z.enum(genders).nullable(),
  mobile: z.string().nullable(),
  street: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  locale: Language,
  /** IANA zone that the person chose for their dates; null: the zone of their browser. */
  timeZone: z.string().nullable(),
  referralCode: z.string(),
  roleId: z.number().int(),
  companyId: Id,
  companyName: z.string(),
  /** Names and birth date are verified, and only support can change them. */
  identityLocked: z.boolean(),
  createdAt: Instant,
})
export type Profile = z.output<typeof Profile>

export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'My own record',
  who: 'signed-in',
  output: Profile,
  refusals: {},
})

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/me',
  summary:
    'Change my own record. A new mobile number needs a step-up, or the password for a person without factors',
  who: 'signed-in',
  headers: ['If-Match'],
  stepUp: 'S2',
  stepUpUnlessFirst: 'password',
  stepUpFor: ['mobile'],
  whileImpersonating: 'changes',
  input: z
    .object(requiredPersonFields)
    .partial()
    .extend({ ...changedPersonFields, locale: Language.optional(), timeZone: TimeZone.nullish() }),
  output: Profile,
  refusals: {
    record_changed: 409,
    /** Only support changes verified names and birth dates. */
    invalid_user_data: 422,
    validation: 422,
  },
})
