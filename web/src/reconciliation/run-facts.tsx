import type { listReconcileRuns } from '@cardamom/contract/reconciliation'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { DateText } from '../ui/money.tsx'

export type Run = RowOf<typeof listReconcileRuns>
export const runFacts = [
  'startedAt',
  'endedAt',
  'requestedByName',
  'comparedFrom',
  'comparedUntil',
  'compared',
  'matched',
  'healed',
  'found',
  'failure',
] as const
type Fact = (typeof runFacts)[number]

const Value = ({ run, name }: { run: Run; name: Fact }) => {
  const t = useText('reconcileRuns')
  switch (name) {
    case 'startedAt':
    case 'endedAt':
    case 'comparedFrom':
    case 'comparedUntil': {
      const value = run[name]
      return value === null ? '—' : <DateText value={value} variant="dayTime" />
    }
    case 'requestedByName':
      return run.requestedByName ?? t('nightly')
    case 'failure':
      return run.failure === null ? '—' : t(`values.failure.${run.failure}`)
    case 'compared':
    case 'matched':
    case 'healed':
    case 'found':
      return countText(run[name])
  }
}

/** Facts of a run of the reconciliation. */
export const RunFacts = ({ run, names }: { run: Run; names: readonly Fact[] }) => {
  const t = useText('reconcileRuns')
  return (
    <KvRows>
      {names
        .filter((name) => name !== 'failure' || run.failure !== null)
        .map((name) => (
          <KvRow key={name} name={t(`fields.${name}`)}>
            <Value run={run} name={name} />
          </KvRow>
        ))}
    </KvRows>
  )
}
