import { adjustCard, previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { formatCents } from '@cardamom/contract/money'
import { findCard } from '../cards/cards.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Ids } from '../kernel/ids.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { adjustmentReference, cardAdjusted } from './adjustment-postings.ts'
import { startAdjustmentPlan } from './card-adjustment-plans.ts'
import { readCardAdjustment, type DecidedCardAdjustment } from './card-adjustments.sql.ts'
import { readAdjustmentLimit } from './wallet-adjustments.sql.ts'
import { legViews, limitsView } from './wallet-view.ts'

type Preview = Omit<OutputOf<typeof previewCardAdjustment>, 'limits'>

/** The card before and after an adjustment, and its journals, before anything is confirmed. */
export const cardAdjustmentPreview = (
  made: DecidedCardAdjustment,
  of: { readonly ids: Ids; readonly now: Date; readonly limitCents: bigint },
): Preview => {
  const { card, type, amount: amountCents, changeCents, holderName, clientCode, companyName } = made
  const id = of.ids.next()
  const names = new Map([[card.id, holderName]])
  const start = {
    reference: adjustmentReference(id),
    refId: id,
    attempt: 1,
    amountCents,
    effectiveAt: of.now,
  }
  const owner = { ownerId: card.id, companyId: card.companyId }
  const { legs } = cardAdjusted({ id, card: owner, type, amountCents, effectiveAt: of.now })
  return {
    card: {
      id: card.id,
      lastDigits: card.lastDigits,
      form: card.form,
      holderId: card.userId,
      holderName,
      clientCode,
      companyId: card.companyId,
      companyName,
      before: card.availableCents,
      after: card.availableCents + changeCents,
    },
    startLegs: type === 'credit' ? legViews(issuerTransferStarted(start).legs, names) : [],
    legs: legViews(legs, names),
    needsApproval: amountCents > of.limitCents,
  }
}

/** What an adjustment of a card changes, for the audit: the balance as it will be when the issuer has made it. */
export const cardAdjustmentChanges = ({ card, changeCents }: DecidedCardAdjustment) => [
  {
    entity: 'card' as const,
    entityId: card.id,
    companyId: card.companyId,
    userId: card.userId,
    before: { available: card.availableCents },
    after: { available: card.availableCents + changeCents },
  },
]

/** The balance before and after, for the person who approves it. */
export const describeCardAdjustment = ({ card, changeCents }: DecidedCardAdjustment) => ({
  companyId: card.companyId,
  changes: [
    {
      name: 'balance' as const,
      before: formatCents(card.availableCents),
      after: formatCents(card.availableCents + changeCents),
    },
  ],
})

/** How the poster's refusals of an adjustment of a card read. */
export const cardRefusals = {
  guard_failed: 'card_changed',
  insufficient_funds: 'float_too_small',
  replayed: 'adjustment_made',
} as const

/** Manual credits and debits of cards (money §4.4); above the limit of the settings two people decide. */
export const mountCardAdjustments = ({ mount, ids, clock }: Kernel): void => {
  mount(previewCardAdjustment, async ({ sql, input, now }) => {
    const decided = await readCardAdjustment(sql, { input, now })
    if (!decided.accepted) return decided
    const { limits } = decided.value
    if (!limits) throw new Error('Only an opposite adjustment has no limits')
    const limitCents = await readAdjustmentLimit(sql)
    return accepted({
      ...cardAdjustmentPreview(decided.value, { ids, now, limitCents }),
      limits: limitsView(limits),
    })
  })

  mount(
    adjustCard,
    async ({ sql, me, input: { reason, ...input }, approval }) => {
      const now = clock.now()
      const decided = await readCardAdjustment(sql, { input, now })
      if (!decided.accepted) return decided
      const { use, ...made } = decided.value
      const { path } = await readCompany(sql, made.card.companyId)
      if (changesOwnMoney(me, { path, ownerId: made.card.userId }, approval)) return refused('own_money')
      // The card is so new that its holder's row is not written yet.
      if (!use) return refused('card_changed')
      const id = approval?.id ?? ids.next()
      return accepted({
        plan: startAdjustmentPlan({ ...made, use }, { ids, id, reason, now, me, approval }),
        output: { id },
        whenRefused: cardRefusals,
        decidesAgainWhen: ['guard_failed'],
        changes: cardAdjustmentChanges(decided.value),
      })
    },
    {
      isNeeded: async ({ sql, input }) => input.amount > (await readAdjustmentLimit(sql)),
      describe: async ({ sql, input: { reason: _reason, ...input } }) => {
        const decided = await readCardAdjustment(sql, { input, now: clock.now() })
        if (decided.accepted) return describeCardAdjustment(decided.value)
        const card = await findCard(sql, input.cardId)
        return { companyId: card?.companyId ?? houseId, changes: [] }
      },
    },
  )
}
