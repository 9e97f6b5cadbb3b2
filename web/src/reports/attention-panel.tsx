import { readAttention, type attentionKinds } from '@cardamom/contract/reports'
import {
  ArrowUpFromLine,
  Banknote,
  CircleCheck,
  CreditCard,
  HandCoins,
  Handshake,
  Inbox,
  LockKeyhole,
  Scale,
  ScanFace,
  TrendingUp,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { LiveTopic } from '@cardamom/contract/events'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { cappedCountText, countCap } from '../kernel/capped-count.ts'
import { countText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, type DiscTone } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { Count } from '../ui/status.tsx'
import { useMinutely } from './minutely.ts'

type Kind = (typeof attentionKinds)[number]

/** Where the work is listed; null: an operator does it on the server. */
const listOf: Readonly<Record<Kind, { icon: LucideIcon; tone: DiscTone; to: string | null }>> = {
  findings: { icon: Scale, tone: 'bad', to: '/admin/reconcile?status=open' },
  failingJobs: { icon: Workflow, tone: 'bad', to: '/admin/processes?state=attention' },
  failedCredits: { icon: CreditCard, tone: 'bad', to: '/admin/loads?status=credit_failed' },
  failedWithdrawals: { icon: ArrowUpFromLine, tone: 'bad', to: '/admin/withdrawals?step=failed' },
  loadsInReview: { icon: TrendingUp, tone: 'warn', to: '/admin/loads?status=review' },
  depositsInReview: { icon: HandCoins, tone: 'warn', to: '/admin/wallets/deposits?coins=review' },
  withdrawalsToApprove: { icon: ArrowUpFromLine, tone: 'warn', to: '/admin/withdrawals?step=requested' },
  settlementsToApprove: { icon: Handshake, tone: 'warn', to: '/admin/settlements?status=draft' },
  kycToReview: { icon: ScanFace, tone: 'warn', to: '/admin/kyc?status=needs_review&sort=changedAt' },
  approvals: { icon: Inbox, tone: 'warn', to: '/admin/inbox?side=others&status=requested' },
  queuedRefunds: { icon: Banknote, tone: 'warn', to: '/admin/loads?refund=queued' },
  lockouts: { icon: LockKeyhole, tone: 'neutral', to: null },
}
const topics: readonly LiveTopic[] = [
  'kyc.',
  'load.',
  'topup.',
  'withdrawal.',
  'settlement.',
  'approval.',
  'reconciliation.',
]

/** Work that waits for this administrator, the weightiest first; each row opens its list. */
export const AttentionPanel = () => {
  const t = useText('adminHome')
  const date = useDates()
  const waiting = useCall(readAttention, {}, { live: topics })
  useMinutely(waiting.refetch)
  const total = waiting.data?.items.reduce((sum, { count }) => sum + Math.min(count, countCap), 0) ?? 0
  const isCapped = waiting.data?.items.some(({ count }) => count > countCap) ?? false
  const hints: Partial<Record<Kind, string>> = {
    failingJobs: t('attention.failingJobsHint'),
  }
  return (
    <Panel
      flush
      title={t('attention.title')}
      action={total > 0 ? <Count>{countText(total, isCapped)}</Count> : undefined}
    >
      <Loaded reads={{ waiting }} failed={t('failed')}>
        {({ waiting: { items } }) =>
          items.length === 0 ? (
            <EmptyState icon={CircleCheck} title={t('attention.none.title')}>
              {t('attention.none.body')}
            </EmptyState>
          ) : (
            <ul className="mt-2 *:not-last:border-b *:not-last:border-line2">
              {items.map(({ kind, count, oldestAt }) => {
                const { icon, tone, to } = listOf[kind]
                const oldest =
                  oldestAt === null ? null : t('attention.oldest', { at: date(oldestAt, 'near') })
                return (
                  <Row
                    key={kind}
                    icon={icon}
                    tone={tone}
                    title={t(`attention.${kind}`)}
                    below={oldest}
                    more={hints[kind]}
                    value={cappedCountText(count)}
                    {...(to === null ? {} : { to })}
                  />
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
