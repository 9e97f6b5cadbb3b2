import { countKycCases, listKycCases, queueStatuses } from '@cardamom/contract/kyc/kyc-cases'
import { ScanFace } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ListPage } from '../ui/list/list-page.tsx'
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

type Queue = (typeof queueStatuses)[number]

/** Who has waited longest comes first. */
const queryOf = (status: Queue) => ({ status, sort: 'changedAt' })

const useQueues = () => {
  const t = useText('kycCases')
  const { data } = useCall(countKycCases, {}, { live: ['kyc.'] })
  return queueStatuses.map((status) => {
    const count = data?.counts[status] ?? 0
    const name = t(`values.status.${status}`)
    const shown = countText(Math.min(count, 10_000), count > 10_000)
    return {
      name: count > 0 ? `${name} (${shown})` : name,
      query: queryOf(status),
      empty: {
        title: t(status === 'needs_review' ? 'none.review.title' : 'none.other.title'),
        body: t(status === 'needs_review' ? 'none.review.body' : 'none.other.body'),
      },
    }
  })
}

/** Identity checks of the companies that the admin may see: `/admin/kyc`. */
export const KycCasesPage = () => {
  useFirstQuery(queryOf('needs_review'))
  return (
    <ListPage
      list={listKycCases}
      texts="kycCases"
      columns={[
        { name: 'person', onPhone: 'title', cell: (row) => <Person {...row} /> },
        { name: 'status', onPhone: 'end', tones: kycCaseTones },
        { name: 'attempts', cell: (row) => <Attempts {...row} /> },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'changedAt', onPhone: 'detail' },
      ]}
      views={useQueues()}
      drawer={KycCaseDetails}
      icon={ScanFace}
      live={['kyc.']}
    />
  )
}
