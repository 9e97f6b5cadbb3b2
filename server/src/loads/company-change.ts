import { hasOpenRequest } from '../approvals/open-requests.ts'
import { listCardsOf } from '../cards/cards.sql.ts'
import { hasSameCode } from '../cards/client-codes.sql.ts'
import type { CompanyChangeNeeds } from '../access/user-company.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { splitOf } from '../fees/fee-split.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSellerCode } from '../sellers/codes.sql.ts'
import { hasUnsentRefund } from './load-refunds.sql.ts'
import { hasOpenLoad, lockPersonsLimits } from './load-sums.sql.ts'

const mostCards = 100

/** What it needs to know of withdrawals, whose module is higher. */
type WithdrawalFacts = {
  readonly hasOpenWithdrawal: (sql: Queries, ownerId: string) => Promise<boolean>
}

/** What a change of a person's company needs to know of money and requests (decision 0015). */
export const createCompanyChange = (
  { encryption }: Pick<Kernel, 'encryption'>,
  { hasOpenWithdrawal }: WithdrawalFacts,
): CompanyChangeNeeds => ({
  holdLoads: async (sql, person) => {
    await lockPersonsLimits(sql, person)
  },
  readObstacle: async (sql, { userId, companyId, to, now }) => {
    if (await hasUnsentRefund(sql, userId)) return 'refund_open'
    if (await hasOpenWithdrawal(sql, userId)) return 'withdrawal_open'
    if (await hasOpenLoad(sql, userId)) return 'load_open'
    if (await hasSameCode(sql, { userId, companyId: to })) return 'client_code_exists'
    const isWaiting = await hasOpenRequest(sql, encryption, { userId, companyId, now })
    return isWaiting ? 'approval_open' : null
  },
  readLoadFee: async (sql, { companyId, grossCents, at }) => {
    const { regular } = await readFeeSchedule(sql, { companyId, at })
    return splitOf({ grossCents, rates: regular, chain: [] }).feeCents
  },
  listCards: (sql, userId) => listCardsOf(sql, { userId, limit: mostCards }),
  readSellerCode,
})
