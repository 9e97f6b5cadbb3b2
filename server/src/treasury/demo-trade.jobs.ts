import type { EventHandler } from '../kernel/jobs.ts'
import { unitsText } from '../loads/load-view.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { TreasuryOwner } from './demo-treasury.jobs.ts'
import { readTreasuryOperation } from './treasury-operations.sql.ts'

/**
 * Plays the venue of the demo: coins that two people recorded as sold leave our wallet there, and coins that they
 * recorded as bought come. The record is the key, so a lost answer repeats nothing.
 */
export const createDemoTrades =
  ({
    rail,
    owner,
  }: {
    rail: Pick<RailPort, 'assets' | 'gasCoin'>
    owner: TreasuryOwner
  }): EventHandler<'treasury.recorded'> =>
  async ({ entityId, payload: { kind } }, work) => {
    if (kind !== 'coins_sold' && kind !== 'coins_bought') return
    const row = await work.read((sql) => readTreasuryOperation(sql, entityId))
    const coin = [...rail.assets, rail.gasCoin].find(
      ({ symbol, network }) => ledgerAssetOf({ asset: symbol, network }) === row?.asset,
    )
    if (!row || row.units === null || !coin) return
    await owner.trade({
      id: `trade:${row.id}`,
      asset: coin.symbol,
      amount: unitsText(row.units, coin.decimals),
      side: kind === 'coins_sold' ? 'sold' : 'bought',
    })
  }
