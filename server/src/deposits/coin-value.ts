import type { UsedCoin } from '../loads/load-postings.ts'
import type { TopUpRecord } from './top-ups.sql.ts'

type StoredCoin = { asset: string; valueCents: string; deposits: { id: string; units: string }[] }

/** JSON of the coins of a top-up; numbers with a unit are stored as text. */
export const storeCoins = (coins: readonly UsedCoin[]): string =>
  JSON.stringify(
    coins.map(({ asset, valueCents, deposits }) => ({
      asset,
      valueCents: String(valueCents),
      deposits: deposits.map(({ id, units }) => ({ id, units: String(units) })),
    })),
  )

/** The coins that a top-up was paid with, and what they were worth; null for a wire. */
export const coinsOf = ({ coins }: Pick<TopUpRecord, 'coins'>): readonly UsedCoin[] | null => {
  if (coins === null) return null
  return (coins as unknown as StoredCoin[]).map(({ asset, valueCents, deposits }) => ({
    asset,
    valueCents: BigInt(valueCents),
    deposits: deposits.map(({ id, units }) => ({ id, units: BigInt(units) })),
  }))
}
