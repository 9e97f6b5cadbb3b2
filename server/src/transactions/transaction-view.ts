import type { TransactionRow } from '@cardamom/contract/transactions'
import type { CardSpending } from '../cards/card-limits.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { listCardsByIds, noMoney, readCardMoney, type CardMoney } from '../cards/cards.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { twoLettersOf } from '../providers/issuer/three-letter-countries.ts'
import { readCardSpending } from './card-spending.sql.ts'
import { declineAdvice, limitReasons, type CardNow } from './decline-advice.ts'
import { noFees, type PaymentFees } from './payment-fees.sql.ts'
import type { ShownTransaction } from './transactions.sql.ts'
import { requestedRate, shownRate } from './shown-rate.ts'

const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents)

/** The rate of a payment in another currency, of the amount before fees. */
export const rateOf = (
  { status, ...original }: { status: string; amount: string; rate: string | null },
  beforeFeesCents: bigint,
): string | null => {
  const isUncharged = status === 'released' || status === 'declined'
  return isUncharged ? requestedRate(original, beforeFeesCents) : shownRate(original, beforeFeesCents)
}

type OriginalFacts = Pick<
  ShownTransaction,
  'status' | 'originalAmount' | 'originalCurrency' | 'originalRate' | 'amountCents'
>

/** The amount in the merchant's currency; null for USD. `charged`: the fees that are part of the row's total. */
export const originalOf = (row: OriginalFacts, charged: PaymentFees = noFees) => {
  const { status, originalAmount: amount, originalCurrency: currency, originalRate: rate } = row
  if (amount === null || currency === null) return null
  const feeCents = charged.fees.reduce((sum, each) => sum + each.amount, 0n)
  const beforeFeesCents = sizeOf(row.amountCents - charged.settledCents) - feeCents
  return { amount, currency, rate: rateOf({ status, amount, rate }, beforeFeesCents) }
}

/** The load of a row; null for other rows. */
export const loadOf = (row: ShownTransaction) =>
  row.loadId !== null
    ? {
        id: row.loadId,
        speed: row.loadSpeed ?? '',
        gross: row.loadGrossCents ?? 0n,
        fee: row.loadFeeCents ?? 0n,
      }
    : null

const declineOf = (row: ShownTransaction, card: CardNow) =>
  row.declineReason === null
    ? null
    : declineAdvice(
        {
          reason: row.declineReason,
          amountCents: -row.amountCents,
          availableCents: row.declineAvailableCents,
        },
        card,
      )

/** The shop of a payment; null for other rows. */
export const merchantOf = (row: ShownTransaction) =>
  row.merchantName === null
    ? null
    : {
        name: row.merchantName,
        mcc: row.mcc ?? '',
        city: row.merchantCity,
        country: row.merchantCountry === null ? null : twoLettersOf(row.merchantCountry),
      }

/** The cards of some rows, with their money and spending now. */
export type CardsNow = ReadonlyMap<
  string,
  { readonly card: CardRecord; readonly money: CardMoney; readonly spending: CardSpending }
>

const nothingSpent: CardSpending = { dayCents: 0n, monthCents: 0n }
const noLimits = { paymentCents: null, dayCents: null, monthCents: null }

/** Reads the spending of a card only where a declined row needs it for the advice on a limit. */
const readSpendingOf = async (
  sql: Queries,
  card: CardRecord,
  of: { rows: readonly ShownTransaction[]; now: Date },
): Promise<CardSpending> => {
  const isNeeded = of.rows.some(
    ({ cardId: id, declineReason: reason }) =>
      id === card.id && reason !== null && Object.hasOwn(limitReasons, reason),
  )
  if (!isNeeded) return nothingSpent
  return readCardSpending(sql, { userId: card.userId, cardId: card.id, now: of.now })
}

export const readCardsNow = async (
  sql: Queries,
  rows: readonly ShownTransaction[],
  now: Date,
): Promise<CardsNow> => {
  const ids = [...new Set(rows.map(({ cardId: id }) => id))]
  const [money, cards] = await Promise.all([readCardMoney(sql, ids), listCardsByIds(sql, ids)])
  const found: [string, CardsNow extends ReadonlyMap<string, infer Now> ? Now : never][] = []
  for (const card of cards) {
    const spending = await readSpendingOf(sql, card, { rows, now })
    found.push([card.id, { card, money: money.get(card.id) ?? noMoney, spending }])
  }
  return new Map(found)
}

/** A row as its person sees it. `charged`: the fees that are part of its total. */
export const rowView = (
  row: ShownTransaction,
  cards: CardsNow,
  charged: PaymentFees = noFees,
): TransactionRow => {
  const total = row.amountCents - charged.settledCents
  const fees = [...charged.fees]
  const found = cards.get(row.cardId)
  const now: CardNow = {
    status: found?.card.status ?? 'closed',
    blockReason: found?.card.blockReason ?? null,
    availableCents: found?.money.availableCents ?? 0n,
    limits: found?.card.limits ?? noLimits,
    spending: found?.spending ?? nothingSpent,
  }
  return {
    id: row.id,
    paymentId: row.paymentId ?? (row.issuerTransactionId === null ? null : row.id),
    cardId: row.cardId,
    lastDigits: found?.card.lastDigits ?? null,
    status: row.status,
    purpose: row.purpose,
    category: row.category,
    merchant: merchantOf(row),
    amount: row.amountCents,
    held: row.heldCents,
    total,
    fees,
    original: originalOf(row, charged),
    at: row.at,
    authorisedAt: row.authorisedAt,
    settledAt: row.settledAt,
    holdsUntil: row.holdsUntil,
    decline: declineOf(row, now),
    reason: row.reason,
    refundOf: row.refundOf,
    load: loadOf(row),
    sender: row.senderName,
  }
}
