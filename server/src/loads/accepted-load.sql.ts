import type { Queries } from '../kernel/queries.ts'
import { findJournalByKey, readJournalLegs, type JournalLegRow } from '../ledger/journal-view.sql.ts'
import { listLoadShares } from '../shares/shares.sql.ts'
import { listLoadParts, readStoredTerms } from './load-parts.sql.ts'
import type { UsedCoin } from './load-postings.ts'
import type { LoadRecord } from './load-record.ts'
import { leftOfCoin } from './coin-parts.ts'
import { readBooksOfLoad } from './present-books.sql.ts'

/** The coins of an acceptance by its posted legs: what each deposit added, and what it was worth. */
const coinsOf = (legs: readonly JournalLegRow[]): UsedCoin[] => {
  const used = legs.filter(({ code }) => code === 'deposit.unapplied')
  return [...Map.groupBy(used, ({ asset }) => asset ?? '')].map(([asset, ofCoin]) => ({
    asset,
    deposits: ofCoin.map(({ ref, amount }) => ({ id: ref ?? '', units: -amount })),
    valueCents: legs
      .filter((leg) => leg.code === 'fx.usd' && leg.asset === asset)
      .reduce((sum, { amount }) => sum - amount, 0n),
  }))
}

/**
 * What the last acceptance of a load booked, what is left of it after its parts, and the present companies of its people.
 * Scope: all tenants.
 */
export const readAcceptedMoney = async (sql: Queries, load: LoadRecord) => {
  const [journalId] = await findJournalByKey(sql, `load:${load.id}:accepted:${load.acceptance}`)
  if (journalId === undefined) throw new Error(`The book has no acceptance ${load.acceptance} of ${load.id}`)
  const parts = await listLoadParts(sql, load.id)
  const undoneCents = parts
    .filter(({ acceptance }) => acceptance === load.acceptance)
    .reduce((sum, part) => sum + part.grossCents, 0n)
  const whole = {
    grossCents: load.grossCents + undoneCents,
    coins: coinsOf(await readJournalLegs(sql, journalId)),
  }
  const left = { grossCents: whole.grossCents, remainingCents: load.grossCents }
  return {
    whole,
    partCount: parts.length,
    coins: undoneCents === 0n ? whole.coins : whole.coins.map((coin) => leftOfCoin(coin, left)),
    shares: await listLoadShares(sql, load.id),
    books: await readBooksOfLoad(sql, load),
    terms: await readStoredTerms(sql, load.id),
  }
}

/** The money of an acceptance, to undo it. */
export type AcceptedMoney = Awaited<ReturnType<typeof readAcceptedMoney>>
