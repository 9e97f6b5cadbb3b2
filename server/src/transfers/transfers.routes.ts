import { createTransfer, getTransfer, previewTransfer } from '@cardamom/contract/transfers'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { limitsView } from '../wallets/wallet-view.ts'
import { mountFeeEffect } from './fee-effect.routes.ts'
import { mountOwnTransfers } from './own-transfers.routes.ts'
import { readDecision } from './transfer-decision.ts'
import { readTransferDetail } from './transfer-detail.ts'
import { describeRefused, describeTransfer, transferChanges, transferPlan } from './transfer-plan.ts'
import { createSecondPersonLimit, previewView, readSecondPersonLimit } from './transfer-preview.ts'
import { mountTransferReversals } from './transfer-reversals.routes.ts'
import { transferStepUps } from './transfer-step-up.ts'
import { createSidesReader } from './transfer-sides.sql.ts'
import { createTransferRequestsList } from './transfer-requests.list.ts'
import { transfersList } from './transfers.list.ts'
import { readTransfer } from './transfers.sql.ts'
import { runWalletLoadBatches } from './wallet-load-batch.jobs.ts'
import { mountWalletLoadBatches } from './wallet-load-batches.routes.ts'
import { runWalletLoadJobs } from './wallet-load.jobs.ts'
import { mountWalletLoads } from './wallet-loads.routes.ts'

/** A transfer is requested by its total. */
const ofTotal = <T extends { total: bigint }>({ total, ...sides }: T) => ({
  ...sides,
  amount: total,
  amountIs: 'total' as const,
})

/** Transfers as administrators read them, requested ones, and those of one's own wallets. */
const mountTransferLists = (kernel: Kernel): void => {
  mountList(kernel, transfersList)
  mountList(kernel, createTransferRequestsList(kernel.encryption))
  mountOwnTransfers(kernel)
}

/** One transfer, and what a transfer would be. */
const mountTransferReads = ({ mount, ids }: Kernel): void => {
  mount(getTransfer, async ({ sql, me, params }) => {
    const row = await readTransfer(sql, params.id)
    return row ? accepted(await readTransferDetail(sql, { row, me })) : refused('record_not_found')
  })

  mount(previewTransfer, async ({ sql, me, input, now }) => {
    const decided = await readDecision(sql, { input, now })
    if (!decided.accepted) return decided
    const { rateHundredthsBp, limits } = decided.value
    const limitCents = await readSecondPersonLimit(sql)
    return accepted({
      ...previewView(decided.value, { me, id: ids.next(), now, limitCents }),
      feePercent: rateHundredthsBp,
      limits: limitsView(limits),
    })
  })
}

/** Transfers between wallets and from wallets to cards (domain §7), with both sides before and after. */
export const transfersModule = (kernel: Kernel, needs: { readonly issuer: IssuerPort }) => {
  const { mount, ids, clock, db } = kernel
  const readSides = createSidesReader(db)
  const readLimit = createSecondPersonLimit(db)
  mountTransferLists(kernel)
  mountTransferReads(kernel)
  mountTransferReversals(kernel)
  mountFeeEffect(kernel)
  mountWalletLoads(kernel)
  runWalletLoadJobs(kernel, needs)
  mountWalletLoadBatches(kernel)
  runWalletLoadBatches(kernel)

  mount(
    createTransfer,
    async ({ sql, me, input, approval }) => {
      const now = clock.now()
      const decided = await readDecision(sql, {
        input: ofTotal(input),
        now,
        readSides: (own, of) => readSides(own, { ...of, scope: me.scope }),
      })
      if (!decided.accepted) return decided
      if (decided.value.feeCents !== input.fee) return refused('fee_changed', { field: 'total' })
      const id = approval?.id ?? ids.next()
      const { reason, reference } = input
      return accepted({
        plan: transferPlan(decided.value, { id, reason, reference, now, me, approval }),
        output: { id },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'not_enough_money',
          account_closed: 'wallet_changed',
          replayed: 'transfer_made',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: transferChanges(decided.value),
      })
    },
    {
      isNeeded: async ({ input }) => input.total > (await readLimit()),
      describe: async ({ sql, me, input }) => {
        const decided = await readDecision(sql, { input: ofTotal(input), now: clock.now() })
        if (decided.accepted) return describeTransfer(decided.value, me)
        const from = await readWalletHolder(sql, input.fromOwnerId)
        return describeRefused({ from, to: await readWalletHolder(sql, input.toOwnerId) }, me)
      },
    },
  )
  return { stepUps: transferStepUps }
}
