import { listReconcileRuns } from '@cardamom/contract/reconciliation'
import { History } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { RunFacts, runFacts, type Run } from './run-facts.tsx'

const StartedBy = ({ requestedByName }: Run) => {
  const t = useText('reconcileRuns')
  return requestedByName ?? <span className="text-mute">{t('nightly')}</span>
}

const RunDetails = ({ id, row }: { id: string; row: Run | undefined }) => {
  const t = useText('reconcileRuns')
  return (
    <div className="flex flex-col gap-5">
      {row && <RunFacts run={row} names={runFacts} />}
      <ButtonLink to={`/admin/reconcile/${id}`} variant="primary" fullWidth>
        {t('open')}
      </ButtonLink>
    </div>
  )
}

/** Runs of the reconciliation: `/admin/reconcile/runs`. */
export const ReconcileRunsPage = () => (
  <ListPage
    list={listReconcileRuns}
    texts="reconcileRuns"
    columns={[
      { name: 'startedAt', onPhone: 'title' },
      {
        name: 'status',
        onPhone: 'end',
        tones: { reading: 'info', checking: 'info', comparing: 'info', done: 'good' },
      },
      { name: 'requestedByName', onPhone: 'detail', cell: (row) => <StartedBy {...row} /> },
      { name: 'compared' },
      { name: 'matched' },
      { name: 'healed' },
      { name: 'found', onPhone: 'detail' },
    ]}
    details={[{ name: 'endedAt' }, { name: 'comparedFrom' }, { name: 'comparedUntil' }, { name: 'failure' }]}
    drawer={RunDetails}
    icon={History}
    live={['reconciliation.']}
    isUnderWay={({ status }) => status !== 'done'}
  />
)
