import type {
  coinHoldings,
  dollarHoldings,
  readTreasury,
} from '@cardamom/contract/treasury/treasury-balances'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { formatCents } from '@cardamom/contract/money'
import type { TrialLine } from '../ledger/reports.ts'
import type { Reading } from './treasury-readings.sql.ts'
import type { CoinText } from './treasury-view.ts'

type Treasury = OutputOf<typeof readTreasury>

const coinAccounts = {
  deposits: 'crypto.deposits',
  treasury: 'crypto.treasury',
  payout: 'crypto.payout',
  venue: 'crypto.venue',
  gas: 'crypto.gas',
} as const satisfies Record<(typeof coinHoldings)[number], string>
const dollarAccounts = {
  bank: 'bank.settlement',
  unconfirmed: 'bank.unconfirmed',
  transit: 'issuer.transit',
  float: 'issuer.unallocated',
  inFlight: 'issuer.in_flight',
  allocated: 'issuer.allocated',
  suspense: 'suspense',
} as const satisfies Record<(typeof dollarHoldings)[number], string>
/** Holdings that the jobs read outside. */
const readHoldings: readonly string[] = ['treasury', 'payout', 'venue', 'gas', 'float']

type Of = {
  readonly lines: readonly TrialLine[]
  readonly readings: readonly Reading[]
  /** Coins of the chain, which are shown also without any. */
  readonly assets: readonly string[]
  /** The native coin, and what of it was spent and is not booked yet, in ledger units. */
  readonly gas: { readonly asset: string; readonly unbookedUnits: bigint }
  readonly write: CoinText
  /** What of the pending loads the card issuer has to credit now, and what wallets send to cards next. */
  readonly releases: { readonly creditingCents: bigint; readonly walletCents: bigint }
}

const entriesOf = <T extends object>(of: T) => Object.entries(of) as [keyof T & string, T[keyof T]][]

/** Where the money is, from the balances of the ledger and the last readings of the outside. */
export const treasuryBalances = ({
  lines,
  readings,
  assets,
  gas,
  write,
  releases,
}: Of): Omit<Treasury, 'comparedAt'> => {
  const natural = (code: string, asset: string | null = null): bigint =>
    lines.find((line) => line.code === code && line.asset === asset)?.natural ?? 0n
  const sum = (isMeant: (code: string) => boolean): bigint =>
    lines.reduce(
      (all, line) => (line.currency === 'USD' && isMeant(line.code) ? all + line.natural : all),
      0n,
    )
  const readingOf = (holding: string, asset: string, text: (units: bigint) => string) => {
    const found = readings.find((each) => each.holding === holding && each.asset === asset)
    if (!found) return null
    const { outsideUnits, bookUnits, readAt } = found
    return { outside: text(outsideUnits), difference: text(outsideUnits - bookUnits), at: readAt }
  }
  const held = new Set([
    ...assets,
    gas.asset,
    ...lines.flatMap(({ code, asset }) => (code.startsWith('crypto.') && asset !== null ? [asset] : [])),
  ])
  const coins = [...held].toSorted().map((asset) => {
    const text = (units: bigint) => write(units, asset)
    const isListed = assets.includes(asset)
    const holdings = entriesOf(coinAccounts)
      .map(([holding, account]) => ({
        holding,
        account,
        units: natural(account, asset),
        reading: readingOf(holding, asset, text),
        isRead: (isListed || asset === gas.asset) && readHoldings.includes(holding),
      }))
      // A coin is a token or the chain's own coin: gas wallets have only the last.
      .filter(({ holding, units }) => units !== 0n || (holding === 'gas') !== isListed)
    return {
      asset,
      holdings: holdings.map(({ units, ...rest }) => ({ ...rest, balance: text(units) })),
      total: text(holdings.reduce((all, { units }) => all + units, 0n)),
      unbooked: asset === gas.asset ? text(gas.unbookedUnits) : null,
      bookValue: natural('fx.usd', asset),
    }
  })
  const free = natural('issuer.unallocated')
  // A load that is being credited is pending still, and its float is in flight already.
  const waiting = natural('load.pending') - releases.creditingCents + releases.walletCents
  const contributed = natural('equity.capital')
  const opening = natural('equity.opening')
  const drawings = natural('equity.drawings')
  const result = sum((code) => code.startsWith('income.')) - sum((code) => code.startsWith('expense.'))
  return {
    coins,
    dollars: entriesOf(dollarAccounts).map(([holding, account]) => ({
      holding,
      account,
      balance: formatCents(natural(account)),
      reading: readingOf(holding, '', formatCents),
      isRead: readHoldings.includes(holding),
    })),
    float: {
      free,
      inFlight: natural('issuer.in_flight'),
      waiting,
      after: free - waiting,
      cards: natural('issuer.allocated'),
      cardholders: natural('card.available') + natural('card.floating'),
      wallets: sum((code) => code.startsWith('wallet.')),
    },
    capital: { contributed, opening, drawings, result, net: contributed + opening - drawings + result },
  }
}
