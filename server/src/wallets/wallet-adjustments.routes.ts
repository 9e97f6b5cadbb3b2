import { adjustWallet, previewWalletAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { walletAdjusted } from './adjustment-postings.ts'
import { mountAdjustmentReversals } from './adjustment-reversals.routes.ts'
import { runCardAdjustmentJobs } from './card-adjustment.jobs.ts'
import { mountCardAdjustmentCalls } from './card-adjustment-calls.routes.ts'
import { mountCardAdjustments } from './card-adjustments.routes.ts'
import { mountOwnAdjustment } from './own-adjustment.routes.ts'
import { readOperationLimits } from './operation-limits.ts'
import {
  describeWalletAdjustment,
  walletAdjustmentChanges,
  walletAdjustmentPlan,
  walletRefusals,
} from './wallet-adjustment-plan.ts'
import { decideAdjustment } from './wallet-adjustment.ts'
import { readAdjustedSince, readAdjustmentLimit } from './wallet-adjustments.sql.ts'
import { walletAdjustmentsList } from './wallet-adjustments.list.ts'
import type { WalletType } from './wallet-holder.ts'
import { readWalletHolder } from './wallet-holders.sql.ts'
import { legViews, limitsView, walletChange } from './wallet-view.ts'

type Input = {
  readonly ownerId: string
  readonly wallet: WalletType
  readonly type: 'credit' | 'debit'
  readonly amount: bigint
}

const decide = async (sql: Queries, { input, now }: { input: Input; now: Date }) => {
  const { ownerId, wallet, type, amount: amountCents } = input
  const holder = await readWalletHolder(sql, ownerId)
  const limits =
    holder &&
    (await readOperationLimits(sql, {
      holder,
      category: 'adjustment',
      now,
      usedSince: (since) => readAdjustedSince(sql, { ownerId, since }),
    }))
  const decided = decideAdjustment({ holder, wallet, type, amountCents, limits })
  return decided.accepted && limits
    ? accepted({ ...decided.value, limits })
    : (decided as Refusal<typeof decided>)
}
type Refusal<T> = Extract<T, { accepted: false }>

/** Adjustments of wallets and cards, and what undoes them. */
export const mountAdjustments = (kernel: Kernel, needs: { readonly issuer: IssuerPort }): void => {
  mountWalletAdjustments(kernel)
  mountOwnAdjustment(kernel)
  mountCardAdjustments(kernel)
  mountCardAdjustmentCalls(kernel)
  mountAdjustmentReversals(kernel)
  runCardAdjustmentJobs(kernel, needs)
}

/** Manual credits and debits of wallets (money §4.4); above the limit of the settings two people decide. */
const mountWalletAdjustments = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountList(kernel, walletAdjustmentsList)

  mount(previewWalletAdjustment, async ({ sql, me, input, now }) => {
    const decided = await decide(sql, { input, now })
    if (!decided.accepted) return decided
    const { holder, changeCents, limits } = decided.value
    const { wallet, type, amount: amountCents } = input
    const { legs } = walletAdjusted({ id: ids.next(), holder, wallet, type, amountCents, effectiveAt: now })
    return accepted({
      change: walletChange(me, holder, { wallet, changeCents }),
      legs: legViews(legs, new Map([[holder.id, holder.name]])),
      limits: limitsView(limits),
      needsApproval: amountCents > (await readAdjustmentLimit(sql)),
    })
  })

  mount(
    adjustWallet,
    async ({ sql, me, input, approval }) => {
      const now = clock.now()
      const decided = await decide(sql, { input, now })
      if (!decided.accepted) return decided
      const { path } = decided.value.holder.company
      if (changesOwnMoney(me, { path, ownerId: input.ownerId }, approval)) return refused('own_money')
      const id = approval?.id ?? ids.next()
      const { reason } = input
      return accepted({
        plan: walletAdjustmentPlan({ ...input, ...decided.value }, { id, reason, now, me, approval }),
        output: { id },
        whenRefused: walletRefusals,
        decidesAgainWhen: ['guard_failed'],
        changes: walletAdjustmentChanges({ ...input, ...decided.value }),
      })
    },
    {
      isNeeded: async ({ sql, input }) => input.amount > (await readAdjustmentLimit(sql)),
      describe: async ({ sql, input }) => {
        const decided = await decide(sql, { input, now: clock.now() })
        if (!decided.accepted) return { companyId: await companyOf(sql, input.ownerId), changes: [] }
        return describeWalletAdjustment({ ...input, ...decided.value })
      },
    },
  )
}

/** Whose administrators may check it, also when the wallet is not there any more. */
const companyOf = async (sql: Queries, ownerId: string): Promise<string> =>
  (await readWalletHolder(sql, ownerId))?.company.id ?? houseId
