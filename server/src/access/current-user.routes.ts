import { getUserAuths, getUserPermissions } from '@cardamom/contract/access'
import { permissionTags } from '@cardamom/contract/permission-tags'
import type { FastifyRequest } from 'fastify'
import { brandName } from '../companies/company.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { readBalances } from '../ledger/reports.ts'
import { cityOf, countryOf } from '../kernel/request-location.ts'
import type { AccessNeeds } from './access-needs.ts'
import { needsPasskey } from './session-rules.ts'
import { readSessionLocked } from './sessions.sql.ts'

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

const locationOf = (request: FastifyRequest) => {
  const [country, city] = [countryOf(request), cityOf(request)]
  return { ...(country === null ? {} : { country }), ...(city === null ? {} : { city }) }
}

/** The current user and their permissions, in exactly the shapes of product §7. */
export const mountCurrentUser = ({ mount }: Kernel, { sessions }: Pick<AccessNeeds, 'sessions'>): void => {
  mount(getUserAuths, async ({ sql, me, request, address }) => {
    // Statements that do not need each other's answer are sent together.
    const [rules, user, company, locked, balances] = await Promise.all([
      sessions.rules(sql),
      readUser(sql, me.userId),
      readCompany(sql, me.companyId),
      // A locked session impersonates nobody (authenticate.ts), and its row is the administrator's.
      me.impersonatorId === null && readSessionLocked(sql, me.sessionId),
      readBalances(sql, [me.userId]),
    ])
    if (!user) throw new Error('The user of a session is missing')
    return accepted({
      success: true as const,
      user: [
        {
          id: user.id,
          username: user.username,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          role_id: user.roleId,
          passkey_enabled: flag(user.passkeyEnabled),
          active: flag(user.active),
          is_test: flag(user.isTest),
          locked: flag(locked),
          terms_due: flag(me.termsDue === true),
          has_wallet: flag(balances.some(({ code }) => code.startsWith('wallet.'))),
          locale: user.locale,
          country: user.country,
          time_zone: user.chosenTimeZone,
          referral_code: user.referralCode,
          user_company: {
            id: company.id,
            slug: company.slug,
            name: brandName(company),
            tier: company.tier,
            time_zone: company.timeZone,
            passkey_mandatory: flag(
              company.passkeyMandatory || user.passkeyRequired || needsPasskey(user.roleId, rules),
            ),
            kyc_service: company.kycService,
            kyc_flow: company.kycFlow,
            automatic_card_creation: flag(company.automaticCardCreation),
          },
        },
      ],
      ip_info: { ip: address, ...locationOf(request) },
    })
  })

  mount(getUserPermissions, async ({ me }) => {
    const held = permissionTags.filter(({ tag }) => me.may(tag))
    return accepted({ success: true as const, data: { data: held.map(({ tag }) => ({ tag })) } })
  })
}
