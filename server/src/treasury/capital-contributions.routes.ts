import { recordCapital } from '@cardamom/contract/treasury'
import { formatCents } from '@cardamom/contract/money'
import { houseId } from '../companies/company.ts'
import { treasuryRow } from './treasury-plan.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { capitalList } from './capital-contributions.list.ts'
import { capitalContributed } from './treasury-postings.ts'

/** The owners' capital is booked by two people (money §4.1): one requests it, another one approves it. */
export const mountCapitalContributions = (kernel: Kernel): void => {
  mountList(kernel, capitalList)

  kernel.mount(
    recordCapital,
    async ({ me, now, input: { amount, reason }, approval: { id, checkerId } }) => {
      if (amount <= 0n) return refused('invalid_amount', { field: 'amount' })
      const { userId: requestedBy } = me
      const detail = { actor: checkerId, reason, metadata: { requestedBy } }
      return accepted({
        plan: {
          journals: [capitalContributed({ id, amountCents: amount, effectiveAt: now, detail })],
          rows: [
            {
              table: 'treasuryOperation',
              row: treasuryRow(
                {
                  kind: 'capital_contributed',
                  amountCents: amount,
                  valuedOn: now.toISOString().slice(0, 10),
                },
                { id, requestedBy, approvedBy: checkerId, reason, now },
              ),
            },
          ],
          events: [
            {
              type: 'capital.contributed',
              entityId: id,
              companyId: houseId,
              userId: null,
              payload: { amountCents: String(amount), requestedBy },
            },
          ],
        },
        output: null,
        whenRefused: { replayed: 'capital_recorded' },
      })
    },
    {
      describe: async ({ input: { amount } }) => ({
        companyId: houseId,
        changes: [{ name: 'amount', before: null, after: formatCents(amount) }],
      }),
    },
  )
}
