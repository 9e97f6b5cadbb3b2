import type { previewTreasuryOperation } from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { coinText, moneyText } from '../kernel/money-text.ts'
import { useCodeName } from '../ui/wallets/account-name.ts'
import { LegsTable } from '../ui/wallets/postings-table.tsx'

type Leg = WireOf<typeof previewTreasuryOperation>['legs'][number]

/** An amount in its currency: dollars, or whole coins of an asset. */
export const currencyText = (amount: string, currency: string): string =>
  currency === 'USD' ? moneyText(amount) : coinText({ amount, asset: currency.split('@')[0] ?? currency })

/** How many of which coin a conversion had. */
export const recordCoins = ({ coins, asset }: { coins: string | null; asset: string | null }): string =>
  coins === null || asset === null ? '' : currencyText(coins, asset)

/** The legs of a journal in one or more currencies. */
export const CurrencyLegs = ({ legs }: { legs: readonly Leg[] }) => {
  const nameOf = useCodeName()
  return (
    <LegsTable
      rows={legs.map(({ account, currency, holder, side, amount }) => ({
        key: `${account} ${currency}`,
        name: nameOf(account),
        holder,
        side,
        amount: currencyText(amount, currency),
      }))}
    />
  )
}
