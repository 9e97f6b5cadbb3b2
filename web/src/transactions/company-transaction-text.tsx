import type { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import { useText } from '../kernel/i18n.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Money } from '../ui/money.tsx'
import type { Tone } from '../ui/status.tsx'
import { originalText } from './row-text.ts'

export type CompanyTransaction = RowOf<typeof listCompanyTransactions>

/** Colours of the states of a transaction. */
export const companyTransactionTones: Record<CompanyTransaction['status'], Tone> = {
  floating: 'info',
  settled: 'good',
  refunded: 'neutral',
  released: 'neutral',
  declined: 'bad',
}

/** The amount of a row with its fees; an amount that was not charged is struck through. */
export const CompanyTransactionAmount = ({ status, total }: Pick<CompanyTransaction, 'status' | 'total'>) => (
  <Money amount={total} {...(status === 'released' || status === 'declined' ? { variant: 'undone' } : {})} />
)

/** What the merchant charged in its own currency, with the rate. Nothing for dollars. */
export const OriginalAmount = ({ original }: Pick<CompanyTransaction, 'original'>) => {
  const t = useText('companyTransactions')
  if (original === null) return null
  return (
    <span className="num whitespace-nowrap">
      {originalText(original)}
      {original.rate !== null && (
        <span className="block text-sm text-mute">{t('rateOf', { rate: original.rate })}</span>
      )}
    </span>
  )
}

/** Returns the name of a row: the shop, or the purpose of a row without a shop. */
export const useTransactionName = () => {
  const t = useText('companyTransactions')
  return ({ merchantName, purpose }: Pick<CompanyTransaction, 'merchantName' | 'purpose'>) =>
    merchantName ?? t(`values.purpose.${purpose}`)
}
