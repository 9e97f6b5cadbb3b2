import type { Chain, Level } from '../fees/fee-chain.ts'
import type { LevelRates } from '../fees/fee-split.ts'
import type { LoadSpeed } from './load-postings.ts'
import { ledgerDecimalsOf } from './load-quote.ts'
import type { LoadException, LoadStatus } from './load-status.ts'

/** A chain as a quote freezes it: each beneficiary with the tenant that its wallet belongs to. */
export type FrozenBeneficiary = Chain[number] & { readonly companyId: string | null }
export type FrozenChain = readonly FrozenBeneficiary[]

/** A row of `load`, in the words of the code. Units are ledger units of the asset, rates at 10^-8. */
export type LoadRecord = {
  readonly id: string
  readonly ref: string
  readonly companyId: string
  readonly userId: string
  readonly cardId: string
  readonly speed: LoadSpeed
  readonly status: LoadStatus
  readonly exception: LoadException | null
  readonly version: number
  readonly asset: string
  readonly network: string
  readonly decimals: number
  readonly dueUnits: bigint
  readonly rate: bigint
  readonly midRate: bigint
  readonly spreadHundredthsBp: bigint
  readonly rates: LevelRates
  readonly chain: FrozenChain
  readonly grossCents: bigint
  readonly feeCents: bigint
  readonly netCents: bigint
  readonly address: string
  readonly salt: string
  readonly quotedAt: Date
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  readonly acceptance: number
  readonly operatorCents: bigint | null
  readonly spreadCents: bigint | null
  readonly releaseFrom: Date
  readonly releaseBy: Date
  readonly part: number
  readonly waitsForFloat: boolean
  readonly creditedAt: Date | null
  /** Two people have to decide whether the card has it. */
  readonly creditReview: boolean
}

export type LoadRow = {
  id: string
  ref: string
  company_id: string
  user_id: string
  card_id: string
  speed: LoadSpeed
  status: LoadStatus
  exception: LoadException | null
  version: number
  asset: string
  network: string
  decimals: number
  due_units: bigint
  rate: bigint
  mid_rate: bigint
  spread_hundredths_bp: bigint
  rates: bigint[]
  chain: StoredBeneficiary[]
  gross_cents: bigint
  fee_cents: bigint
  net_cents: bigint
  address: string
  salt: string
  quoted_at: Date
  expires_at: Date
  accepted_at: Date | null
  acceptance: number
  operator_cents: bigint | null
  spread_cents: bigint | null
  release_from: Date
  release_by: Date
  part: number
  waits_for_float: boolean
  credited_at: Date | null
  credit_review: boolean
}

type StoredBeneficiary = {
  ownerKind: FrozenBeneficiary['ownerKind']
  ownerId: string
  companyId: string | null
  level: number
  partHundredthsBp?: string
}

/** JSON of a frozen chain; the only number with a unit travels as text. */
export const storeChain = (chain: FrozenChain): string =>
  JSON.stringify(
    chain.map(({ partHundredthsBp, ...rest }) =>
      partHundredthsBp === undefined ? rest : { ...rest, partHundredthsBp: String(partHundredthsBp) },
    ),
  )

const readChain = (stored: readonly StoredBeneficiary[]): FrozenChain =>
  stored.map(({ partHundredthsBp, level, ...rest }) => ({
    ...rest,
    level: level as Level,
    ...(partHundredthsBp === undefined ? {} : { partHundredthsBp: BigInt(partHundredthsBp) }),
  }))

export const loadOfRow = (row: LoadRow): LoadRecord => ({
  id: row.id,
  ref: row.ref,
  companyId: row.company_id,
  userId: row.user_id,
  cardId: row.card_id,
  speed: row.speed,
  status: row.status,
  exception: row.exception,
  version: row.version,
  asset: row.asset,
  network: row.network,
  decimals: row.decimals,
  dueUnits: row.due_units,
  rate: row.rate,
  midRate: row.mid_rate,
  spreadHundredthsBp: row.spread_hundredths_bp,
  rates: row.rates as unknown as LevelRates,
  chain: readChain(row.chain),
  grossCents: row.gross_cents,
  feeCents: row.fee_cents,
  netCents: row.net_cents,
  address: row.address,
  salt: row.salt,
  quotedAt: row.quoted_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  acceptance: row.acceptance,
  operatorCents: row.operator_cents,
  spreadCents: row.spread_cents,
  releaseFrom: row.release_from,
  releaseBy: row.release_by,
  part: row.part,
  waitsForFloat: row.waits_for_float,
  creditedAt: row.credited_at,
  creditReview: row.credit_review,
})

/** `token@chain`: how the ledger names the asset of a load (money §1). */
export const ledgerAssetOf = ({ asset, network }: { asset: string; network: string }): string =>
  `${asset}@${network}`

/** Decimals of the ledger's unit of a load's asset. */
export const ledgerDecimals = ({ decimals }: Pick<LoadRecord, 'decimals'>): number =>
  ledgerDecimalsOf(decimals)
