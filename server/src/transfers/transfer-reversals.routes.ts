import { previewReversal, reverseTransfer } from '@cardamom/contract/transfers'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FeeInside } from '../fees/fee-split.ts'
import { readWalletHolder, readWalletHolders } from '../wallets/wallet-holders.sql.ts'
import { decideReversal, type TransferSides } from './transfer.ts'
import { describeRefused, describeTransfer, transferChanges, transferPlan } from './transfer-plan.ts'
import { previewView, readSecondPersonLimit } from './transfer-preview.ts'
import { readTransfer, type TransferRecord } from './transfers.sql.ts'

type Refusal = Exclude<keyof (typeof previewReversal)['refusals'], never>
type ReversalDecision = TransferSides & FeeInside & { readonly row: TransferRecord }

/** A transfer of the scope, and what its return would be. Both holders have to be in the scope. */
const readReversal = async (sql: Queries, id: string): Promise<Answer<ReversalDecision, Refusal>> => {
  const sides = await readTransfer(sql, id)
  if (!sides) return refused('record_not_found')
  const holders = await readWalletHolders(sql, [sides.toOwnerId, sides.fromOwnerId])
  // Another reversal may have ended meanwhile. Its row then says so, and not a wallet without money.
  const row = (await readTransfer(sql, id)) ?? sides
  const from = holders.get(row.toOwnerId) ?? null
  const to = holders.get(row.fromOwnerId) ?? null
  const decided = decideReversal(row, { from, to, wallet: row.wallet })
  return decided.accepted
    ? accepted({ ...decided.value, row })
    : (decided as Answer<ReversalDecision, Refusal>)
}

const isThere: CheckObject<typeof reverseTransfer> = async ({ sql, params }) =>
  (await readTransfer(sql, params.id)) ? null : 'record_not_found'

/** Transfers back, with a reason; above the limit of the settings two people decide. */
export const mountTransferReversals = ({ mount, ids, clock }: Kernel): void => {
  mount(previewReversal, async ({ sql, me, params, now }) => {
    const found = await readReversal(sql, params.id)
    if (!found.accepted) return found
    const limitCents = await readSecondPersonLimit(sql)
    return accepted(previewView(found.value, { me, id: ids.next(), now, limitCents }))
  })

  mount(
    reverseTransfer,
    async ({ sql, me, params, input: { reason }, approval }) => {
      const found = await readReversal(sql, params.id)
      if (!found.accepted) return found
      const { row, ...made } = found.value
      const id = approval?.id ?? ids.next()
      return accepted({
        plan: transferPlan(made, { id, reason, now: clock.now(), me, approval, reversalOf: row }),
        output: { id },
        whenRefused: {
          guard_failed: 'wallet_changed',
          insufficient_funds: 'not_enough_money',
          account_closed: 'wallet_changed',
          replayed: 'transfer_made',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: transferChanges(made),
      })
    },
    isThere,
    {
      // The larger side of the transfer decides, which is the sender's total.
      isNeeded: async ({ sql, params }) => {
        const row = await readTransfer(sql, params.id)
        return row !== null && row.totalCents > (await readSecondPersonLimit(sql))
      },
      describe: async ({ sql, me, params }) => {
        const found = await readReversal(sql, params.id)
        if (found.accepted) return describeTransfer(found.value, me)
        const row = await readTransfer(sql, params.id)
        const from = row && (await readWalletHolder(sql, row.toOwnerId))
        return describeRefused({ from, to: row && (await readWalletHolder(sql, row.fromOwnerId)) }, me)
      },
    },
  )
}
