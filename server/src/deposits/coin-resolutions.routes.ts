import { creditCoinDeposit } from '@cardamom/contract/deposits/coin-deposits'
import { formatCents } from '@cardamom/contract/money'
import { houseId } from '../companies/company.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SqlReader } from '../loads/current-rates.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import { findCoinDeposit, mayResolve, mountCoinRefunds } from './coin-refunds.routes.ts'
import { mountEnteredAddress } from './entered-address.routes.ts'
import { creditChanges, createResolutions } from '../loads/resolution-plans.ts'

/** What two people do with crypto of a deposit that is not as quoted (domain §5, §7): credit what came, or return it. */
export const mountCoinResolutions = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount } = kernel
  const resolutions = createResolutions(kernel, needs)
  mountCoinRefunds(kernel, needs, resolutions)
  mountEnteredAddress(kernel, needs, resolutions)
  mount(
    creditCoinDeposit,
    async ({ sql, me, params, input, approval }) => {
      const read: SqlReader = (use) => use(sql)
      const find = (of: Queries) => findCoinDeposit({ sql: of, me, params })
      const found = await resolutions.creditWhatCame(read, { find, shownNetCents: input.net })
      if (!found.accepted) return found
      const detail = {
        actor: approval.checkerId,
        reason: input.reason,
        metadata: { requestedBy: me.userId },
      }
      const { plan } = found.value
      return accepted({
        plan: { ...plan, journals: plan.journals.map((journal) => ({ ...journal, detail })) },
        output: null,
        whenRefused: {
          guard_failed: 'resolution_chosen',
          replayed: 'resolution_chosen',
          account_closed: 'wallet_changed',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: creditChanges(found.value),
      })
    },
    mayResolve,
    {
      describe: async ({ input, ...call }) => {
        const load = await findCoinDeposit(call)
        const after = formatCents(input.net)
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [{ name: 'amount', before: null, after }],
        }
      },
    },
  )
}
