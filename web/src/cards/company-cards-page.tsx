import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { CreditCard } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useCardBulkActions } from './card-bulk-actions.ts'
import { CardStatus } from './card-state-note.tsx'

type CompanyCard = RowOf<typeof listCompanyCards>

const Details = part(() => import('./company-card-details.tsx'), 'CompanyCardDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const HolderCell = ({ holderName, holderEmail }: CompanyCard) => (
  <>
    <span className="block font-medium">{holderName}</span>
    <span className="block text-base wrap-anywhere text-mute md:text-sm">{holderEmail}</span>
  </>
)

const CardCell = ({ type, lastDigits, ref }: CompanyCard) => {
  const t = useText('companyCards')
  return (
    <>
      <span className="whitespace-nowrap md:block">
        {type} <span className="num">{lastDigits === null ? t('noDigits') : `·· ${lastDigits}`}</span>
      </span>
      <span className="num block text-sm whitespace-nowrap text-mute max-md:hidden">{ref}</span>
    </>
  )
}

/** The states that have a list of their own (product §2), and blocked cards. */
const tabs = ['new', 'associated', 'requested_activation', 'activated', 'blocked'] as const

/** Cards of the people in the administrator's companies: `/admin/cards`. */
export const CompanyCardsPage = () => {
  const t = useText('companyCards')
  return (
    <ListPage
      list={listCompanyCards}
      texts="companyCards"
      columns={[
        {
          name: 'holder',
          onPhone: 'title',
          file: ['holderName', 'holderEmail'],
          cell: (row) => <HolderCell {...row} />,
        },
        {
          name: 'card',
          onPhone: 'detail',
          file: ['type', 'lastDigits', 'ref'],
          cell: (row) => <CardCell {...row} />,
        },
        { name: 'status', onPhone: 'end', cell: (row) => <CardStatus card={row} /> },
        { name: 'balance', onPhone: 'end' },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'createdAt' },
      ]}
      details={[
        { name: 'available' },
        { name: 'floating' },
        { name: 'form' },
        { name: 'expiry' },
        { name: 'bin' },
        { name: 'clientCode' },
        { name: 'cif' },
        { name: 'paymentStatus' },
        { name: 'blockReason' },
        { name: 'blockedAt' },
        { name: 'activatedAt' },
      ]}
      tabs={tabs.map((tab) => ({ tab, name: t(`values.status.${tab}`) }))}
      bulk={useCardBulkActions()}
      drawer={Details}
      icon={CreditCard}
      live={['card.']}
      isUnderWay={({ status }) => status === 'pending'}
    />
  )
}
