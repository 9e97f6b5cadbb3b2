import { splitOf } from '../fees/fee-split.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { guardedUpdate, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import { publicRef } from '../kernel/ids.ts'
import { undoShare } from '../shares/shares.sql.ts'
import type { AcceptedMoney } from './accepted-load.sql.ts'
import { leftOfLoad, partOfLoad, type LoadFigures } from './load-part.ts'
import type { StoredTerms } from './load-parts.sql.ts'
import { recordTermsOf } from './copied-terms.ts'
import type { UsedCoin } from './load-postings.ts'
import { dueUnits } from './load-quote.ts'
import { ledgerAssetOf, ledgerDecimals, storeChain, type LoadRecord } from './load-record.ts'
import { partOfCoin, leftOfCoin } from './coin-parts.ts'
import { historyRow, type LoadStep } from './load-step.ts'

type Share = AcceptedMoney['shares'][number]

/** A part of a load: what goes back, what is left, and what it does to each share. */
export type DividedLoad = {
  readonly back: LoadFigures
  readonly left: LoadFigures
  readonly coin: UsedCoin
  readonly shares: readonly { readonly share: Share; readonly cents: bigint }[]
}

/** Fee and net of a part, before the book is read: the differences of what is left (money §3, Part of a load). */
export const netOfPart = (
  { grossCents, rates, chain }: Pick<LoadRecord, 'grossCents' | 'rates' | 'chain'>,
  partCents: bigint,
): bigint => {
  const netOf = (cents: bigint) => splitOf({ grossCents: cents, rates, chain }).netCents
  return partCents >= grossCents ? netOf(grossCents) : netOf(grossCents) - netOf(grossCents - partCents)
}

/**
 * Divides a load that was paid in one coin. Refused if nothing would be left of it, or nothing would go back: the whole of a
 * load is undone as a whole.
 */
export const divide = (
  load: LoadRecord,
  money: Pick<AcceptedMoney, 'whole' | 'coins' | 'shares'>,
  partCents: bigint,
): Answer<DividedLoad, 'invalid_amount' | 'resolution_not_possible'> => {
  // What was worth nothing, such as a stranger's dust, stays with the load.
  const [coin, ...others] = money.whole.coins.filter(({ valueCents }) => valueCents > 0n)
  const present = money.coins.find(({ asset }) => asset === coin?.asset)
  if (!coin || !present || others.length > 0) return refused('resolution_not_possible')
  if (partCents <= 0n || partCents >= load.grossCents) return refused('invalid_amount')
  const { rates, chain, grossCents: remainingCents } = load
  const { grossCents } = money.whole
  const units = coin.deposits.reduce((sum, each) => sum + each.units, 0n)
  const frozen = { units, grossCents, bookValueCents: coin.valueCents, rates, chain }
  const back = partOfLoad({ load: frozen, remainingCents, partCents })
  const left = leftOfLoad({ load: frozen, remainingCents: remainingCents - partCents })
  const own = splitOf({ grossCents: partCents, rates, chain })
  if (back.netCents <= 0n || left.netCents <= 0n || own.netCents <= 0n || back.units <= 0n)
    return refused('invalid_amount')
  const shares = back.shares.flatMap(({ ownerId, amountCents: cents }) => {
    if (cents === 0n) return []
    const share = money.shares.find((each) => each.ownerId === ownerId)
    if (!share) throw new Error(`The load ${load.id} has no share of ${ownerId}`)
    return [{ share, cents }]
  })
  const leftCoin = leftOfCoin(coin, { grossCents, remainingCents: left.grossCents })
  return accepted({ back, left, coin: partOfCoin(present, leftCoin), shares })
}

/** The load that has the money of a part: in review, on the terms of the quote. */
const loadOfPart = (
  { ids, load, now }: LoadStep,
  { back, coin }: DividedLoad,
  of: { readonly partId: string; readonly terms: StoredTerms },
): { readonly part: LoadRecord; readonly row: RowInsert } => {
  const { rates, chain } = load
  const { grossCents, feeCents, netCents } = splitOf({ grossCents: back.grossCents, rates, chain })
  const id = ids.next()
  const made = {
    id,
    ref: publicRef('L', id),
    ...recordTermsOf(load),
    grossCents,
    feeCents,
    netCents,
    // As its other figures, in the coin of the quote.
    dueUnits:
      coin.asset === ledgerAssetOf(load)
        ? back.units
        : dueUnits({ grossCents, rate: load.rate, ledgerDecimals: ledgerDecimals(load) }),
    quotedAt: now,
    status: 'review' as const,
    exception: null,
    address: `${load.address.split('#')[0] ?? load.address}#${of.partId}`,
  }
  const part = { ...load, ...made, version: 1, acceptance: 0, part: 0, acceptedAt: null, creditedAt: null }
  const terms = { ...of.terms, rates: [...rates], chain: storeChain(chain), parentId: load.id }
  return { part, row: { table: 'load', row: { ...made, ...terms } } }
}

const figuresOf = ({ grossCents, feeCents, netCents, operatorCents, spreadCents }: LoadFigures) => ({
  grossCents,
  feeCents,
  netCents,
  operatorCents,
  spreadCents,
})

/**
 * What a part changes besides the journal: the load goes on with what is left, the shares lose their parts, and the money is
 * a load of its own in review. Refused if the load or a share has changed since they were read.
 */
export const recordPart = (
  step: LoadStep,
  divided: DividedLoad,
  of: { readonly kind: 'undone' | 'reversed'; readonly money: AcceptedMoney },
): {
  readonly part: LoadRecord
  readonly updates: readonly GuardedUpdate[]
  readonly rows: readonly RowInsert[]
} => {
  const { ids, load, now } = step
  const { kind, money } = of
  const partId = ids.next()
  const { part, row } = loadOfPart(step, divided, { partId, terms: money.terms })
  const whose = { companyId: load.companyId, userId: load.userId }
  const { version, acceptance } = load
  return {
    part,
    updates: [
      guardedUpdate({
        table: 'load',
        id: load.id,
        from: { version, status: load.status },
        set: { ...figuresOf(divided.left), version: version + 1 },
      }),
      ...divided.shares.flatMap(({ share, cents }) => undoShare(share, cents, now)),
    ],
    rows: [
      row,
      historyRow({ ...step, load: part }, 'review', null),
      {
        table: 'loadPart',
        row: {
          id: partId,
          ...whose,
          loadId: load.id,
          acceptance,
          number: money.partCount + 1,
          kind,
          partLoadId: part.id,
          ...figuresOf(divided.back),
          at: now,
        },
      },
      ...divided.coin.deposits.map(({ id, units }) => ({
        table: 'loadPartPayment' as const,
        row: { id: ids.next(), ...whose, loadPartId: partId, transferId: id, units },
      })),
    ],
  }
}

/** The figures and owners of a part, as its journal has them. */
export const postedPart = ({ back, coin, shares }: DividedLoad) => ({
  coins: [coin],
  figures: {
    netCents: back.netCents,
    operatorCents: back.operatorCents,
    spreadCents: back.spreadCents,
  },
  shares: shares.map(({ share: { ownerId, companyId, settlementId }, cents }) => ({
    ownerId,
    companyId,
    settlementId,
    amountCents: cents,
  })),
})
