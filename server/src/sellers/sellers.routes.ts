import { checkPersonCode } from '@cardamom/contract/sellers'
import { brandName } from '../companies/company.ts'
import { companyOfRequest } from '../companies/company-of-request.ts'
import { readCompany } from '../companies/companies.sql.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { mountAssignedCodes, sellerStepUps } from './assigned-codes.routes.ts'
import { sellerCodes } from './codes.sql.ts'
import { sellerCodeStepUps } from './seller-code-step-up.ts'
import { mountOwnCodes } from './own-codes.routes.ts'
import { mountSellerInvitations } from './seller-invitations.routes.ts'
import { mountSellerCodes } from './seller-codes.routes.ts'
import { sellersList } from './sellers.list.ts'

/** Calls about the codes of sellers and referrers. */
export const sellersModule = (kernel: Kernel, needs: Pick<IdentityNeeds, 'mailer' | 'throttles'>) => {
  const { mount, config } = kernel
  mountAssignedCodes(kernel)
  mountSellerCodes(kernel)
  mountOwnCodes(kernel)
  mountSellerInvitations(kernel, needs)
  mountList(kernel, sellersList)
  mount(checkPersonCode, async ({ sql, params, request, now }) => {
    const host = await companyOfRequest(sql, request, config)
    const found = await sellerCodes.preview(sql, { code: params.code, host, now })
    if (!found.accepted) return found
    const company = await readCompany(sql, found.value.companyId)
    const code = params.code.trim().toUpperCase()
    return accepted({ code, kind: found.value.kind, companyName: brandName(company) })
  })
  return { stepUps: { ...sellerStepUps, ...sellerCodeStepUps } }
}
