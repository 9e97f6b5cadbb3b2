import { after, type Clock } from '../kernel/clock.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { bookValueOf, ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { unitsText } from '../loads/load-view.ts'
import { listUnswept, readOwnCounts } from '../loads/own-transfers.sql.ts'
import { countJournals, readNatural } from '../ledger/operator-balances.ts'
import type { PaymentAsset, RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { createGasPosition } from './gas-position.ts'
import { unitsBought } from './position-postings.ts'
import { capitalContributed } from './treasury-postings.ts'

/** What the owner of the embedded chain's treasury does over the wire; sandbox only. */
export type TreasuryOwner = {
  readonly sweep: (call: { asset: string; salts: readonly string[] }) => Promise<void>
  /** Sends from the treasury or the venue; the same id is sent once. */
  readonly send: (call: {
    id: string
    asset: string
    from: 'treasury' | 'venue'
    to: string
    amount: string
  }) => Promise<void>
  /** What the venue takes or brings for a trade that two people recorded; the same id is sent once. */
  readonly trade: (call: {
    id: string
    asset: string
    amount: string
    side: 'sold' | 'bought'
  }) => Promise<void>
  /** What the venue delivers for a purchase: the embedded venue has its own tokens. */
  readonly deliver: (call: { asset: string; to: string; amount: string }) => Promise<void>
}

const everyMs = 15_000
const sweptAtOnce = 50
/** Below `low` the payout wallet is filled by `filling`, in whole tokens. */
const low = 2000n
const filling = 10_000n
const venueName = 'demo'

/** The n-th trade always has the same id, so another attempt is the same purchase. */
const purchaseIdOf = (number: number): string =>
  `00000000-0000-7000-8000-${(0x1300_0000_0000 + number).toString(16).padStart(12, '0')}`

/**
 * Plays the owner of the treasury in the demo: sweeps payments, and leaves tokens in the payout wallet. Each step looks
 * at the book and is the same call until the chain shows it, so a lost answer never repeats a transfer.
 */
export const createDemoTreasury = (deps: {
  rail: RailPort
  rates: RatesPort
  clock: Clock
  owner: TreasuryOwner
}): RecurringJobHandler => {
  const { rail, rates, clock, owner } = deps
  const { network } = rail
  const readGasPosition = createGasPosition({ rail, clock })

  const holdings = (work: Work, { symbol }: PaymentAsset) =>
    work.read(async (sql) => {
      const asset = ledgerAssetOf({ asset: symbol, network })
      const units = (code: string) => readNatural(sql, { codes: [code], asset })
      return {
        payout: await units('crypto.payout'),
        treasury: await units('crypto.treasury'),
        venue: await units('crypto.venue'),
        trades: await countJournals(sql, 'treasury.converted'),
        sent: await readOwnCounts(sql, { network, asset: symbol }),
      }
    })

  /** Buys tokens: the owners pay in what they cost, and the venue owes them until they are delivered. */
  const buy = async (work: Work, asset: PaymentAsset, of: { id: string; number: number; units: bigint }) => {
    const mid = await rates.readMid(asset.symbol, clock.now())
    if ('none' in mid) return
    const ledgerAsset = ledgerAssetOf({ asset: asset.symbol, network })
    const ledgerDecimals = ledgerDecimalsOf(asset.decimals)
    const valueCents = bookValueOf({ units: of.units, midRate: mid.midRate, ledgerDecimals })
    const effectiveAt = clock.now()
    const trade = { id: of.id, units: of.units, valueCents, paidCents: valueCents, effectiveAt }
    const outcome = await work.apply({
      journals: [
        capitalContributed({ id: of.id, amountCents: valueCents, effectiveAt }),
        unitsBought({
          ...trade,
          venue: venueName,
          account: asset === rail.gasCoin ? 'crypto.gas' : 'crypto.venue',
          reference: `${ledgerAsset}:${of.number}`,
          asset: ledgerAsset,
        }),
      ],
    })
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed')
      throw new Error(`The demo's purchase could not be booked: ${outcome.outcome}`)
  }

  const sweep = async (work: Work, { symbol }: PaymentAsset) => {
    const salts = await work.read((sql) => listUnswept(sql, { network, asset: symbol, limit: sweptAtOnce }))
    if (salts.length > 0) await owner.sweep({ asset: symbol, salts })
  }

  const fill = async (work: Work, asset: PaymentAsset) => {
    const { symbol, decimals } = asset
    const token = 10n ** BigInt(ledgerDecimalsOf(decimals))
    const amount = unitsText(filling * token, decimals)
    const { payout, treasury, venue, trades, sent } = await holdings(work, asset)
    // What is on its way is in no account yet.
    if (payout >= low * token || sent.undecided > 0) return
    if (treasury >= filling * token) {
      const id = `fill:${symbol}:${sent.toPayout}`
      return owner.send({ id, asset: symbol, from: 'treasury', to: rail.payoutWallet, amount })
    }
    if (venue >= filling * token && rail.venueWallet) {
      await owner.deliver({ asset: symbol, to: rail.venueWallet, amount })
      const id = `bought:${symbol}:${sent.fromVenue}`
      return owner.send({ id, asset: symbol, from: 'venue', to: rail.treasury, amount })
    }
    const number = trades + 1
    await buy(work, asset, { id: purchaseIdOf(number), number, units: filling * token })
  }

  /** The embedded chain sent our wallets coins for gas; the book gets what they have more than it as a purchase. */
  const fillGas = async (work: Work) => {
    const { gasCoin } = rail
    const asset = ledgerAssetOf({ asset: gasCoin.symbol, network })
    const { gas, trades } = await work.read(async (sql) => ({
      gas: await readNatural(sql, { codes: ['crypto.gas'], asset }),
      trades: await countJournals(sql, 'treasury.converted'),
    }))
    const coin = 10n ** BigInt(ledgerDecimalsOf(gasCoin.decimals))
    if (gas >= coin) return
    const { finalized } = await rail.readHead()
    const { chainWei, bookWei, weiOfUnit } = await readGasPosition(work, finalized)
    const units = (chainWei - bookWei) / weiOfUnit
    const number = trades + 1
    if (units >= coin) await buy(work, gasCoin, { id: purchaseIdOf(number), number, units })
  }

  return async (_job, work) => {
    await fillGas(work)
    for (const asset of rail.assets) {
      await sweep(work, asset)
      await fill(work, asset)
    }
    return { againAt: after(clock.now(), everyMs) }
  }
}
