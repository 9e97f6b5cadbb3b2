import { adjustWallet, previewWalletAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import { formatCents } from '@cardamom/contract/money'
import { houseId } from '../companies/company.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { walletAdjusted } from './adjustment-postings.ts'
import { readOperationLimits } from './operation-limits.ts'
import { decideAdjustment } from './wallet-adjustment.ts'
import { readAdjustedSince } from './wallet-adjustments.sql.ts'
import { walletAdjustmentsList } from './wallet-adjustments.list.ts'
import { unchangedWallets, type WalletType } from './wallet-holder.ts'
import { readWalletHolder } from './wallet-holders.sql.ts'
import { legViews, limitsView, walletChange } from './wallet-view.ts'

type Input = {
  readonly ownerId: string
  readonly wallet: WalletType
  readonly type: 'credit' | 'debit'
  readonly amount: bigint
}

/** Above this amount a second person approves an adjustment (domain §7). */
const readLimit = (sql: Queries): Promise<bigint> => readSetting(sql, 'secondPersonAdjustment')

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

/** Manual credits and debits of wallets (money §4.4); above the limit of the settings two people decide. */
export const mountWalletAdjustments = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountList(kernel, walletAdjustmentsList)

  mount(previewWalletAdjustment, async ({ sql, input, now }) => {
    const decided = await decide(sql, { input, now })
    if (!decided.accepted) return decided
    const { holder, changeCents, limits } = decided.value
    const { wallet, type, amount: amountCents } = input
    const { legs } = walletAdjusted({ id: ids.next(), holder, wallet, type, amountCents, effectiveAt: now })
    return accepted({
      change: walletChange(holder, { wallet, changeCents }),
      legs: legViews(legs, new Map([[holder.id, holder.name]])),
      limits: limitsView(limits),
      needsApproval: amountCents > (await readLimit(sql)),
    })
  })

  mount(
    adjustWallet,
    async ({ sql, me, input, approval }) => {
      const now = clock.now()
      const decided = await decide(sql, { input, now })
      if (!decided.accepted) return decided
      const { holder, changeCents } = decided.value
      const { wallet, type, amount: amountCents, reason } = input
      const id = approval?.id ?? ids.next()
      const companyId = holder.company.id
      const detail = {
        actor: approval?.checkerId ?? me.userId,
        reason,
        metadata: { requestedBy: me.userId },
      }
      const before = holder.wallets?.[wallet].availableCents ?? 0n
      const userId = holder.kind === 'person' ? holder.id : null
      return accepted({
        plan: {
          journals: [walletAdjusted({ id, holder, wallet, type, amountCents, effectiveAt: now, detail })],
          guards: unchangedWallets(holder),
          rows: [
            {
              table: 'walletAdjustment',
              row: {
                id,
                companyId,
                ownerId: holder.id,
                ownerKind: holder.kind,
                wallet,
                type,
                amountCents,
                reason,
                requestedBy: me.userId,
                approvedBy: approval?.checkerId ?? null,
                adjustedAt: now,
              },
            },
          ],
          events: [
            {
              type: 'wallet.adjusted',
              entityId: id,
              companyId,
              userId,
              payload: { wallet, type, amountCents: String(amountCents) },
            },
          ],
        },
        output: { id },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'not_enough_money',
          account_closed: 'wallet_changed',
          replayed: 'adjustment_made',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'wallet',
            entityId: holder.id,
            companyId,
            userId,
            before: { [wallet]: before },
            after: { [wallet]: before + changeCents },
          },
        ],
      })
    },
    {
      isNeeded: async ({ sql, input }) => input.amount > (await readLimit(sql)),
      describe: async ({ sql, input }) => {
        const decided = await decide(sql, { input, now: clock.now() })
        if (!decided.accepted) return { companyId: await companyOf(sql, input.ownerId), changes: [] }
        const { holder, changeCents } = decided.value
        const { availableCents } = holder.wallets![input.wallet]
        return {
          companyId: holder.company.id,
          changes: [
            {
              name: 'balance',
              before: formatCents(availableCents),
              after: formatCents(availableCents + changeCents),
            },
          ],
        }
      },
    },
  )
}

/** Whose administrators may check it, also when the wallet is not there any more. */
const companyOf = async (sql: Queries, ownerId: string): Promise<string> =>
  (await readWalletHolder(sql, ownerId))?.company.id ?? houseId
