import { listWithdrawals } from '@cardamom/contract/withdrawals'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { PageWithAside } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { WithdrawalHistory } from './withdrawal-history.tsx'
import { WithdrawalRequest } from './withdrawal-request.tsx'
import { withdrawalLive } from './withdrawal-tones.ts'

preloadText('ownWithdrawals')

const CompanyHistory = ({ companyId }: { companyId: string }) => {
  const found = useListPages(listWithdrawals, { query: { ownerId: companyId }, live: withdrawalLive })
  return <WithdrawalHistory found={found} pathOf={(id) => `/admin/withdrawals/${id}`} />
}

/** A withdrawal from the wallets of the reader's company, beside its former ones: `/admin/withdrawals/new`. */
export const CompanyWithdrawalPage = () => {
  const t = useText('ownWithdrawals')
  const { user } = useSession()
  const sees = useCan()('withdrawals.view') === true
  return (
    <div className="mx-auto w-full max-w-290">
      <PageHeader title={t('companyTitle')} back="/admin/withdrawals" />
      <PageWithAside aside={sees && user ? <CompanyHistory companyId={user.user_company.id} /> : null}>
        <WithdrawalRequest of="company" />
      </PageWithAside>
    </div>
  )
}
