import { loadObstacle } from '../cards/card-for-load.ts'
import { findCard, noMoney, readCardMoney } from '../cards/cards.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPromisedDebits } from '../loads/issuer-transfers.sql.ts'
import type { LimitUse } from '../loads/limit-use.ts'
import { readLimitUse } from '../loads/load-sums.sql.ts'
import { decideCardAdjustment, type AdjustableCard, type CardAdjustmentRefusal } from './card-adjustment.ts'
import { readOperationLimits, type OperationLimits } from './operation-limits.ts'
import { readAdjustedSince } from './wallet-adjustments.sql.ts'

export type CardAdjustmentInput = {
  readonly cardId: string
  readonly type: 'credit' | 'debit'
  readonly amount: bigint
}

export type DecidedCardAdjustment = CardAdjustmentInput & {
  readonly card: AdjustableCard & { readonly issuerCardId: string }
  readonly changeCents: bigint
  /** Null: it undoes an earlier one. */
  readonly limits: OperationLimits | null
  readonly holderName: string
  readonly clientCode: string
  readonly companyName: string
  /** The row that guards the limits of the cardholder; null: it is not written yet. */
  readonly use: LimitUse | null
}

/** Reads what an adjustment of a card depends on, in the scope of the one who requests it, and decides. */
export const readCardAdjustment = async (
  sql: Queries,
  { input, now, isReversal = false }: { input: CardAdjustmentInput; now: Date; isReversal?: boolean },
): Promise<Answer<DecidedCardAdjustment, CardAdjustmentRefusal>> => {
  const { cardId, type, amount: amountCents } = input
  const found = await findCard(sql, cardId)
  // First the row that guards the limits, then what they have used.
  const use = found && (await readLimitUse(sql, found.userId))
  const company = found && (await readCompany(sql, found.companyId))
  const limits =
    company && !isReversal
      ? await readOperationLimits(sql, {
          holder: { company },
          category: 'adjustment',
          now,
          usedSince: (since) => readAdjustedSince(sql, { ownerId: cardId, since }),
        })
      : null
  const money = (await readCardMoney(sql, [cardId])).get(cardId) ?? noMoney
  const card = found && {
    ...found,
    obstacle: loadObstacle(found),
    availableCents: money.availableCents,
    promisedCents: found.issuerCardId === null ? 0n : await readPromisedDebits(sql, found.issuerCardId),
  }
  const decided = decideCardAdjustment({ card, type, amountCents, limits })
  if (!decided.accepted) return decided
  const names = await readNames(sql, [decided.value.card.userId])
  return accepted({
    ...input,
    ...decided.value,
    limits,
    use: use ?? null,
    holderName: names.get(decided.value.card.userId) ?? '',
    clientCode: found?.clientCode ?? '',
    companyName: company ? brandName(company) : '',
  })
}
