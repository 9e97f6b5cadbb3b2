import type { MoneyRequestRow, moneyRequestStatuses } from '@cardamom/contract/approvals/money-requests'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { z } from 'zod'
import { cappedCountText } from '../../kernel/capped-count.ts'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { TextLink } from '../button.tsx'
import { useTabCounts } from '../list/list-tabs.ts'
import { NoteBox } from '../note-box.tsx'
import type { Tone } from '../status.tsx'

preloadText('moneyRequests')

export const requestTones: Record<(typeof moneyRequestStatuses)[number], Tone> = {
  awaiting_check: 'warn',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'bad',
}

export const live = ['approval.'] as const

/** The request itself, for those who may read it: it says what would change, and is decided there. */
export const RequestLink = ({ id, canOpen }: Pick<z.input<typeof MoneyRequestRow>, 'id' | 'canOpen'>) => {
  const t = useText('moneyRequests')
  if (!canOpen) return '—'
  return (
    <TextLink to="/admin/inbox" search={{ open: id }}>
      {t('open')}
    </TextLink>
  )
}

/** Above a list of records: how many requested ones wait for a second person, and where they are. */
export const WaitingRequests = ({ list, to }: { list: ListEndpoint; to: string }) => {
  const t = useText('moneyRequests')
  const { awaiting_check: count = 0 } = useTabCounts({ list, filters: {}, enabled: true, live })
  if (count === 0) return null
  return (
    <NoteBox
      tone="info"
      title={t('waiting', { count, shown: cappedCountText(count) })}
      action={
        <TextLink to={to} search={{ ...list.tabs['awaiting_check'] }}>
          {t('show')}
        </TextLink>
      }
    >
      {t('waitingText')}
    </NoteBox>
  )
}

/** The tabs of a list of requests. */
export const useRequestTabs = () => {
  const t = useText('moneyRequests')
  return [
    { tab: 'awaiting_check', name: t('tabs.awaiting_check') },
    { tab: 'rejected', name: t('tabs.rejected') },
    { tab: 'yours', name: t('tabs.yours') },
  ] as const
}
