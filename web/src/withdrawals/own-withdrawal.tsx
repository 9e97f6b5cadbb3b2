import { getOwnWithdrawal } from '@cardamom/contract/withdrawals'
import { SearchX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { WithdrawalAmounts, WithdrawalPayment, WithdrawalSteps } from './withdrawal-parts.tsx'
import { withdrawalAgainMs, withdrawalLive, withdrawalTones } from './withdrawal-tones.ts'

/** One of the reader's withdrawals. */
export const OwnWithdrawal = ({ id }: { id: string }) => {
  const t = useText('ownWithdrawals')
  const withdrawal = useCall(
    getOwnWithdrawal,
    { params: { id }, errors: 'none' },
    { live: withdrawalLive, againMs: withdrawalAgainMs },
  )
  return (
    <Page>
      <Loaded
        reads={{ withdrawal }}
        waiting={<Skeleton className="h-96" />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('missing')}
            titleAs="h1"
            action={<ButtonLink to="/withdrawals">{t('all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ withdrawal: found }) => (
          <Stack>
            <PageHeader
              title={t('details.title', { ref: found.ref })}
              back="/withdrawals"
              status={<Status tone={withdrawalTones[found.status]}>{t(`status.${found.status}`)}</Status>}
              facts={[t(`step.${found.step}`), t(`wallet.${found.wallet}`)]}
            />
            <WithdrawalPayment withdrawal={found} />
            <WithdrawalAmounts withdrawal={found} />
            <WithdrawalSteps withdrawal={found} />
            <CancelWithdrawal withdrawal={found} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
