import { after, type Clock } from '../kernel/clock.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { readNatural, readOperatorBalance } from '../ledger/operator-balances.ts'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { createGasPosition, type GasRail } from './gas-position.ts'
import { storeSample } from './master-balance.sql.ts'
import { storeReadings, type Reading } from './treasury-readings.sql.ts'

const everyMs = 300_000
const againSoonMs = 60_000

/**
 * Reads what our wallets have at the newest final block, and what the book says now. Both move meanwhile, so a difference
 * may be a transfer on its way: the reconciliation decides (R7 of money §5).
 */
export const createChainReadings = (deps: {
  rail: GasRail & Pick<RailPort, 'assets' | 'venueWallet' | 'readHead' | 'readBalances'>
  clock: Clock
}): RecurringJobHandler => {
  const { rail, clock } = deps
  const wallets = (['treasury', 'payout', 'venue'] as const).flatMap((holding) => {
    const address = { treasury: rail.treasury, payout: rail.payoutWallet, venue: rail.venueWallet }[holding]
    return address === null ? [] : [{ holding, address }]
  })
  const readGasPosition = createGasPosition({ rail, clock })
  /** The gas of today is spent on the chain and booked at night: the book is read as if it were booked. */
  const readGasWallets = async (work: Work, block: bigint): Promise<Reading> => {
    const { asset, weiOfUnit, chainWei, bookWei } = await readGasPosition(work, block)
    const [outsideUnits, bookUnits] = [chainWei / weiOfUnit, bookWei / weiOfUnit]
    return { holding: 'gas', asset, outsideUnits, bookUnits, readAt: clock.now() }
  }
  return async (_job, work) => {
    const head = await rail.readHead().catch(() => null)
    if (!head) return { againAt: after(clock.now(), againSoonMs) }
    const addresses = wallets.map(({ address }) => address)
    const readings: Reading[] = []
    for (const { symbol, tokenAddress, decimals } of rail.assets) {
      const held = await rail.readBalances({ tokenAddress, addresses, block: head.finalized })
      const perUnit = 10n ** BigInt(decimals - ledgerDecimalsOf(decimals))
      const asset = ledgerAssetOf({ asset: symbol, network: rail.network })
      const readAt = clock.now()
      for (const [index, { holding }] of wallets.entries()) {
        const bookUnits = await work.read((sql) => readNatural(sql, { codes: [`crypto.${holding}`], asset }))
        readings.push({ holding, asset, outsideUnits: (held[index] ?? 0n) / perUnit, bookUnits, readAt })
      }
    }
    readings.push(await readGasWallets(work, head.finalized))
    await work.write(({ sql }) => storeReadings(sql, readings))
    return { againAt: after(clock.now(), everyMs) }
  }
}

/** Reads what the issuer says of the master account. Money in flight may be on either side (R3 of money §5). */
export const createFloatReadings = (deps: { issuer: IssuerPort; clock: Clock }): RecurringJobHandler => {
  const { issuer, clock } = deps
  return async (_job, work) => {
    const account = await issuer.readAccount()
    if (account.outcome !== 'ok') return { againAt: after(clock.now(), againSoonMs) }
    const bookUnits = await work.read((sql) => readOperatorBalance(sql, 'issuer.unallocated'))
    const outsideUnits = account.value.unallocatedCents
    const reading = { holding: 'float' as const, asset: '', outsideUnits, bookUnits, readAt: clock.now() }
    const { availableCents } = account.value
    await work.write(async ({ sql }) => {
      await storeReadings(sql, [reading])
      await storeSample(sql, { availableCents, floatCents: outsideUnits, readAt: reading.readAt })
    })
    return { againAt: after(clock.now(), everyMs) }
  }
}
