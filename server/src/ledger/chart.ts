/** A asset, L liability, Q equity, I income, E expense, P position: the mirror of `fx.usd` in the asset's currency. */
export type AccountClass = 'A' | 'L' | 'Q' | 'I' | 'E' | 'P'
/**
 * C: the natural balance is the balance. D: the natural balance is the balance with the opposite sign (money
 * §1).
 */
export type Side = 'C' | 'D'
export type OwnerKind = 'operator' | 'company' | 'seller' | 'referrer' | 'cardholder' | 'payer' | 'card'
/**
 * Kinds of currency: USD; an asset `token@chain` or a chain's native coin, with one account for each; or USD
 * with one account for each asset (`fx.usd`: the book value of the units held).
 */
export type CurrencyKind = 'usd' | 'asset' | 'native' | 'usd_of_asset'

export type ChartAccount = {
  readonly code: string
  readonly class: AccountClass
  readonly side: Side
  readonly owners: readonly OwnerKind[]
  readonly currency: CurrencyKind
  /** Lower bound of the natural balance in cents or units; null: none. */
  readonly floor: bigint | null
  /** Split by reference; the natural balance of each reference is never below zero. */
  readonly hasRefs: boolean
  /**
   * A kind that reports an outside fact may pass the floor, which opens a break (domain §13.7).
   */
  readonly passable: boolean
  /** Age in days at which an open reference is reported; 0: a balance is normal. */
  readonly ageDays: number
  /** Closed with its owner, at zero only. The operator's own accounts are never closed. */
  readonly closable: boolean
}

type Traits = {
  owners?: readonly OwnerKind[]
  currency?: CurrencyKind
  floor?: null
  byRef?: true
  passable?: true
  days?: number
}

const account = (code: string, kind: `${AccountClass} ${Side}`, traits: Traits = {}): ChartAccount => {
  const owners = traits.owners ?? ['operator']
  return {
    code,
    class: kind[0] as AccountClass,
    side: kind[2] as Side,
    owners,
    currency: traits.currency ?? 'usd',
    floor: traits.floor === null ? null : 0n,
    hasRefs: traits.byRef ?? false,
    passable: traits.passable ?? false,
    ageDays: traits.days ?? 0,
    closable: !owners.includes('operator'),
  }
}

const walletOwners = ['company', 'seller', 'cardholder'] as const
const wallet = (type: 'regular' | 'immediate') => [
  // The owner's allowance, not the chart, lowers the floor of the immediate wallet to −allowance.
  account(`wallet.${type}.available`, 'L C', { owners: walletOwners }),
  account(`wallet.${type}.pending`, 'L C', { owners: walletOwners }),
  account(`wallet.${type}.reserved`, 'L C', { owners: walletOwners, byRef: true, days: 10 }),
]
const incomes = [
  'load_fees',
  'topup_fees',
  'spread',
  'transfer_fees',
  'withdrawal_fees',
  'card_price',
  'card_fees',
  'fx_result',
]
const expenses = [
  'conversion',
  'network',
  'issuer_fees',
  'bank_fees',
  'adjustments',
  'losses',
  'reconciliation',
]

/** All accounts (money §2). A code may be listed twice: once in USD and once per asset. */
export const chart: readonly ChartAccount[] = [
  account('crypto.deposits', 'A D', { currency: 'asset', days: 2 }),
  account('crypto.treasury', 'A D', { currency: 'asset' }),
  account('crypto.payout', 'A D', { currency: 'asset' }),
  account('crypto.venue', 'A D', { currency: 'asset', days: 2 }),
  account('crypto.gas', 'A D', { currency: 'native' }),
  account('fx.units', 'P C', { currency: 'asset', floor: null }),
  account('fx.usd', 'A D', { currency: 'usd_of_asset', floor: null }),
  account('bank.settlement', 'A D', { floor: null }),
  account('bank.unconfirmed', 'A D', { byRef: true, days: 5 }),
  account('issuer.transit', 'A D', { byRef: true, days: 3 }),
  account('issuer.unallocated', 'A D', { passable: true }),
  account('issuer.in_flight', 'A D', { byRef: true, days: 1 }),
  account('issuer.allocated', 'A D', { floor: null }),
  account('partner.owed', 'A D', { owners: ['company', 'seller', 'referrer'], days: 90 }),
  account('dispute.receivable', 'A D', { byRef: true, days: 150 }),
  account('deposit.unapplied', 'L C', { owners: ['payer'], currency: 'asset', byRef: true, days: 5 }),
  account('suspense', 'L C', { currency: 'asset', byRef: true, days: 10 }),
  account('suspense', 'L C', { byRef: true, days: 10 }),
  account('payout.in_flight', 'L C', { currency: 'asset', byRef: true, days: 1 }),
  account('load.pending', 'L C', { owners: ['card'], byRef: true, days: 3 }),
  account('fee.deferred', 'L C', { byRef: true, days: 4 }),
  account('order.deferred', 'L C', { byRef: true, days: 30 }),
  ...wallet('regular'),
  ...wallet('immediate'),
  account('card.available', 'L C', { owners: ['card'], passable: true }),
  account('card.floating', 'L C', { owners: ['card'] }),
  account('equity.capital', 'Q C', { floor: null }),
  account('equity.opening', 'Q C', { floor: null }),
  account('equity.drawings', 'Q D', { floor: null }),
  ...incomes.map((name) => account(`income.${name}`, 'I C', { floor: null })),
  ...expenses.map((name) => account(`expense.${name}`, 'E D', { floor: null })),
]

const inUsd = new Map<string, ChartAccount>()
const perAsset = new Map<string, ChartAccount>()
for (const line of chart) (line.currency === 'usd' ? inUsd : perAsset).set(line.code, line)

/** The chart's line for a code, with an asset or without. */
export const chartAccount = (code: string, hasAsset: boolean): ChartAccount | undefined =>
  (hasAsset ? perAsset : inUsd).get(code)

/** Accounts on the cards' side of the twin rule (money §1). */
export const isTwin = (code: string): boolean =>
  code === 'card.available' || code === 'card.floating' || code === 'issuer.allocated'

/** What post_batch reads of an account, as bits of one number. The database sets 16 for a closed one. */
const traitBits = {
  debitSide: 1,
  byRef: 2,
  passable: 4,
  twin: 8,
  inAsset: 32,
  wallet: 64,
  immediate: 128,
  pending: 256,
  reserved: 512,
} as const

/** The traits with which accounts of a line are opened. */
export const traitsOf = (line: ChartAccount): number => {
  const [group, type, bucket] = line.code.split('.')
  const isWallet = group === 'wallet'
  const holds: Readonly<Record<keyof typeof traitBits, boolean>> = {
    debitSide: line.side === 'D',
    byRef: line.hasRefs,
    passable: line.passable,
    twin: isTwin(line.code),
    inAsset: line.currency === 'asset' || line.currency === 'native',
    wallet: isWallet,
    immediate: isWallet && type === 'immediate',
    pending: isWallet && bucket === 'pending',
    reserved: isWallet && bucket === 'reserved',
  }
  const names = Object.keys(traitBits) as (keyof typeof traitBits)[]
  return names.reduce((sum, name) => (holds[name] ? sum + traitBits[name] : sum), 0)
}
