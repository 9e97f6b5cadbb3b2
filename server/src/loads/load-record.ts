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

/** A row of `load`. Units are ledger units of the asset, rates at 10^-8. */
export type LoadRecord = Readonly<
  Omit<Selectable<Load>, 'status' | 'rates' | 'chain' | 'kind' | 'feeScheduleId' | 'parentId'>
> & {
  readonly status: LoadStatus
  readonly rates: LevelRates
  readonly chain: FrozenChain
}

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
export const loadOfRow = ({ chain, rates, ...row }: Selectable<Load>): LoadRecord => ({
  ...row,
  // The database refuses a status that no transition reaches.
  status: row.status as LoadStatus,
  rates: rates as unknown as LevelRates,
  chain: readChain(chain as unknown as StoredBeneficiary[]),
})

/** `token@chain`: how the ledger names the asset of a load (money §1). */
export const ledgerAssetOf = ({ asset, network }: { asset: string; network: string }): string =>
  `${asset}@${network}`

/** Decimals of the ledger's unit of a load's asset. */
export const ledgerDecimals = ({ decimals }: Pick<LoadRecord, 'decimals'>): number =>
  ledgerDecimalsOf(decimals)
