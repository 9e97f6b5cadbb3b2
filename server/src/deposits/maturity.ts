import { isBusinessDay, type BusinessCalendar } from '../calendar/business-time.ts'

const dayMs = 86_400_000
const runMs = 16 * 3_600_000

/** The last daily run at or before an instant: 16:00 UTC of a business day (domain §3). */
export const lastDailyRun = (now: Date, calendar: BusinessCalendar): Date => {
  let ms = Math.floor(now.getTime() / dayMs) * dayMs + runMs
  while (ms > now.getTime() || !isBusinessDay(new Date(ms), calendar)) ms -= dayMs
  return new Date(ms)
}

/**
 * When the shares of a top-up are due whose wire was found on a statement: not before that, and of a regular one not before
 * 48 business hours (domain §13.6).
 */
export const sharesDueAt = (
  topUp: { readonly wallet: 'regular' | 'immediate'; readonly dueAt: Date },
  matchedAt: Date,
): Date => (topUp.wallet === 'regular' && topUp.dueAt > matchedAt ? topUp.dueAt : matchedAt)

export type Debts = { readonly owedCents: bigint; readonly immediateCents: bigint }

/** What a matured top-up pays first: shares to be recovered, then an immediate wallet below zero, then the wallet. */
export const maturedParts = (netCents: bigint, { owedCents, immediateCents }: Debts) => {
  const recovered = owedCents < netCents ? owedCents : netCents
  const left = netCents - recovered
  const debt = immediateCents < 0n ? -immediateCents : 0n
  const toImmediate = debt < left ? debt : left
  return { recovered, toImmediate, toRegular: left - toImmediate }
}
