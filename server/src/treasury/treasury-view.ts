import type { previewTreasuryOperation } from '@cardamom/contract/treasury/treasury-operations'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { formatCents } from '@cardamom/contract/money'
import type { Journal } from '../kernel/plan.ts'
import { currencyOf } from '../ledger/posting.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { unitsText } from '../loads/load-view.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'

export type CoinText = (units: bigint, asset: string) => string

/** Units of an asset as a decimal text in whole coins, as many digits as the coin has. */
export const coinWriter = (assets: readonly PaymentAsset[]): CoinText => {
  const decimals = new Map(
    assets.map(({ symbol, network, decimals: digits }) => [
      ledgerAssetOf({ asset: symbol, network }),
      digits,
    ]),
  )
  const unlisted = 8
  return (units, asset) => {
    const text = unitsText(units < 0n ? -units : units, decimals.get(asset) ?? unlisted)
    const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
    return units < 0n ? `-${short}` : short
  }
}

type LegView = OutputOf<typeof previewTreasuryOperation>['legs'][number]

type PostedLeg = Pick<LegView, 'account' | 'currency' | 'holder'> & { readonly amount: bigint }

/** A leg as people read it; a debit is below zero in the book. */
export const legView = ({ account, currency, holder, amount }: PostedLeg, write: CoinText): LegView => {
  const positive = amount < 0n ? -amount : amount
  return {
    account,
    currency,
    holder,
    side: amount < 0n ? 'debit' : 'credit',
    amount: currency === 'USD' ? formatCents(positive) : write(positive, currency),
  }
}

/** The legs of a journal as people read them: each currency by itself, debits first, as accountants write them. */
export const currencyLegs = (
  { legs }: Journal,
  { write, holderName }: { readonly write: CoinText; readonly holderName: string | null },
): LegView[] =>
  legs
    .map(({ account, amount }): LegView => {
      const holder = account.ownerId === undefined ? null : holderName
      return legView({ account: account.code, currency: currencyOf(account), holder, amount }, write)
    })
    .toSorted(
      (one, other) =>
        Number(other.currency === 'USD') - Number(one.currency === 'USD') ||
        Number(other.side === 'debit') - Number(one.side === 'debit'),
    )
