import type { listOwnWithdrawals } from '@cardamom/contract/withdrawals'
import { ArrowUpFromLine } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import type { RowOf, useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { withdrawalTones } from './withdrawal-tones.ts'

const WithdrawalRow = ({ row, to }: { row: RowOf<typeof listOwnWithdrawals>; to: string }) => {
  const t = useText('ownWithdrawals')
  const { ref, status, step, amount, currency, addressLabel } = row
  return (
    <Row
      icon={ArrowUpFromLine}
      tone={status === 'COMPLETED' ? 'good' : 'neutral'}
      title={`${addressLabel} · ${currency}`}
      value={<span className="num font-semibold">{moneyText(amount)}</span>}
      valueBelow={
        <Status variant="plain" tone={withdrawalTones[status]}>
          {t(`status.${status}`)}
        </Status>
      }
      below={
        <span className="num">
          {ref} · {t(`step.${step}`)}
        </span>
      }
      to={to}
    />
  )
}

/** Withdrawals of one owner, the last first. */
export const WithdrawalHistory = ({
  found,
  pathOf,
}: {
  found: ReturnType<typeof useListPages<typeof listOwnWithdrawals>>
  pathOf: (id: string) => string
}) => {
  const t = useText('ownWithdrawals')
  return (
    <Panel title={t('history')}>
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={4} />}
        failed={t('failedList')}
        empty={() =>
          found.rows.length === 0 && (
            <EmptyState icon={ArrowUpFromLine} title={t('empty')}>
              {t('emptyHelp')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('history')}>
              {found.rows.map((row) => (
                <WithdrawalRow key={row.id} row={row} to={pathOf(row.id)} />
              ))}
            </Rows>
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
