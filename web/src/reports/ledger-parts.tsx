import type { accountCodes, ledgerOwnerKinds } from '@cardamom/contract/reports/ledger-accounts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { coinText, moneyText } from '../kernel/money-text.ts'

preloadText('ledger')
preloadText('ledgerAccounts')
preloadText('ledgerPostings')

/** An amount of the ledger: dollars, or an asset with the decimals of its unit. */
export const ledgerText = (amount: string, currency: string): string =>
  currency === 'USD' ? moneyText(amount) : coinText({ amount, asset: currency.split('@')[0] ?? currency })

export const LedgerMoney = ({ amount, currency }: { amount: string; currency: string }) => (
  <span className="num wrap-anywhere">{ledgerText(amount, currency)}</span>
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

const NameAndCode = ({ line, tone }: { line: Line; tone: string }) => {
  const nameOf = useAccountName()
  return (
    <>
      <span className={`block font-medium wrap-anywhere ${tone}`}>{nameOf(line)}</span>
      <code className="block font-sans text-base font-normal text-mute wrap-anywhere md:text-sm">
        {line.account}
      </code>
    </>
  )
}

/** The name of an account, and its code as the ledger writes it. */
export const AccountName = ({ line }: { line: Line }) => <NameAndCode line={line} tone="" />

/** The same as a link, as large as its cell. */
export const AccountLink = ({
  line,
  to,
}: {
  line: Line
  to: { to: string; search?: Record<string, string> }
}) => (
  <Link to={to.to} search={to.search ?? {}} className="-my-2.5 block rounded-sm py-2.5 hover:underline">
    <NameAndCode line={line} tone="text-brand-text" />
  </Link>
)

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
