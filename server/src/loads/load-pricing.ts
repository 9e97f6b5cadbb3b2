import { splitOf } from '../fees/fee-split.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import type { PostedFigures } from './load-postings.ts'
import {
  creditRates,
  isInTime,
  ledgerDecimalsOf,
  lockedRate,
  pricePayment,
  type RatePair,
} from './load-quote.ts'
import { ledgerAssetOf, type PaymentRecord } from './load-record.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

/**
 * A transfer of a listed token of at least one ledger unit. Anybody can send an amount of zero to any
 * address.
 */
export type Deposit = TransferRow & { asset: string; units: bigint }
export const isDeposit = (row: TransferRow): row is Deposit =>
  row.asset !== null && row.units !== null && row.units > 0n

/** Current market rates, where the sources answer. */
export type CurrentRates = (asset: string) => { midRate: bigint; spreadHundredthsBp: bigint } | null

/** Deposits of one coin, with their value. */
export type PricedPart = {
  readonly asset: string
  readonly deposits: readonly { readonly id: string; readonly units: bigint }[]
  readonly grossCents: bigint
  readonly bookValueCents: bigint
}

const isAtQuotedRate = (load: PaymentRecord, row: Deposit): boolean =>
  row.asset === load.asset && isInTime({ blockTime: row.blockTime, expiresAt: load.expiresAt })

/** Assets whose current rates decide the value of these deposits: late ones, and other coins. */
export const assetsToPrice = (load: PaymentRecord, deposits: readonly Deposit[]): string[] => [
  ...new Set(deposits.filter((row) => !isAtQuotedRate(load, row)).map(({ asset }) => asset)),
]

/**
 * The rates for one deposit (money §3): the locked rate in time, the rule for late payments after it, the
 * current rate for other coins.
 */
const ratesFor = (load: PaymentRecord, row: Deposit, currentRates: CurrentRates): RatePair | null => {
  const quoted = { rate: load.rate, midRate: load.midRate }
  if (isAtQuotedRate(load, row)) return quoted
  const known = currentRates(row.asset)
  if (!known) return null
  const isOwn = row.asset === load.asset
  const spreadHundredthsBp = isOwn ? load.spreadHundredthsBp : known.spreadHundredthsBp
  const current = { midRate: known.midRate, rate: lockedRate({ ...known, spreadHundredthsBp }) }
  if (!isOwn) return current
  return creditRates({ quoted, current, expiresAt: load.expiresAt, blockTime: row.blockTime })
}

type Group = { readonly asset: string; readonly rates: RatePair; readonly deposits: Deposit[] }

/** Deposits of one coin at one rate are priced together, so their cents are rounded once. */
const groupsOf = (
  load: PaymentRecord,
  deposits: readonly Deposit[],
  currentRates: CurrentRates,
): Group[] | null => {
  const groups = new Map<string, Group>()
  for (const row of deposits) {
    const rates = ratesFor(load, row, currentRates)
    if (!rates) return null
    const key = `${row.asset} ${rates.rate} ${rates.midRate}`
    const group = groups.get(key) ?? { asset: row.asset, rates, deposits: [] }
    group.deposits.push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** What was recorded of the money of a load that was a part of another one. */
export type PartMoney = {
  readonly units: bigint
  readonly grossCents: bigint
  readonly bookValueCents: bigint
}

type PriceFacts = {
  readonly assets: readonly PaymentAsset[]
  readonly current: CurrentRates
  /** Null: it is no part. */
  readonly ofPart: PartMoney | null
}

/** The value of these deposits by coin and rate; null where a rate is unknown now. */
export const priceDeposits = (
  load: PaymentRecord,
  deposits: readonly Deposit[],
  facts: PriceFacts,
): PricedPart[] | null => {
  const parts: PricedPart[] = []
  for (const group of groupsOf(load, deposits, facts.current) ?? [null]) {
    const asset = group && facts.assets.find(({ symbol }) => symbol === group.asset)
    if (!group || !asset) return null
    const units = group.deposits.reduce((sum, row) => sum + row.units, 0n)
    const ledgerDecimals = ledgerDecimalsOf(asset.decimals)
    // The units of a part are rounded down, so its gross at the rate would often lack a cent.
    const isPart = facts.ofPart?.units === units && group.deposits.every((row) => isAtQuotedRate(load, row))
    const { grossCents, bookValueCents } =
      isPart && facts.ofPart ? facts.ofPart : pricePayment({ units, rates: group.rates, ledgerDecimals })
    const ids = group.deposits.map((row) => ({ id: row.id, units: row.units }))
    parts.push({ asset: group.asset, deposits: ids, grossCents, bookValueCents })
  }
  return parts
}

export type LoadTotals = PostedFigures & { readonly grossCents: bigint; readonly feeCents: bigint }

/** Fee, shares and net of a load for the used part of its deposits (money §3). */
export const figuresOf = (load: PaymentRecord, parts: readonly PricedPart[]): LoadTotals => {
  const sum = (pick: (part: PricedPart) => bigint) => parts.reduce((total, part) => total + pick(part), 0n)
  const grossCents = sum((part) => part.grossCents)
  const bookValueCents = sum((part) => part.bookValueCents)
  const split = splitOf({ grossCents, rates: load.rates, chain: load.chain })
  const shares = split.shares
    .filter(({ amountCents }) => amountCents > 0n)
    .map(({ ownerId, amountCents }) => {
      const owner = load.chain.find((each) => each.ownerId === ownerId)
      if (!owner?.companyId) throw new Error('A beneficiary of a frozen chain has a tenant')
      return { ownerId, companyId: owner.companyId, amountCents }
    })
  return {
    grossCents,
    feeCents: split.feeCents,
    netCents: split.netCents,
    operatorCents: split.operatorCents,
    spreadCents: bookValueCents - grossCents,
    bookValueCents,
    shares,
  }
}

/** Deposits and book value by coin, as the ledger names it. */
export const cryptoOf = (load: PaymentRecord, parts: readonly PricedPart[]) => {
  const coins = new Map<string, { asset: string; deposits: PricedPart['deposits']; valueCents: bigint }>()
  for (const part of parts) {
    const asset = ledgerAssetOf({ asset: part.asset, network: load.network })
    const coin = coins.get(asset) ?? { asset, deposits: [], valueCents: 0n }
    coins.set(asset, {
      asset,
      deposits: [...coin.deposits, ...part.deposits],
      valueCents: coin.valueCents + part.bookValueCents,
    })
  }
  return [...coins.values()]
}
