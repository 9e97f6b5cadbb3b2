import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { ScanFace } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { DateText } from '../ui/money.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { attemptsText, KycCaseStatus } from './kyc-case-status.tsx'

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

const columns: readonly Column<KycCase>[] = [
  { name: 'person', onPhone: 'title', cell: (row) => <Person {...row} /> },
  { name: 'status', onPhone: 'end', cell: ({ status }) => <KycCaseStatus status={status} variant="plain" /> },
  { name: 'attempts', cell: (row) => <Attempts {...row} /> },
  { name: 'company', onPhone: 'detail', cell: ({ companyName }) => companyName },
  {
    name: 'changed',
    onPhone: 'detail',
    sort: 'changedAt',
    align: 'end',
    cell: ({ changedAt }) => <DateText value={changedAt} variant="dayTime" />,
  },
]

/** Identity checks of the companies that the admin may see: `/admin/kyc`. */
export const KycCasesPage = () => (
  <ListPage
    list={listKycCases}
    texts="kycCases"
    columns={columns}
    drawer={KycCaseDetails}
    icon={ScanFace}
    live={['kyc.']}
  />
)
