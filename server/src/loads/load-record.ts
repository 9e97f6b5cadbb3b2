import type { Selectable } from 'kysely'
import type { Chain, Level } from '../fees/fee-chain.ts'
import type { LevelRates } from '../fees/fee-split.ts'
import type { Load } from '../kernel/schema.ts'
import { ledgerDecimalsOf } from './load-quote.ts'
import type { LoadStatus } from './load-status.ts'

/** A chain as a quote freezes it: each beneficiary with its wallet's tenant. */
export type FrozenBeneficiary = Chain[number] & {
  readonly companyId: string | null
  /** The code of a seller's share. */
  readonly sellerCodeId?: string
}
export type FrozenChain = readonly FrozenBeneficiary[]

/**
 * A row of `load`: crypto that was quoted for a card, or for a wallet of a company, which has no card. Units are ledger
 * units of the asset, rates at 10^-8.
 */
export type PaymentRecord = Readonly<
  Omit<
    Selectable<Load>,
    'status' | 'rates' | 'chain' | 'kind' | 'feeScheduleId' | 'parentId' | 'addressRequestedAt'
  >
> & {
  readonly status: LoadStatus
  readonly rates: LevelRates
  readonly chain: FrozenChain
}

/** A payment for a card. */
export type LoadRecord = PaymentRecord & {
  readonly cardId: string
  readonly status: Exclude<LoadStatus, 'topped_up'>
}

export const isLoad = (payment: PaymentRecord): payment is LoadRecord => payment.cardId !== null

/** Who owns the money of a payment until it is used: the person who loads, or the company that tops up. */
export const payerOf = (payment: Pick<PaymentRecord, 'cardId' | 'userId' | 'companyId'>) => ({
  ownerId: payment.cardId === null ? payment.companyId : payment.userId,
  companyId: payment.companyId,
})

type StoredBeneficiary = {
  ownerKind: FrozenBeneficiary['ownerKind']
  ownerId: string
  companyId: string | null
  level: number
  sellerCodeId?: string
  partHundredthsBp?: string
}

/** JSON of a frozen chain; its only number with a unit is stored as text. */
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

/** A row of `load` as the code has it. */
export const paymentOfRow = ({ chain, rates, ...row }: Selectable<Load>): PaymentRecord => ({
  ...row,
  // The database refuses a status that no transition reaches.
  status: row.status as LoadStatus,
  rates: rates as unknown as LevelRates,
  chain: readChain(chain as unknown as StoredBeneficiary[]),
})

/** A row that is for a card. */
export const loadOfRow = (row: Selectable<Load>): LoadRecord => {
  const payment = paymentOfRow(row)
  if (!isLoad(payment)) throw new Error('A load has a card')
  return payment
}

/** `token@chain`: how the ledger names the asset of a load (money §1). */
export const ledgerAssetOf = ({ asset, network }: { asset: string; network: string }): string =>
  `${asset}@${network}`

/** Decimals of the ledger's unit of a load's asset. */
export const ledgerDecimals = ({ decimals }: Pick<PaymentRecord, 'decimals'>): number =>
  ledgerDecimalsOf(decimals)
