import { getOwnWithdrawal, getWithdrawal } from '@cardamom/contract/withdrawals'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { mountPayoutAddresses } from './payout-addresses.routes.ts'
import { mountWithdrawalDecisions } from './withdrawal-decisions.routes.ts'
import { readDetail, readOwnDetail } from './withdrawal-detail.ts'
import { mountWithdrawalRequests, type RequestNeeds } from './withdrawal-requests.routes.ts'
import { withdrawalStepUps } from './withdrawal-step-up.ts'
import { ownWithdrawalsList, withdrawalsList } from './withdrawals.list.ts'
import { readWithdrawal } from './withdrawals.sql.ts'

/** Withdrawals (domain §9): requests, the address book, and decisions of a second person. */
export const withdrawalsModule = (kernel: Kernel, needs: RequestNeeds) => {
  const { mount, clock } = kernel
  const { rail } = needs
  mountList(kernel, withdrawalsList)
  mountList(kernel, ownWithdrawalsList)
  mountPayoutAddresses(kernel, needs)
  mountWithdrawalRequests(kernel, needs)
  mountWithdrawalDecisions(kernel, needs)

  mount(getWithdrawal, async ({ sql, me, params }) => {
    const row = await readWithdrawal(sql, params.id)
    return row ? accepted(await readDetail(sql, row, { me, clock, rail })) : refused('record_not_found')
  })

  mount(getOwnWithdrawal, async ({ sql, me, params }) => {
    const row = await readWithdrawal(sql, params.id)
    if (row?.ownerId !== me.userId) return refused('record_not_found')
    return accepted(await readOwnDetail(sql, row, { me, rail }))
  })
  return { stepUps: withdrawalStepUps }
}
