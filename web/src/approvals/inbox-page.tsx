import { listApprovals, type approvalStatuses } from '@cardamom/contract/approvals'
import { Inbox } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { queryOfTab } from '../ui/list/list-tabs.ts'
import { useFirstQuery } from '../ui/list/use-first-query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import type { Tone } from '../ui/status.tsx'
import { ApprovalDetails } from './approval-details.tsx'
import { useKindName } from '../kernel/request-kind.ts'

type ApprovalRow = RowOf<typeof listApprovals>

const tones: Record<(typeof approvalStatuses)[number], Tone> = {
  requested: 'warn',
  running: 'info',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'bad',
}

const Request = ({ kind, reason }: ApprovalRow) => {
  const nameOf = useKindName()
  return (
    <>
      <span className="block font-medium">{nameOf(kind)}</span>
      <span className="line-clamp-2 text-base text-mute wrap-anywhere md:line-clamp-1 md:text-sm">
        {reason}
      </span>
    </>
  )
}

/** Requests that need a second person: `/admin/inbox`. */
export const InboxPage = () => {
  const t = useText('approvals')
  useFirstQuery(queryOfTab(listApprovals, { tab: 'others' }))
  return (
    <ListPage
      list={listApprovals}
      texts="approvals"
      columns={[
        { name: 'request', onPhone: 'title', cell: (row) => <Request {...row} /> },
        { name: 'status', onPhone: 'end', tones },
        { name: 'maker', onPhone: 'detail', cell: ({ maker }) => maker.name },
        { name: 'companyName' },
        { name: 'requestedAt', onPhone: 'detail' },
        { name: 'expiresAt' },
      ]}
      tabs={[
        {
          tab: 'others',
          name: t('views.others'),
          empty: { title: t('none.others.title'), body: t('none.others.body') },
        },
        {
          tab: 'yours',
          name: t('views.yours'),
          empty: { title: t('none.yours.title'), body: t('none.yours.body') },
        },
      ]}
      drawer={ApprovalDetails}
      icon={Inbox}
      live={['approval.']}
    />
  )
}
