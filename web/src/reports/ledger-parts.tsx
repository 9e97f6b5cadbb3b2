import type { accountCodes, ledgerOwnerKinds } from '@cardamom/contract/reports/ledger-accounts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { coinText, moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'

preloadText('ledger')
preloadText('ledgerAccounts')
preloadText('ledgerPostings')

/** An amount of the ledger: dollars, or an asset with the decimals of its unit. */
export const ledgerText = (amount: string, currency: string): string =>
  currency === 'USD' ? moneyText(amount) : coinText({ amount, asset: currency.split('@')[0] ?? currency })

export const LedgerMoney = ({ amount, currency }: { amount: string; currency: string }) => (
  <span className="num whitespace-nowrap">{ledgerText(amount, currency)}</span>
)

type Line = {
  readonly code: (typeof accountCodes)[number]
  readonly account: string
  readonly asset: string | null
}

/** The name of an account of the chart, with its asset. */
export const useAccountName = () => {
  const t = useText('ledgerAccounts')
  return ({ code, asset }: Line): string => {
    const name = t(`values.code.${code}`)
    return asset === null ? name : `${name} · ${asset}`
  }
}

/** The name of an account, and its code as the ledger writes it. */
export const AccountName = ({
  line,
  to,
}: {
  line: Line
  to: { to: string; search?: Record<string, string> }
}) => {
  const nameOf = useAccountName()
  return (
    <span className="flex min-w-0 flex-col items-start">
      <TextLink {...to}>
        <span className="text-left wrap-anywhere">{nameOf(line)}</span>
      </TextLink>
      <span className="text-base text-mute wrap-anywhere md:text-sm">{line.account}</span>
    </span>
  )
}

type Owner = { readonly ownerKind: (typeof ledgerOwnerKinds)[number]; readonly ownerName: string }

/** Who owns an account, in words. */
export const useOwnerText = () => {
  const t = useText('ledger')
  return ({ ownerKind, ownerName }: Owner): string => {
    if (ownerKind === 'operator') return t('account.operator')
    if (ownerName === '') return t('account.noName')
    return ownerKind === 'card' ? t('account.cardOf', { name: ownerName }) : ownerName
  }
}

export const accountPage = (id: string) => ({ to: `/admin/ledger/accounts/${id}` })
export const journalPage = (id: string) => ({ to: `/admin/ledger/journals/${id}` })
/** The ledger with the journals of a load, a transfer or an adjustment. */
export const ledgerOf = (id: string) => ({ to: '/admin/ledger', search: { find: id } })
