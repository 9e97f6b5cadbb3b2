import { listBreaks, readReconciliation, startReconcileRun } from '@cardamom/contract/reconciliation'
import { History, Play, Scale } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { queryOfTab } from '../ui/list/list-tabs.ts'
import { useFirstQuery } from '../ui/list/use-first-query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ReconcileSummary } from './reconcile-summary.tsx'

type Row = RowOf<typeof listBreaks>

const BreakDetails = part(() => import('./break-details.tsx'), 'BreakDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Difference = (row: Row) => {
  const t = useText('reconcile')
  return (
    <>
      <span className="block font-medium wrap-anywhere">{t(`values.class.${row.class}`)}</span>
      <span className="block text-base wrap-anywhere text-mute md:max-w-40 md:truncate md:text-sm">
        {row.transactionId ?? row.subject}
      </span>
    </>
  )
}

const Actions = () => {
  const t = useText('reconcile')
  const summary = useCall(readReconciliation, { errors: 'none' }, { live: ['reconciliation.'] })
  const start = useAction(startReconcileRun, {
    changes: [readReconciliation],
    onDone: () => toastSuccess(t('started')),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/admin/reconcile/runs" icon={History}>
        {t('summary.runs')}
      </ButtonLink>
      {summary.data?.canStart === true && (
        <Button variant="primary" icon={Play} busy={start.isPending} onClick={() => start.mutate({})}>
          {t('start')}
        </Button>
      )}
    </div>
  )
}

/** Differences between the books and the card issuer: `/admin/reconcile`. */
export const ReconcilePage = () => {
  const t = useText('reconcile')
  useFirstQuery(queryOfTab(listBreaks, { tab: 'open' }))
  return (
    <ListPage
      list={listBreaks}
      texts="reconcile"
      columns={[
        {
          name: 'class',
          onPhone: 'title',
          cell: (row) => <Difference {...row} />,
          file: ['class', 'subject', 'transactionId'],
        },
        { name: 'amount', onPhone: 'end' },
        { name: 'age', onPhone: 'detail', tones: { '8-30': 'warn', '31+': 'bad' } },
        { name: 'status', onPhone: 'end', tones: { open: 'warn', gone: 'good' } },
        { name: 'companyName' },
        { name: 'ownerName', onPhone: 'detail' },
        { name: 'foundAt', onPhone: 'detail' },
      ]}
      details={[
        { name: 'eventAt' },
        { name: 'oursEvent' },
        { name: 'oursAmount' },
        { name: 'theirsEvent' },
        { name: 'theirsAmount' },
        { name: 'detail' },
        { name: 'note' },
        { name: 'endedAt' },
      ]}
      tabs={[
        { tab: 'open', name: t('tabs.open') },
        { tab: 'gone', name: t('tabs.gone') },
      ]}
      drawer={BreakDetails}
      icon={Scale}
      live={['reconciliation.']}
      above={<ReconcileSummary />}
      primary={<Actions />}
    />
  )
}
