import { getWithdrawal } from '@cardamom/contract/withdrawals'
import { Ban, Check, SearchX } from 'lucide-react'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageWithAside, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { RequestFacts } from './signed-withdrawal.tsx'
import {
  WithdrawalAmounts,
  WithdrawalPayment,
  WithdrawalSteps,
  type WithdrawalDetail,
} from './withdrawal-parts.tsx'
import { withdrawalAgainMs, withdrawalLive, withdrawalTones } from './withdrawal-tones.ts'

preloadText('withdrawals')
preloadText('walletMoney')

const Approve = dialogPart(async () => (await import('./withdrawal-approval.tsx')).ApproveWithdrawal)
const Reject = dialogPart(async () => (await import('./withdrawal-dialogs.tsx')).RejectWithdrawal)

/** What the reader may do with it now, and why not. */
const Actions = ({ withdrawal }: { withdrawal: WithdrawalDetail }) => {
  const t = useText('withdrawals')
  const [shown, show] = useState<'approve' | 'reject' | null>(null)
  const { mayDecide, canReject, obstacle } = withdrawal
  const dialog = (name: typeof shown) => ({ withdrawal, open: shown === name, onClose: () => show(null) })
  return (
    <>
      {mayDecide && obstacle !== null && <NoteBox tone="warn" title={t(`obstacle.${obstacle}`)} />}
      <div className="flex flex-wrap gap-2 empty:hidden max-md:*:grow">
        {mayDecide && obstacle === null && (
          <Button variant="primary" icon={Check} onClick={() => show('approve')}>
            {t('actions.approve')}
          </Button>
        )}
        {canReject && (
          <Button variant="danger" icon={Ban} onClick={() => show('reject')}>
            {t('actions.reject')}
          </Button>
        )}
      </div>
      <Approve {...dialog('approve')} />
      <Reject {...dialog('reject')} />
    </>
  )
}

const WalletNow = ({ withdrawal: { available, reserved } }: { withdrawal: WithdrawalDetail }) => {
  const t = useText('withdrawals')
  if (available === null || reserved === null) return null
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('signed.available')}>{moneyText(available)}</KvRow>
        <KvRow name={t('signed.reserved')}>{moneyText(reserved)}</KvRow>
      </KvRows>
    </Panel>
  )
}

const Shown = ({ found }: { found: WithdrawalDetail }) => {
  const t = useText('withdrawals')
  const o = useText('ownWithdrawals')
  return (
    <Stack>
      <PageHeader
        title={o('details.title', { ref: found.ref })}
        back="/admin/withdrawals"
        status={<Status tone={withdrawalTones[found.status]}>{o(`status.${found.status}`)}</Status>}
        facts={[
          found.ownerName === '' ? found.companyName : found.ownerName,
          t(`values.step.${found.step}`),
          o(`wallet.${found.wallet}`),
        ]}
      />
      <Actions withdrawal={found} />
      <PageWithAside
        aside={
          <>
            <WithdrawalSteps withdrawal={found} />
            <WalletNow withdrawal={found} />
            <Panel>
              <PostingsTable legs={found.legs} />
            </Panel>
          </>
        }
      >
        <WithdrawalPayment withdrawal={found} />
        <WithdrawalAmounts withdrawal={found} />
        <RequestFacts withdrawal={found} />
        <CancelWithdrawal withdrawal={found} />
      </PageWithAside>
    </Stack>
  )
}

/** A withdrawal with what is signed, and its decisions: `/admin/withdrawals/:id`. */
export const WithdrawalPage = () => {
  const o = useText('ownWithdrawals')
  const id = usePathParam('id')
  const withdrawal = useCall(
    getWithdrawal,
    { params: { id }, errors: 'none' },
    { live: withdrawalLive, againMs: withdrawalAgainMs },
  )
  return (
    <div className="mx-auto w-full max-w-290">
      <Loaded
        reads={{ withdrawal }}
        waiting={<Skeleton className="h-96" />}
        failed={o('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={o('missing')}
            titleAs="h1"
            action={<ButtonLink to="/admin/withdrawals">{o('all')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ withdrawal: found }) => <Shown found={found} />}
      </Loaded>
    </div>
  )
}
