import type { previewTreasuryOperation } from '@cardamom/contract/treasury/treasury-operations'
import type { accountCodes } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { coinText, moneyText } from '../kernel/money-text.ts'
import { Status } from '../ui/status.tsx'

type Leg = WireOf<typeof previewTreasuryOperation>['legs'][number]

/** An amount in its currency: dollars, or whole coins of an asset. */
export const currencyText = (amount: string, currency: string): string =>
  currency === 'USD' ? moneyText(amount) : coinText({ amount, asset: currency.split('@')[0] ?? currency })

export const useCodeName = () => {
  const t = useText('ledgerAccounts')
  return (account: string): string =>
    t(`values.code.${account.replaceAll('.', '_') as (typeof accountCodes)[number]}`)
}

/** The legs of a journal in one or more currencies, debit and credit in columns of their own. */
export const CurrencyLegs = ({ legs }: { legs: readonly Leg[] }) => {
  const t = useText('walletMoney')
  const nameOf = useCodeName()
  const cell = 'num py-2 pl-3 text-right align-top wrap-anywhere'
  return (
    <table className="w-full text-base md:text-sm">
      <caption className="pb-1 text-left">
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-mute">
          {t('journal')}
          <Status tone="good" variant="plain">
            {t('balanced')}
          </Status>
        </span>
      </caption>
      <thead>
        <tr className="text-mute">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('account')}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t('debit')}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t('credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {legs.map(({ account, currency, holder, side, amount }) => (
          <tr key={`${account} ${currency} ${side}`} className="border-t border-line2">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              {nameOf(account)}
              {holder !== null && <span className="block text-mute">{holder}</span>}
            </th>
            <td className={cell}>{side === 'debit' && currencyText(amount, currency)}</td>
            <td className={cell}>{side === 'credit' && currencyText(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
