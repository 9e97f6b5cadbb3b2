import { matchTopUp, reverseTopUp } from '@cardamom/contract/deposits'
import { formatCents } from '@cardamom/contract/money'
import { readCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPayment } from '../loads/loads.sql.ts'
import { matchPlan, reversePlan } from './top-up-endings.ts'
import { bucketOf } from './top-up-plan.ts'
import { listAllShares, readTopUp, type TopUpRecord } from './top-ups.sql.ts'

type Standing = TopUpRecord & { readonly status: 'pending' | 'available' }

/** A top-up of the scope that still stands. */
const readStanding = async (
  sql: Queries,
  id: string,
): Promise<Answer<Standing, 'record_not_found' | 'topup_reversed'>> => {
  const row = await readTopUp(sql, id)
  if (!row) return refused('record_not_found')
  const { status } = row
  return status === 'reversed' ? refused('topup_reversed') : accepted({ ...row, status })
}

/** What became of a wire: it is on a bank statement, or it is reversed (money §4.3). */
export const mountTopUpEndings = ({ mount, clock, ids }: Kernel): void => {
  const isThere = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
    (await readTopUp(sql, params.id)) ? null : ('record_not_found' as const)

  mount(
    matchTopUp,
    async ({ sql, me, params, input }) => {
      const now = clock.now()
      const found = await readStanding(sql, params.id)
      if (!found.accepted) return found
      const row = found.value
      if (row.wire === null) return refused('record_not_found')
      if (row.wire === 'matched') return refused('wire_matched')
      if (row.requestedBy === me.userId) return refused('own_wire')
      if (changesOwnMoney(me, await readCompany(sql, row.companyId))) return refused('own_money')
      if (input.amount !== row.grossCents) return refused('amount_differs', { field: 'amount' })
      const shares = await listAllShares(sql, row.id)
      const { statementLine } = input
      return accepted({
        plan: matchPlan(row, { shares, statementLine, matchedBy: me.userId, now }),
        output: { id: row.id },
        whenRefused: {
          idempotency_conflict: 'statement_line_used',
          replayed: 'wire_matched',
          insufficient_funds: 'topup_changed',
          guard_failed: 'topup_changed',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'top_up' as const,
            entityId: row.id,
            companyId: row.companyId,
            userId: null,
            before: { wire: row.wire },
            after: { wire: 'matched' },
          },
        ],
      })
    },
    isThere,
  )

  mount(
    reverseTopUp,
    async ({ sql, me, params, input, approval }) => {
      const now = clock.now()
      const found = await readStanding(sql, params.id)
      if (!found.accepted) return found
      const row = found.value
      const { reason } = input
      const shares = await listAllShares(sql, row.id)
      const payment = row.kind === 'crypto' ? await readPayment(sql, row.id) : null
      const detail = { actor: approval.checkerId, reason, metadata: { requestedBy: me.userId } }
      const by = { requestedBy: me.userId, approvedBy: approval.checkerId }
      return accepted({
        plan: reversePlan(row, { shares, payment, ids, ...by, reason, now, detail }),
        output: null,
        whenRefused: {
          replayed: 'topup_reversed',
          idempotency_conflict: 'topup_reversed',
          insufficient_funds: 'topup_changed',
          guard_failed: 'topup_changed',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'top_up' as const,
            entityId: row.id,
            companyId: row.companyId,
            userId: null,
            before: { status: row.status },
            after: { status: 'reversed' },
          },
        ],
      })
    },
    isThere,
    {
      describe: async ({ sql, params }) => {
        const row = await readTopUp(sql, params.id)
        if (!row) return { companyId: houseId, changes: [] }
        return {
          companyId: row.companyId,
          version: `${row.status} ${row.wire}`,
          changes: [
            {
              name: row.status === 'pending' && bucketOf(row) === 'pending' ? 'pendingBalance' : 'balance',
              before: formatCents(row.netCents),
              after: formatCents(0n),
            },
          ],
        }
      },
    },
  )
}
