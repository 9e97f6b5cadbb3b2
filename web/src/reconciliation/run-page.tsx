import { getReconcileRun } from '@cardamom/contract/reconciliation'
import { SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { RunFacts, runFacts, type Run } from './run-facts.tsx'

const RunPanel = ({ run }: { run: Run }) => {
  const t = useText('reconcileRuns')
  const date = useDates()
  return (
    <Stack>
      <PageHeader title={t('one', { time: date(run.startedAt, 'dayTime') })} />
      <Panel
        title={t('title')}
        action={
          <Status tone={run.status === 'done' ? 'good' : 'info'}>{t(`values.status.${run.status}`)}</Status>
        }
      >
        <RunFacts run={run} names={runFacts} />
      </Panel>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/admin/reconcile?runId=${run.id}`} variant="primary">
          {t('breaks')}
        </ButtonLink>
        <ButtonLink to="/admin/reconcile/runs">{t('title')}</ButtonLink>
      </div>
    </Stack>
  )
}

/** One run of the reconciliation: `/admin/reconcile/:id`. */
export const ReconcileRunPage = () => {
  const t = useText('reconcileRuns')
  const ui = useText('lists')
  const id = usePathParam('id')
  const run = useCall(
    getReconcileRun,
    { params: { id }, errors: 'none' },
    { live: ['reconciliation.'], againMs: ({ status }) => status !== 'done' && ofMachines },
  )
  return (
    <Loaded
      reads={{ run }}
      waiting={<Skeleton className="h-60" />}
      failed={t('failed')}
      missing={
        <Stack>
          <PageHeader title={t('title')} />
          <EmptyState icon={SearchX} title={ui('rowMissing')}>
            {null}
          </EmptyState>
        </Stack>
      }
    >
      {(found) => <RunPanel run={found.run} />}
    </Loaded>
  )
}
