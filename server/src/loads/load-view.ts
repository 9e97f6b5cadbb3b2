import type { OutputOf } from '@cardamom/contract/endpoint'
import type { readLoad, listLoads } from '@cardamom/contract/loads'
import { formatUnits } from '@cardamom/contract/money'
import type { LoadableCard } from '../cards/card-for-load.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import type { listShownParts, readPartOf } from './load-parts.sql.ts'
import { toContractUnits } from './load-quote.ts'
import type { LoadRecord, PaymentRecord } from './load-record.ts'
import type { ShownRefund } from './load-refunds.sql.ts'
import { resolutionsOf, type ResolutionFacts } from './load-resolutions.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

export type LoadView = OutputOf<typeof readLoad>
export type LoadRowView = OutputOf<typeof listLoads>['items'][number]

/** Ledger units as people read them, with the contract's decimals. */
export const unitsText = (units: bigint, decimals: number): string =>
  formatUnits({ units: toContractUnits({ units, contractDecimals: decimals }), decimals })

export const feeRateOf = ({ rates }: Pick<PaymentRecord, 'rates'>): bigint =>
  rates.reduce((sum, rate) => sum + rate, 0n)

type TransferFacts = {
  load: PaymentRecord
  assets: readonly PaymentAsset[]
  head: bigint
  finalized: bigint
}

const transferView = (row: TransferRow, facts: TransferFacts) => {
  // Another coin has its own decimals; those of an unlisted coin are unknown.
  const decimals = facts.assets.find(({ symbol }) => symbol === row.asset)?.decimals ?? facts.load.decimals
  const confirmations = row.status === 'gone' ? 0n : facts.head - row.blockNumber + 1n
  const needed = facts.head - facts.finalized + 1n
  return {
    txHash: row.txHash,
    amount: formatUnits({ units: BigInt(row.contractUnits), decimals }),
    asset: row.asset ?? row.tokenAddress,
    status: row.status,
    blockNumber: String(row.blockNumber),
    confirmations: Number(confirmations < 0n ? 0n : confirmations > needed ? needed : confirmations),
    confirmationsNeeded: Number(needed),
    at: row.blockTime,
  }
}

const refundView = ({ address, requestedAt, amounts, status, endedAt, payments }: ShownRefund) => ({
  address,
  requestedAt,
  amounts: [...amounts],
  status,
  canWithdraw: status === 'requested',
  endedAt,
  payments: payments.map(({ asset, step, txHash, sentAt }) => ({ asset, step, txHash, sentAt })),
})

export type PaymentFacts = {
  load: PaymentRecord
  asset: PaymentAsset
  chainId: number
  /** All coins that can be used for a payment. */
  assets: readonly PaymentAsset[]
  transfers: readonly TransferRow[]
  history: readonly { status: string; at: Date }[]
  head: bigint
  finalized: bigint
  usualAt: Date
  days: LoadView['days']
  /** What the resolution options depend on; null where there can be none. */
  choice: ResolutionFacts | null
  refund: ShownRefund | null
  parts: Awaited<ReturnType<typeof listShownParts>>
  partOf: Awaited<ReturnType<typeof readPartOf>>
}

/** A payment as its page shows it, whatever it is for. */
export const paymentView = (facts: PaymentFacts): Omit<LoadView, 'card'> => {
  const { load, asset, transfers } = facts
  const standing = transfers.filter(({ status, asset: symbol }) => status !== 'gone' && symbol === load.asset)
  const received = standing.reduce((sum, { units }) => sum + (units ?? 0n), 0n)
  const missing = received >= load.dueUnits ? 0n : load.dueUnits - received
  return {
    id: load.id,
    ref: load.ref,
    version: load.version,
    status: load.status,
    exception: load.exception,
    speed: load.speed,
    gross: load.grossCents,
    fee: load.feeCents,
    feePercent: feeRateOf(load),
    net: load.netCents,
    asset: {
      symbol: asset.symbol,
      name: asset.name,
      network: asset.network,
      decimals: asset.decimals,
      tokenAddress: asset.tokenAddress,
      chainId: facts.chainId,
    },
    rate: load.rate,
    midRate: load.midRate,
    spreadPercent: load.spreadHundredthsBp,
    due: unitsText(load.dueUnits, load.decimals),
    received: unitsText(received, load.decimals),
    missing: unitsText(missing, load.decimals),
    address: load.address.split('#')[0] ?? load.address,
    quotedAt: load.quotedAt,
    expiresAt: load.expiresAt,
    acceptedAt: load.acceptedAt,
    usualAt: facts.usualAt,
    latestAt: load.releaseBy,
    creditedAt: load.creditedAt,
    waitsForFloat: load.waitsForFloat,
    creditReview: load.creditReview,
    days: facts.days,
    transfers: transfers.map((row) => transferView(row, facts)),
    resolutions: facts.choice ? resolutionsOf(load, facts.choice, unitsText(missing, load.decimals)) : [],
    refund: facts.refund ? refundView(facts.refund) : null,
    history: [...facts.history],
    parts: facts.parts.map(({ grossCents: gross, netCents: net, ...part }) => ({ ...part, gross, net })),
    partOf: facts.partOf,
  }
}

/** A load as its page shows it. */
export const loadView = ({
  card,
  ...facts
}: PaymentFacts & {
  load: LoadRecord
  card: Pick<LoadableCard, 'id' | 'lastDigits' | 'form'>
}): LoadView => ({
  ...paymentView(facts),
  card: { id: card.id, lastDigits: card.lastDigits, form: card.form },
})

export const loadRowView = (load: LoadRecord): LoadRowView => ({
  id: load.id,
  ref: load.ref,
  status: load.status,
  exception: load.exception,
  speed: load.speed,
  gross: load.grossCents,
  fee: load.feeCents,
  net: load.netCents,
  quotedAt: load.quotedAt,
  expiresAt: load.expiresAt,
  latestAt: load.releaseBy,
  creditedAt: load.creditedAt,
  cardId: load.cardId,
})

/** The facts of a payment that is being quoted: no transfer has arrived yet. */
export const freshFacts = <Payment extends PaymentRecord>(facts: {
  asset: PaymentAsset
  chainId: number
  load: Payment
  usualAt: Date
}) => ({
  ...facts,
  refund: null,
  parts: [],
  partOf: null,
  assets: [],
  transfers: [],
  days: [],
  choice: null,
  history: [{ status: 'quoted', at: facts.load.quotedAt }],
  head: 0n,
  finalized: 0n,
})
