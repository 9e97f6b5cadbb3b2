import type { readLoad } from '@cardamom/contract/loads'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { formatUnits } from '@cardamom/contract/money'
import { splitOf } from '../fees/fee-split.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { creditRates, isInTime, ledgerDecimalsOf, lockedRate, pricePayment } from './load-quote.ts'
import type { RatePair } from './load-quote.ts'
import type { LoadRecord } from './load-record.ts'
import type { TransferRow } from './loads.sql.ts'

type WayOut = OutputOf<typeof readLoad>['waysOut'][number]
type Deposit = TransferRow & { asset: string; units: bigint }

/** Market rates of now, as far as the sources tell them. */
export type CurrentRates = (asset: string) => { midRate: bigint; spreadHundredthsBp: bigint } | null

/** What the ways out of a load depend on besides the load. */
export type WaysFacts = {
  readonly finals: readonly TransferRow[]
  readonly assets: readonly PaymentAsset[]
  readonly current: CurrentRates
  /** A refund below it costs more than it is worth: only the credit is offered (domain §5). */
  readonly refundMinimumCents: bigint
}

const isMoney = (row: TransferRow): row is Deposit =>
  row.asset !== null && row.units !== null && row.units > 0n

const isWaiting = ({ status, exception }: LoadRecord) => status === 'detected' && exception === 'underpaid'
/** A check has to be passed first: no choice of the payer's helps. */
const isBarred = ({ exception }: LoadRecord) => exception === 'kyc' || exception === 'screening'

/** The deposits that could be used, and whether their price needs today's rates: late ones and other coins do. */
const usable = (load: LoadRecord, finals: readonly TransferRow[]): readonly Deposit[] =>
  load.status === 'review' || isWaiting(load) ? finals.filter(isMoney) : []

/** Assets whose rates of now the ways out of this load depend on. */
export const assetsToPrice = (load: LoadRecord, finals: readonly TransferRow[]): string[] => [
  ...new Set(
    usable(load, finals)
      .filter(
        (row) =>
          row.asset !== load.asset || !isInTime({ blockTime: row.block_time, expiresAt: load.expiresAt }),
      )
      .map(({ asset }) => asset),
  ),
]

/** The rates that one deposit is credited at (postings §3): the quote's in time, the late rule after, today's for other coins. */
const ratesFor = (load: LoadRecord, row: Deposit, currentRates: CurrentRates): RatePair | null => {
  const quoted = { rate: load.rate, midRate: load.midRate }
  const isOwn = row.asset === load.asset
  if (isOwn && isInTime({ blockTime: row.block_time, expiresAt: load.expiresAt })) return quoted
  const known = currentRates(row.asset)
  if (!known) return null
  const spreadHundredthsBp = isOwn ? load.spreadHundredthsBp : known.spreadHundredthsBp
  const current = { midRate: known.midRate, rate: lockedRate({ ...known, spreadHundredthsBp }) }
  if (!isOwn) return current
  return creditRates({ quoted, current, expiresAt: load.expiresAt, blockTime: row.block_time })
}

/** Gross of all that came, each deposit at its own rate; null where a rate is not known now. */
const grossOfAll = (load: LoadRecord, deposits: readonly Deposit[], facts: WaysFacts): bigint | null => {
  let grossCents = 0n
  for (const row of deposits) {
    const rates = ratesFor(load, row, facts.current)
    const asset = facts.assets.find(({ symbol }) => symbol === row.asset)
    if (!rates || !asset) return null
    const ledgerDecimals = ledgerDecimalsOf(asset.decimals)
    grossCents += pricePayment({ units: row.units, rates, ledgerDecimals }).grossCents
  }
  return grossCents
}

const refunds = (deposits: readonly Deposit[], { assets }: WaysFacts): WayOut[] =>
  [...new Set(deposits.map(({ asset }) => asset))].map((symbol) => {
    const contractUnits = deposits
      .filter(({ asset }) => asset === symbol)
      .reduce((sum, row) => sum + BigInt(row.contract_units), 0n)
    const decimals = assets.find((each) => each.symbol === symbol)?.decimals ?? 0
    return {
      way: 'refund',
      gross: null,
      fee: null,
      net: null,
      amount: formatUnits({ units: contractUnits, decimals }),
      asset: symbol,
    }
  })

/** Exact results of what could be done with the money of a load in review (domain §5). */
export const waysOutOf = (load: LoadRecord, facts: WaysFacts, missing: string): WayOut[] => {
  const deposits = usable(load, facts.finals)
  if (deposits.length === 0) return []
  const grossCents = grossOfAll(load, deposits, facts)
  const split = grossCents === null ? null : splitOf({ grossCents, rates: load.rates, chain: load.chain })
  const credit: WayOut[] =
    split && split.netCents > 0n && !isBarred(load)
      ? [
          {
            way: 'credit',
            gross: split.grossCents,
            fee: split.feeCents,
            net: split.netCents,
            amount: null,
            asset: null,
          },
        ]
      : []
  const isWorthRefund = grossCents === null || grossCents >= facts.refundMinimumCents
  const back = isWorthRefund || credit.length === 0 ? refunds(deposits, facts) : []
  const rest: WayOut[] =
    isWaiting(load) && /[1-9]/.test(missing)
      ? [{ way: 'pay_rest', gross: null, fee: null, net: null, amount: missing, asset: load.asset }]
      : []
  return [...rest, ...credit, ...back]
}
