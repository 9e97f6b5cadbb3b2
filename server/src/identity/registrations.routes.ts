import { register } from '@cardamom/contract/identity'
import type { InputOf } from '@cardamom/contract/endpoint'
import { brandName, type Company } from '../companies/company.ts'
import { companyOfRequest } from '../companies/company-of-request.ts'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { refused } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Config } from '../kernel/config.ts'
import { timeZoneOf } from '../kernel/request-location.ts'
import type { Language } from '../kernel/principal.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { insertAcceptance, readTermsEdition } from '../terms/terms.sql.ts'
import { atHiddenTime } from './hidden-answers.ts'
import { accountExistsMail, linkMail } from './identity-mail.ts'
import type { ReferredBy, IdentityNeeds } from './identity-needs.ts'
import { insertLink } from './links.sql.ts'
import { consumeMail } from './mail-budget.ts'
import { hashPassword } from './password-hash.ts'
import { encryptPrivate } from './private-fields.ts'
import {
  noReferrer,
  hasIssues,
  passwordIssues,
  personIssues,
  passwordPolicyKeys,
  type PasswordPolicy,
} from './user.ts'
import { setTimeZone } from './time-zones.sql.ts'
import { findUserByEmail, insertUser, type NewUser } from './users.sql.ts'

type Input = InputOf<typeof register>
const cardholder = 2

/** A new person, ready to be stored. */
const newCardholder = async (
  { ids, encryption }: Kernel,
  input: Input,
  facts: { companyId: string; referral: ReferredBy | null; lang: Language; now: Date },
): Promise<NewUser> => {
  const id = ids.next()
  const { birthDate, mobile, street, zip } = input
  const { email, firstName, lastName, gender, city, state, country } = input
  return {
    id,
    companyId: facts.companyId,
    roleId: cardholder,
    email,
    emailVerifiedAt: null,
    passwordHash: await hashPassword(input.password),
    firstName,
    lastName,
    gender,
    city,
    state,
    country,
    ...(await encryptPrivate(encryption, id, { birthDate, mobile, street, zip })),
    attribution: facts.referral?.attribution ?? noReferrer,
    locale: facts.lang,
    isTest: false,
    createdAt: facts.now,
  }
}

/** Reads the facts that decide about a registration. */
const readFacts = async (sql: Queries, { host, now }: { host: Promise<Company>; now: Date }) => ({
  host: await host,
  edition: await readTermsEdition(sql, now),
  settings: await readSettings(sql, ['supportedCountries', 'hideAccountExistence', ...passwordPolicyKeys]),
})

/** The default password is refused as a common one, because anybody may register: the answer does not name it. */
const passwordIssuesOf = async (
  { password }: Input,
  policy: PasswordPolicy,
  { DEFAULT_PASSWORD: defaultPassword }: Pick<Config, 'DEFAULT_PASSWORD'>,
) => {
  const issues = await passwordIssues(password, { roleId: cardholder, policy, defaultPassword })
  return issues['password']?.includes('password_default') ? { password: ['password_common'] } : issues
}

const issuesOf = async (
  input: Input,
  company: Company,
  facts: Awaited<ReturnType<typeof readFacts>>,
  { now, config }: { now: Date; config: Config },
) => ({
  ...personIssues(input, { now, timeZone: company.timeZone, countries: facts.settings.supportedCountries }),
  ...(await passwordIssuesOf(input, facts.settings, config)),
  ...(input.termsVersion === facts.edition.version ? {} : { termsVersion: ['terms_changed'] }),
})

/**
 * Registration of cardholders (product §1, §5). One transaction writes all rows of a new account.
 */
export const mountRegistrations = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, config, ids, clock } = kernel

  const welcome = async (
    tx: WriteTransaction,
    user: NewUser,
    context: { company: Company; version: number; timeZone: string | null },
  ) => {
    const { id, companyId, email, locale: lang } = user
    const { company, version } = context
    await setTimeZone(tx.sql, { id, timeZone: context.timeZone })
    await insertAcceptance(tx.sql, { userId: id, companyId, version, lang, acceptedAt: user.createdAt })
    const at = clock.realNow()
    const link = { kind: 'verify_email', companyId, userId: id, email, emailChangeId: null, at } as const
    const token = await insertLink(tx.sql, ids, link)
    await needs.mailer.enqueue(tx, linkMail(user, { company, config, kind: 'verify_email', token }))
    tx.emit({ type: 'user.registered', entityId: id, companyId, userId: id })
  }

  /** Where accounts are hidden, only a mail to the address tells that it has an account. */
  const tellOwner = async (tx: WriteTransaction, email: string) => {
    const owner = await findUserByEmail(tx.sql, email)
    if (!owner) return
    const company = await readCompany(tx.sql, owner.companyId)
    await needs.mailer.enqueue(tx, accountExistsMail(owner, { company, config }))
  }

  mount(register, ({ input, request, address, now, lang, finish, concerns }) =>
    atHiddenTime(db, async () => {
      const facts = await db.read(beforeLogin, (sql) =>
        readFacts(sql, { host: companyOfRequest(sql, request, config), now }),
      )
      const codeRequest = input.code === null ? null : { code: input.code, host: facts.host, now }
      const found = codeRequest
        ? await db.read(beforeLogin, (sql) => needs.codes.preview(sql, codeRequest))
        : null
      if (found && !found.accepted) return { ...found, field: 'code' }
      const companyId = found?.value.companyId ?? facts.host.id
      const { company, isOpen } = await db.read(beforeLogin, async (sql) => {
        const own = await readCompany(sql, companyId)
        return { company: own, isOpen: await readIsOpen(sql, own) }
      })
      if (!isOpen) return refused('unauthorized_access')
      const errors = await issuesOf(input, company, facts, { now, config })
      if (hasIssues(errors)) return refused('validation', { data: { errors } })
      const mailed = await consumeMail(needs, { purpose: 'verify', to: input.email, sender: { address } })
      if (!mailed.accepted) return mailed
      const referral = found?.value ?? null
      const user = await newCardholder(kernel, input, { companyId, referral, lang, now })
      const output = { email: user.email, companyName: brandName(company) }
      return finish(output, async (tx) => {
        const inserted = await insertUser(tx.sql, ids, user)
        if (inserted === 'email_taken' && !facts.settings.hideAccountExistence) {
          return refused('email_taken', { field: 'email' })
        }
        // A registered address counts as a use of the code too. Otherwise the remaining uses would reveal
        // that it is registered.
        const redeemed = codeRequest ? await needs.codes.redeem(tx.sql, codeRequest) : null
        if (redeemed && !redeemed.accepted) return { ...redeemed, field: 'code' }
        if (inserted === 'email_taken') return tellOwner(tx, user.email)
        concerns(user.id)
        const context = { company, version: facts.edition.version, timeZone: timeZoneOf(request) }
        await welcome(tx, user, context)
      })
    }),
  )
}
