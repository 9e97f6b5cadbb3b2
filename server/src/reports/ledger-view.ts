import { formatCents, formatUnits } from '@cardamom/contract/money'
import { accountClasses, accountCodes } from '@cardamom/contract/reports/ledger-accounts'
import { journalKinds } from '@cardamom/contract/reports/ledger-journals'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'

export type Code = (typeof accountCodes)[number]
export type JournalKind = (typeof journalKinds)[number]
type AccountClass = (typeof accountClasses)[number]

/** Writes amounts of the ledger in dollars, or in an asset with the decimals of its unit in the ledger. */
export type AmountWriter = (units: bigint, currency: string) => string

const mostDecimals = 8

/** The unit of an asset that is not listed any more is not known: it is taken for the smallest one. */
export const amountWriter = (
  assets: readonly Pick<PaymentAsset, 'symbol' | 'network' | 'decimals'>[],
): AmountWriter => {
  const decimals = new Map(
    assets.map((asset) => [`${asset.symbol}@${asset.network}`, ledgerDecimalsOf(asset.decimals)]),
  )
  return (units, currency) =>
    currency === 'USD'
      ? formatCents(units)
      : formatUnits({ units, decimals: decimals.get(currency) ?? mostDecimals })
}

const classes: Readonly<Record<string, AccountClass>> = {
  A: 'asset',
  L: 'liability',
  Q: 'equity',
  I: 'income',
  E: 'expense',
  P: 'position',
}
const classLetters = new Map(Object.entries(classes).map(([letter, name]) => [name, letter]))
export const letterOf = (name: AccountClass): string => classLetters.get(name) ?? ''

/** `_` stands for the dot of a code and of a kind, because a dot separates the keys of texts. */
const codes = new Map(accountCodes.map((code) => [code.replaceAll('_', ''), code]))
export const codeOf = (account: string): Code => codes.get(account.replaceAll(/[._]/g, '')) ?? 'other'

/** The name of this kind has a word that names of the code do not have. */
const renamed: Readonly<Record<string, string>> = { 'treasury.moved': 'treasury_transferred' }
export const kindOf = (kind: string): JournalKind =>
  journalKinds.find((each) => each === (renamed[kind] ?? kind.replace('.', '_'))) ?? 'other'

/** The account of a line, as every page shows it. */
export const lineOf = (of: { code: string; asset: string | null; currency: string; class: string }) => {
  const name = classes[of.class]
  if (name === undefined) throw new Error(`The account ${of.code} has no class`)
  return { code: codeOf(of.code), account: of.code, asset: of.asset, currency: of.currency, class: name }
}

/** An amount with the account's own sign. */
export const natural = (amount: bigint, side: string): bigint => (side === 'D' ? -amount : amount)

/** A posting as its account shows it: its side, and the balance before and after it. */
export const stepOf = (
  of: { amount: bigint; balanceAfter: bigint; side: string; currency: string },
  write: AmountWriter,
) => ({
  side: of.amount < 0n ? ('debit' as const) : ('credit' as const),
  before: write(natural(of.balanceAfter - of.amount, of.side), of.currency),
  after: write(natural(of.balanceAfter, of.side), of.currency),
})
