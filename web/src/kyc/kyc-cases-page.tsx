import { listKycCases, queueStatuses } from '@cardamom/contract/kyc/kyc-cases'
import { ScanFace } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { queryOfTab } from '../ui/list/list-tabs.ts'
import { useFirstQuery } from '../ui/list/use-first-query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { attemptsText, kycCaseTones } from './kyc-case-status.tsx'

type KycCase = RowOf<typeof listKycCases>

const KycCaseDetails = part(() => import('./kyc-case-details.tsx'), 'KycCaseDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Attempts = (row: KycCase) => attemptsText(useText('kycCases'), row)

const Person = ({ name, email }: KycCase) => (
  <>
    <span className="block font-medium">{name}</span>
    <span className="block text-base text-mute md:text-sm">{email}</span>
  </>
)

/** Who has waited longest comes first. */
const sort = 'changedAt'

const useQueues = () => {
  const t = useText('kycCases')
  return queueStatuses.map((status) => ({
    tab: status,
    name: t(`values.status.${status}`),
    sort,
    empty: {
      title: t(status === 'needs_review' ? 'none.review.title' : 'none.other.title'),
      body: t(status === 'needs_review' ? 'none.review.body' : 'none.other.body'),
    },
  }))
}

/** Identity checks of the companies that the admin may see: `/admin/kyc`. */
export const KycCasesPage = () => {
  useFirstQuery(queryOfTab(listKycCases, { tab: 'needs_review', sort }))
  return (
    <ListPage
      list={listKycCases}
      texts="kycCases"
      columns={[
        { name: 'person', onPhone: 'title', file: ['name', 'email'], cell: (row) => <Person {...row} /> },
        { name: 'status', onPhone: 'end', tones: kycCaseTones },
        { name: 'attempts', file: ['attemptsUsed', 'attemptLimit'], cell: (row) => <Attempts {...row} /> },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'changedAt', onPhone: 'detail' },
      ]}
      details={[{ name: 'ref' }, { name: 'reason' }, { name: 'isHeld' }]}
      tabs={useQueues()}
      drawer={KycCaseDetails}
      icon={ScanFace}
      live={['kyc.']}
    />
  )
}
