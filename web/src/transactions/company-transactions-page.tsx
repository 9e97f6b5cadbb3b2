import { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import { Receipt } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import {
  CompanyTransactionAmount,
  companyTransactionTones,
  OriginalAmount,
  type CompanyTransaction,
} from './company-transaction-text.tsx'

const Details = part(() => import('./company-transaction-details.tsx'), 'CompanyTransactionDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Description = ({ merchantName, purpose, txId }: CompanyTransaction) => {
  const t = useText('companyTransactions')
  return (
    <>
      <span className="block font-medium wrap-break-word">
        {merchantName ?? t(`values.purpose.${purpose}`)}
      </span>
      {merchantName !== null && purpose !== 'purchase' && (
        <span className="block text-base text-mute md:text-sm">{t(`values.purpose.${purpose}`)}</span>
      )}
      {txId !== null && (
        <span className="num block text-sm wrap-break-word text-mute max-md:hidden">{txId}</span>
      )}
    </>
  )
}

const Holder = ({ holderName, lastDigits }: CompanyTransaction) => (
  <>
    <span className="md:block">{holderName}</span>
    {lastDigits !== null && (
      <span className="num whitespace-nowrap text-mute max-md:ml-2 md:block md:text-sm">·· {lastDigits}</span>
    )}
  </>
)

const tabs = ['floating', 'settled', 'released', 'declined'] as const

/** Transactions of the cards in the administrator's companies: `/admin/transactions`. */
export const CompanyTransactionsPage = () => {
  const t = useText('companyTransactions')
  return (
    <ListPage
      list={listCompanyTransactions}
      texts="companyTransactions"
      columns={[
        { name: 'at', onPhone: 'detail' },
        {
          name: 'description',
          onPhone: 'title',
          file: ['description', 'txId'],
          cell: (row) => <Description {...row} />,
        },
        {
          name: 'holder',
          onPhone: 'detail',
          file: ['holderName', 'holderEmail', 'lastDigits'],
          cell: (row) => <Holder {...row} />,
        },
        { name: 'companyName' },
        { name: 'status', onPhone: 'end', tones: companyTransactionTones },
        {
          name: 'original',
          align: 'end',
          file: ['originalAmount', 'originalCurrency', 'rate'],
          cell: (row) => <OriginalAmount {...row} />,
        },
        {
          name: 'total',
          onPhone: 'end',
          align: 'end',
          cell: (row) => <CompanyTransactionAmount {...row} />,
        },
      ]}
      details={[
        { name: 'purpose' },
        { name: 'held' },
        { name: 'authorisedAt' },
        { name: 'settledAt' },
        { name: 'holdsUntil' },
      ]}
      tabs={tabs.map((tab) => ({ tab, name: t(`values.status.${tab}`) }))}
      drawer={Details}
      icon={Receipt}
      live={['card_transaction.']}
    />
  )
}
