import { approveWithdrawal, rejectWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-decisions'
import { isOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import { readPayoutOf } from '../payouts/payouts.sql.ts'
import { screenAddress } from './payout-addresses.routes.ts'
import { readObstacle } from './withdrawal-detail.ts'
import { readOrderUnits } from './withdrawal-payout.ts'
import { approvePlan, rejectPlan } from './withdrawal-plans.ts'
import type { RequestNeeds } from './withdrawal-requests.routes.ts'
import { coinOf } from './withdrawal-terms.ts'
import { readWithdrawal, type WithdrawalRecord } from './withdrawals.sql.ts'

/** What a decision changes, for the audit. */
const decided = (row: WithdrawalRecord, change: { readonly before: object; readonly after: object }) => ({
  entity: 'withdrawal' as const,
  entityId: row.id,
  companyId: row.companyId,
  userId: row.ownerKind === 'person' ? row.ownerId : null,
  before: { ...change.before },
  after: { ...change.after },
})

/** Before a person confirms with three factors, it is said that another one was faster, or that it is their own. */
const waitsFor =
  (steps: readonly WithdrawalRecord['step'][]) =>
  async ({ sql, me, params }: Omit<Parameters<CheckObject<typeof approveWithdrawal>>[0], 'input'>) => {
    const row = await readWithdrawal(sql, params.id)
    if (!row) return 'record_not_found' as const
    if (!steps.includes(row.step)) return 'withdrawal_processed' as const
    if (row.requestedBy === me.userId || row.ownerId === me.userId) return 'own_request' as const
    return isOwnMoney(me, row) ? ('own_money' as const) : null
  }

const mountRejection = ({ mount, clock }: Kernel): void => {
  mount(
    rejectWithdrawal,
    async ({ sql, me, params, input: { reason } }) => {
      const row = await readWithdrawal(sql, params.id)
      if (!row) return refused('record_not_found')
      const { status, step } = row
      if (status !== 'PENDING' || step === 'sending') return refused('withdrawal_processed')
      const payout = await readPayoutOf(sql, 'withdrawal', row.id)
      const of = { now: clock.now(), by: me.userId, reason, payout }
      return accepted({
        plan: rejectPlan({ ...row, status }, of),
        output: { id: row.id },
        whenRefused: { guard_failed: 'withdrawal_processed', replayed: 'withdrawal_processed' },
        changes: [decided(row, { before: { status }, after: { status: 'REJECTED' } })],
      })
    },
    async (call) => {
      const refusal = await waitsFor(['requested', 'approved', 'failed'])(call)
      // Who requested it, or whose company it is of, may end it: the money stays where it is.
      return refusal === 'own_request' || refusal === 'own_money' ? null : refusal
    },
  )
}

/** Decisions of administrators on withdrawals (domain §9). */
export const mountWithdrawalDecisions = (kernel: Kernel, needs: RequestNeeds): void => {
  const { mount, ids, clock } = kernel
  mountRejection(kernel)

  mount(
    approveWithdrawal,
    async ({ sql, me, params, input }) => {
      const row = await readWithdrawal(sql, params.id)
      if (!row) return refused('record_not_found')
      const { status, step, netCents, toAddress } = row
      if (status !== 'PENDING' || step !== 'requested') return refused('withdrawal_processed')
      if (input.net !== netCents || input.address !== toAddress) return refused('record_changed')
      const obstacle = await readObstacle(sql, row, { me, clock })
      if (obstacle) return refused(obstacle)
      const risk = await screenAddress(needs.screening, toAddress)
      if (risk === 'hit') return refused('address_refused', { field: 'address' })
      if (!coinOf(needs.rail, row)) return refused('approve_failed')
      const units = await readOrderUnits((use) => use(sql), { ...needs, clock }, row)
      if (units === null) return refused('approve_failed')
      const of = { payoutId: ids.next(), now: clock.now(), by: me.userId, units, risk }
      return accepted({
        plan: approvePlan({ ...row, status }, of),
        output: { id: row.id },
        whenRefused: { guard_failed: 'withdrawal_processed', replayed: 'withdrawal_processed' },
        changes: [decided(row, { before: { step }, after: { step: 'approved' } })],
      })
    },
    waitsFor(['requested']),
  )
}
