import type { Clock } from '../kernel/clock.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import { readNatural } from '../ledger/operator-balances.ts'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { readGas } from '../payouts/gas-fees.sql.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { createGasReceipts } from './gas-receipts.ts'

export type GasRail = Pick<
  RailPort,
  'network' | 'gasCoin' | 'readFee' | 'readCoins' | 'treasury' | 'payoutWallet'
>

/** What our wallets have for gas at a block, in wei, and what they should have by the book. */
export type GasPosition = {
  /** `coin@chain` */
  readonly asset: string
  readonly weiOfUnit: bigint
  readonly weiOfCoin: bigint
  readonly chainWei: bigint
  /** What was bought, less the fees in blocks up to this one, booked or not. */
  readonly bookWei: bigint
  /** Whether the book ever had coins for gas. */
  readonly isBought: boolean
}

const assetOf = ({ network, gasCoin }: Pick<RailPort, 'network' | 'gasCoin'>) =>
  ledgerAssetOf({ asset: gasCoin.symbol, network })
const weiOfUnitOf = ({ gasCoin }: Pick<RailPort, 'gasCoin'>): bigint =>
  10n ** BigInt(gasCoin.decimals - ledgerDecimalsOf(gasCoin.decimals))

/** The native coin, and what of it is spent by receipts that were read, and is not booked yet, in ledger units. Scope: jobs. */
export const readUnbookedGas = async (sql: Queries, rail: Pick<RailPort, 'network' | 'gasCoin'>) => {
  const { spentWei, bookedUnits } = await readGas(sql, rail.network)
  const unbookedUnits = spentWei / weiOfUnitOf(rail) - bookedUnits
  return { asset: assetOf(rail), unbookedUnits: unbookedUnits > 0n ? unbookedUnits : 0n }
}

/**
 * Compares the native coins of our wallets with the book. Gas is booked once a day, so the fees since then are taken from the
 * receipts of payouts and of transactions that moved tokens. The fee of another one, such as a transfer of native coins between
 * our own wallets, has no receipt here.
 */
export const createGasPosition = ({ rail, clock }: { rail: GasRail; clock: Clock }) => {
  const { network } = rail
  const [asset, weiOfUnit] = [assetOf(rail), weiOfUnitOf(rail)]
  const receipts = createGasReceipts({ rail, clock })
  return async (work: Work, block: bigint): Promise<GasPosition> => {
    await receipts.readRecent(work)
    const addresses = [...new Set([rail.treasury, rail.payoutWallet])]
    const chainWei = await rail.readCoins({ addresses, block })
    const { units, gas } = await work.read(async (sql) => ({
      units: await readNatural(sql, { codes: ['crypto.gas'], asset }),
      gas: await readGas(sql, network, block),
    }))
    const boughtUnits = units + gas.bookedUnits
    return {
      asset,
      weiOfUnit,
      weiOfCoin: 10n ** BigInt(rail.gasCoin.decimals),
      chainWei,
      bookWei: boughtUnits * weiOfUnit - gas.spentWei,
      isBought: boughtUnits > 0n,
    }
  }
}

/**
 * Whether the chain has more than the book, or lacks more than fees without a receipt explain: one coin, the fees of about a
 * thousand transfers. Of less than a unit of the ledger the book has nothing.
 */
export const gasDiffers = ({ chainWei, bookWei, weiOfUnit, weiOfCoin }: GasPosition): boolean =>
  chainWei - bookWei >= weiOfUnit || bookWei - chainWei >= weiOfCoin
