import { previewAdjustmentReversal, reverseAdjustment } from '@cardamom/contract/wallets/adjustment-reversals'
import { readCompany } from '../companies/companies.sql.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { walletAdjusted } from './adjustment-postings.ts'
import { startAdjustmentPlan } from './card-adjustment-plans.ts'
import { readCardAdjustment } from './card-adjustments.sql.ts'
import {
  cardAdjustmentChanges,
  cardAdjustmentPreview,
  cardRefusals,
  describeCardAdjustment,
} from './card-adjustments.routes.ts'
import { decideAdjustment } from './wallet-adjustment.ts'
import {
  describeWalletAdjustment,
  walletAdjustmentChanges,
  walletAdjustmentPlan,
  walletRefusals,
} from './wallet-adjustment-plan.ts'
import { readAdjustment, readAdjustmentLimit, type AdjustmentRecord } from './wallet-adjustments.sql.ts'
import { readWalletHolder } from './wallet-holders.sql.ts'
import { legViews, walletChange } from './wallet-view.ts'

const opposite = { credit: 'debit', debit: 'credit' } as const

const isUndoable = ({ status, reversalOf, reversedBy }: AdjustmentRecord): boolean =>
  status === 'completed' && reversalOf === null && reversedBy === null

const decideWallet = async (sql: Queries, { ownerId, wallet, ...row }: AdjustmentRecord) => {
  const holder = await readWalletHolder(sql, ownerId)
  if (wallet === null) throw new Error('An adjustment of a card has no wallet')
  const sides = { wallet, type: opposite[row.type], isReversal: true } as const
  const decided = decideAdjustment({ ...sides, holder, amountCents: row.amountCents, limits: null })
  if (decided.accepted) return accepted({ ...decided.value, ...sides, amount: row.amountCents })
  // No limit is checked, so only the holder and the money can be wrong.
  return refused(decided.code === 'invalid_amount' ? 'record_not_found' : decided.code)
}

const decideCard = async (sql: Queries, row: AdjustmentRecord, now: Date) => {
  const input = { cardId: row.ownerId, type: opposite[row.type], amount: row.amountCents }
  const decided = await readCardAdjustment(sql, { input, now, isReversal: true })
  if (decided.accepted) return decided
  return refused(decided.code === 'invalid_amount' ? 'record_not_found' : decided.code)
}

/** An adjustment of the scope that can be undone now. */
const findUndoable = async (sql: Queries, id: string) => {
  const row = await readAdjustment(sql, id)
  if (!row) return refused('record_not_found')
  return isUndoable(row) ? accepted(row) : refused('adjustment_undone')
}

/** The money may be gone because another person has undone it meanwhile. */
const refusedNow = async <Refusal>(sql: Queries, id: string, refusal: Refusal) => {
  const found = await findUndoable(sql, id)
  return found.accepted ? refusal : found
}

/** Whose money it changed: for a card its cardholder. */
const holderOf = ({ cardHolderId, ownerId }: AdjustmentRecord): string => cardHolderId ?? ownerId

const mayUndo: CheckObject<typeof reverseAdjustment> = async ({ sql, me, params }) => {
  const row = await readAdjustment(sql, params.id)
  if (!row) return 'record_not_found'
  const { path } = await readCompany(sql, row.companyId)
  return changesOwnMoney(me, { path, ownerId: holderOf(row) }) ? 'own_money' : null
}

/** Adjustments that undo an earlier one by the opposite amount, once; both name each other. */
export const mountAdjustmentReversals = ({ mount, ids, clock }: Kernel): void => {
  mount(previewAdjustmentReversal, async ({ sql, me, params, now }) => {
    const found = await findUndoable(sql, params.id)
    if (!found.accepted) return found
    const row = found.value
    const limitCents = await readAdjustmentLimit(sql)
    const about = { type: opposite[row.type], amount: row.amountCents }
    if (row.ownerKind === 'card') {
      const decided = await decideCard(sql, row, now)
      if (!decided.accepted) return decided
      return accepted({
        ...about,
        change: null,
        ...cardAdjustmentPreview(decided.value, { ids, now, limitCents }),
      })
    }
    const decided = await decideWallet(sql, row)
    if (!decided.accepted) return decided
    const { holder, wallet, type, amount: amountCents, changeCents } = decided.value
    const { legs } = walletAdjusted({ id: ids.next(), holder, wallet, type, amountCents, effectiveAt: now })
    return accepted({
      ...about,
      change: walletChange(me, holder, { wallet, changeCents }),
      card: null,
      startLegs: [],
      legs: legViews(legs, new Map([[holder.id, holder.name]])),
      needsApproval: amountCents > limitCents,
    })
  })

  mount(
    reverseAdjustment,
    async ({ sql, me, params, input: { reason }, approval }) => {
      const found = await findUndoable(sql, params.id)
      if (!found.accepted) return found
      if (approval?.checkerId === holderOf(found.value)) return refused('own_money')
      const now = clock.now()
      const id = approval?.id ?? ids.next()
      const of = { id, reason, now, me, approval, reversalOf: params.id }
      if (found.value.ownerKind === 'card') {
        const decided = await decideCard(sql, found.value, now)
        if (!decided.accepted) return refusedNow(sql, params.id, decided)
        const { use, ...made } = decided.value
        if (!use) return refused('card_changed')
        return accepted({
          plan: startAdjustmentPlan({ ...made, use }, { ...of, ids }),
          output: { id },
          whenRefused: cardRefusals,
          decidesAgainWhen: ['guard_failed'],
          changes: cardAdjustmentChanges(decided.value),
        })
      }
      const decided = await decideWallet(sql, found.value)
      if (!decided.accepted) return refusedNow(sql, params.id, decided)
      return accepted({
        plan: walletAdjustmentPlan(decided.value, of),
        output: { id },
        whenRefused: walletRefusals,
        decidesAgainWhen: ['guard_failed'],
        changes: walletAdjustmentChanges(decided.value),
      })
    },
    mayUndo,
    {
      isNeeded: async ({ sql, params }) => {
        const row = await readAdjustment(sql, params.id)
        return row !== null && row.amountCents > (await readAdjustmentLimit(sql))
      },
      describe: async ({ sql, me, params }) => {
        const row = await readAdjustment(sql, params.id)
        if (!row) return { companyId: me.companyId, changes: [] }
        if (row.ownerKind === 'card') {
          const decided = await decideCard(sql, row, clock.now())
          if (decided.accepted) return describeCardAdjustment(decided.value)
        } else {
          const decided = await decideWallet(sql, row)
          if (decided.accepted) return describeWalletAdjustment(decided.value)
        }
        return { companyId: row.companyId, changes: [] }
      },
    },
  )
}
