import type { LabelledGauge } from '../kernel/metrics.ts'
import { readReconciliation, type ReconciliationState } from './reconciliation-runs.sql.ts'

type Figure = (state: ReconciliationState) => number | null

const figures: readonly { readonly name: string; readonly help: string; readonly figure: Figure }[] = [
  {
    name: 'reconciliation_age_seconds',
    help: 'Time since the last success of a check of the reconciliation',
    figure: ({ ageMs }) => Math.round(ageMs / 1000),
  },
  {
    name: 'reconciliation_oldest_seconds',
    help: 'Time since the oldest comparison of a check that compares single cards',
    figure: ({ oldestMs }) => (oldestMs === null ? null : Math.round(oldestMs / 1000)),
  },
  {
    name: 'reconciliation_findings',
    help: 'Confirmed differences of a check that stand',
    figure: ({ openFindings }) => openFindings,
  },
  {
    name: 'reconciliation_overdue',
    help: '1 while a check has not succeeded for longer than its bound',
    figure: ({ isOverdue }) => (isOverdue ? 1 : 0),
  },
]

/** The figures of the reconciliation, one for each check. */
export const reconciliationGauges: readonly LabelledGauge[] = figures.map(({ name, help, figure }) => ({
  label: 'check',
  name,
  help,
  read: async (sql, { now }) =>
    (await readReconciliation(sql, now)).flatMap((state) => {
      const value = figure(state)
      return value === null ? [] : [[state.name, value] as const]
    }),
}))
