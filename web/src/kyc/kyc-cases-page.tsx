import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { ScanFace } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
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

/** Identity checks of the companies that the admin may see: `/admin/kyc`. */
export const KycCasesPage = () => (
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
    drawer={KycCaseDetails}
    icon={ScanFace}
    live={['kyc.']}
  />
)
