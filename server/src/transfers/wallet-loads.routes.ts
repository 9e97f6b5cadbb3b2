import {
  cancelWalletLoad,
  createWalletLoad,
  findReceivingCards,
  getReceivingCard,
  previewWalletLoad,
} from '@cardamom/contract/transfers/wallet-loads'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { findReceivers, readReceiver } from './receiving-cards.ts'
import { readSecondPersonLimit } from './transfer-preview.ts'
import { readTransfer } from './transfers.sql.ts'
import { readWalletLoad } from './wallet-load-decision.ts'
import {
  cancelPlan,
  describeRefusedLoad,
  describeWalletLoad,
  reserveChanges,
  reservePlan,
} from './wallet-load-plan.ts'
import { walletLoadPreview } from './wallet-load-view.ts'

/** A transfer is requested by its total. */
const ofTotal = <T extends { total: bigint }>({ total, ...sides }: T) => ({
  ...sides,
  amount: total,
  amountIs: 'total' as const,
})

const isThere: CheckObject<typeof cancelWalletLoad> = async ({ sql, params }) => {
  const row = await readTransfer(sql, params.id)
  return row?.kind === 'card_load' ? null : 'record_not_found'
}

const mountReceivers = ({ mount }: Kernel): void => {
  mount(findReceivingCards, async ({ sql, input: { q } }) => accepted(await findReceivers(sql, q)))
  mount(getReceivingCard, async ({ sql, params }) => {
    const card = await readReceiver(sql, params.id)
    return card ? accepted(card) : refused('record_not_found')
  })
}

const mountCancellation = ({ mount, clock }: Kernel): void =>
  mount(
    cancelWalletLoad,
    async ({ sql, me, params, input: { reason } }) => {
      const row = await readTransfer(sql, params.id)
      if (row?.kind !== 'card_load') return refused('record_not_found')
      const { status } = row
      // Money of others is returned by those who may transfer it.
      if (!(await readWalletHolder(sql, row.fromOwnerId))) return refused('record_not_found')
      if (status !== 'pending' || row.isCrediting) return refused('transfer_not_waiting')
      const by = { userId: me.userId, reason }
      return accepted({
        plan: cancelPlan({ ...row, status }, { now: clock.now(), refusal: 'cancelled', by }),
        output: { id: row.id },
        whenRefused: { guard_failed: 'transfer_not_waiting', replayed: 'transfer_not_waiting' },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'wallet_transfer',
            entityId: row.id,
            companyId: row.companyId,
            userId: null,
            before: { status },
            after: { status: 'cancelled' },
          },
        ],
      })
    },
    isThere,
  )

/** Transfers from a company's wallet to a card (domain §7), at once or with the next release. */
export const mountWalletLoads = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountReceivers(kernel)
  mountCancellation(kernel)

  mount(previewWalletLoad, async ({ sql, me, input, now }) => {
    const decided = await readWalletLoad(sql, { input, now })
    if (!decided.accepted) return decided
    const limitCents = await readSecondPersonLimit(sql)
    return accepted(await walletLoadPreview(sql, decided.value, { me, id: ids.next(), now, limitCents }))
  })

  mount(
    createWalletLoad,
    async ({ sql, me, input, approval }) => {
      const now = clock.now()
      const decided = await readWalletLoad(sql, { input: ofTotal(input), now })
      if (!decided.accepted) return decided
      const { use, ...made } = decided.value
      if (made.feeCents !== input.fee) return refused('fee_changed', { field: 'total' })
      // The card is so new that its holder's row is not written yet.
      if (!use) return refused('wallet_changed')
      const id = approval?.id ?? ids.next()
      const { reason, reference } = input
      return accepted({
        plan: reservePlan({ ...made, use }, { id, reason, reference, now, me, approval }),
        output: { id },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'not_enough_money',
          account_closed: 'wallet_changed',
          replayed: 'transfer_made',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: reserveChanges(made),
      })
    },
    {
      isNeeded: async ({ sql, input }) => input.total > (await readSecondPersonLimit(sql)),
      describe: async ({ sql, me, input }) => {
        const decided = await readWalletLoad(sql, { input: ofTotal(input), now: clock.now() })
        if (decided.accepted) return describeWalletLoad(decided.value)
        return describeRefusedLoad(await readWalletHolder(sql, input.fromOwnerId), me)
      },
    },
  )
}
