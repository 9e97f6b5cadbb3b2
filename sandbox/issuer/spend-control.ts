import type { CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { fromCents, numberToCents, toCents } from './money.ts'
import { Refusal } from './refusal.ts'

const limitNames = [
  'transactionLimit',
  'dailyLimit',
  'weeklyLimit',
  'monthlyLimit',
  'yearlyLimit',
  'allTimeLimit',
] as const

export type LimitName = (typeof limitNames)[number]

type Limits = Readonly<Partial<Record<LimitName, string>>>

/** Limits as the answers show them: decimal strings; a limit that was never set is left out. */
export const limitsOf = (card: CardRow): Limits => JSON.parse(card.limits) as Limits

/** A limit in cents, or null when there is none. */
export const limitOf = (card: CardRow, name: LimitName): bigint | null => toCents(limitsOf(card)[name])

/** Sets the limits that a body names (numbers); the others do not change. */
export const setLimits = (desk: Desk, card: CardRow, body: Readonly<Record<string, unknown>>): Limits => {
  const named = limitNames.filter((name) => body[name] !== undefined)
  const fresh = named.map((name) => {
    const cents = numberToCents(Number(body[name]))
    if (cents === null) throw new Refusal(400, '0106001', 'Invalid spend control value', name)
    return [name, fromCents(cents)] as const
  })
  const next: Limits = { ...limitsOf(card), ...Object.fromEntries(fresh) }
  const stored = [JSON.stringify(next), desk.now().toISOString(), card.id]
  desk.db.run('update card set limits = ?, updated_at = ? where id = ?', ...stored)
  return next
}

const hongKongMs = 8 * 3_600_000

/** Starts of the current day, week, month and year at UTC+8, which Reap uses. */
const startsOf = (now: Date) => {
  const there = new Date(now.getTime() + hongKongMs)
  const [year, month, date] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()]
  const sinceMonday = (there.getUTCDay() + 6) % 7
  const at = (...parts: [number, number, number]) => new Date(Date.UTC(...parts) - hongKongMs).toISOString()
  return {
    daily: at(year, month, date),
    weekly: at(year, month, date - sinceMonday),
    monthly: at(year, month, 1),
    yearly: at(year, 0, 1),
    allTime: '',
  }
}

export type Span = keyof ReturnType<typeof startsOf>

/** The spending of a card in the current period: held and cleared amounts less returns, never below zero. */
export const spentIn = (desk: Desk, cardId: string, span: Span): bigint => {
  const row = desk.db.one<{ cents: bigint | null }>(
    `select -sum(card_cents) as cents from entry where card_id = ? and type = 'TRANSACTION' and created_at >= ?`,
    cardId,
    startsOf(desk.now())[span],
  )
  const cents = row?.cents ?? 0n
  return cents > 0n ? cents : 0n
}

/** `spendControl` of a card's answer. */
export const spendControlJson = (desk: Desk, card: CardRow) => {
  const spent = (span: Span) => fromCents(spentIn(desk, card.id, span))
  return {
    spendControlCap: limitsOf(card),
    spendControlAmount: {
      dailySpent: spent('daily'),
      weeklySpent: spent('weekly'),
      monthlySpent: spent('monthly'),
      yearlySpent: spent('yearly'),
      allTimeSpent: spent('allTime'),
    },
    atmControl: {},
  }
}
