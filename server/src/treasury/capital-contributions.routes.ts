import { confirmCapital, proposeCapital } from '@cardamom/contract/treasury'
import { houseId } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { capitalList } from './capital-contributions.list.ts'
import {
  contributionView,
  findContribution,
  insertContribution,
  type CapitalContribution,
} from './capital-contributions.sql.ts'
import { capitalContributed } from './treasury-postings.ts'

const contributionEvent = ({ id, companyId, amountCents, proposedBy }: CapitalContribution) => ({
  entityId: id,
  companyId,
  userId: null,
  payload: { amountCents: String(amountCents), proposedBy },
})

/** The owners' capital is booked by two people (money §4.1): one proposes it, another one confirms it. */
export const mountCapitalContributions = (kernel: Kernel): void => {
  const { mount, ids } = kernel
  mountList(kernel, capitalList)

  mount(proposeCapital, async ({ sql, emit, me, now, input: { amount, note } }) => {
    if (amount <= 0n) return refused('invalid_amount', { field: 'amount' })
    const proposal = {
      id: ids.next(),
      companyId: houseId,
      amountCents: amount,
      note,
      proposedBy: me.userId,
      proposedAt: now,
      confirmedAt: null,
    }
    await insertContribution(sql, proposal)
    emit({ type: 'capital.proposed', ...contributionEvent(proposal) })
    return accepted(contributionView(proposal))
  })

  mount(
    confirmCapital,
    async ({ sql, me, now, params: { id } }) => {
      const found = await findContribution(sql, id)
      if (!found) return refused('record_not_found')
      if (found.confirmedAt) return refused('capital_recorded')
      if (found.proposedBy === me.userId) return refused('own_proposal')
      const { amountCents } = found
      return accepted({
        plan: {
          journals: [
            capitalContributed({
              id,
              amountCents,
              effectiveAt: now,
              detail: { actor: me.userId, reason: found.note, metadata: { proposedBy: found.proposedBy } },
            }),
          ],
          events: [{ type: 'capital.contributed', ...contributionEvent(found) }],
          updates: [
            guardedUpdate({
              table: 'capitalContribution',
              id,
              from: { confirmedAt: null },
              set: { confirmedAt: now, confirmedBy: me.userId },
            }),
          ],
        },
        output: contributionView({ ...found, confirmedAt: now }),
        whenRefused: { guard_failed: 'capital_recorded', replayed: 'capital_recorded' },
      })
    },
    async ({ sql, params }) => ((await findContribution(sql, params.id)) ? null : 'record_not_found'),
  )
}
