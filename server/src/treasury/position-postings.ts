import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

const bank = { code: 'bank.settlement' }
const fxResult = { code: 'income.fx_result' }

/** A trade that the venue has filled. `valueCents` is its value at mid, `paidCents` what the bank got or paid. */
export type Trade = {
  readonly id: string
  readonly venue: string
  readonly reference: string
  readonly asset: string
  /** Where the coins are: those for gas are in the gas wallets, all others at the venue. */
  readonly account: 'crypto.venue' | 'crypto.gas'
  readonly units: bigint
  readonly valueCents: bigint
  readonly paidCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

const tradeOf = ({ id, venue, reference, effectiveAt, detail }: Trade) => ({
  kind: 'treasury.converted',
  key: `trade:${venue}:${reference}`,
  command: `trade ${id}`,
  effectiveAt,
  subjectId: id,
  ...(detail ? { detail } : {}),
})

/** Books a sale: what the bank got less than the value is an expense, more is a gain (money §4.1). */
export const unitsSold = (trade: Trade): Journal => {
  const { asset, account, units, valueCents, paidCents } = trade
  const lostCents = valueCents - paidCents
  return journal({
    ...tradeOf(trade),
    legs: [
      debit({ code: 'fx.units', asset }, units),
      credit({ code: account, asset }, units),
      debit(bank, paidCents),
      lostCents >= 0n ? debit({ code: 'expense.conversion' }, lostCents) : credit(fxResult, -lostCents),
      credit({ code: 'fx.usd', asset }, valueCents),
    ],
  })
}

/** Books a purchase, also of coins for gas: the mirror of a sale (money §4.1). */
export const unitsBought = (trade: Trade): Journal => {
  const { asset, account, units, valueCents, paidCents } = trade
  const lostCents = paidCents - valueCents
  return journal({
    ...tradeOf(trade),
    legs: [
      debit({ code: account, asset }, units),
      credit({ code: 'fx.units', asset }, units),
      debit({ code: 'fx.usd', asset }, valueCents),
      lostCents >= 0n ? debit({ code: 'expense.conversion' }, lostCents) : credit(fxResult, -lostCents),
      credit(bank, paidCents),
    ],
  })
}

/** Brings the book value of the units of an asset to its value at mid, once a day (money §4.1). */
export const positionRevalued = (of: {
  readonly asset: string
  readonly day: string
  readonly subjectId: string
  /** Value at mid less value in the book. */
  readonly differenceCents: bigint
  readonly effectiveAt: Date
}): Journal =>
  journal({
    kind: 'fx.revalued',
    key: `fx:${of.asset}:${of.day}`,
    command: `revalue ${of.asset} ${of.day}`,
    effectiveAt: of.effectiveAt,
    subjectId: of.subjectId,
    legs: [
      debit({ code: 'fx.usd', asset: of.asset }, of.differenceCents),
      credit(fxResult, of.differenceCents),
    ],
  })

/** Books the gas of a day: native coins that were spent and are not booked yet, at mid (money §4.1). */
export const gasSpent = (of: {
  readonly network: string
  readonly day: string
  readonly subjectId: string
  /** The native coin, `coin@chain`. */
  readonly asset: string
  readonly units: bigint
  readonly valueCents: bigint
  readonly effectiveAt: Date
}): Journal => {
  const { asset, units, valueCents } = of
  return journal({
    kind: 'gas.spent',
    key: `gas:${of.network}:${of.day}`,
    command: `gas ${of.network} ${of.day}`,
    effectiveAt: of.effectiveAt,
    subjectId: of.subjectId,
    legs: [
      debit({ code: 'fx.units', asset }, units),
      credit({ code: 'crypto.gas', asset }, units),
      debit({ code: 'expense.network' }, valueCents),
      credit({ code: 'fx.usd', asset }, valueCents),
    ],
  })
}
