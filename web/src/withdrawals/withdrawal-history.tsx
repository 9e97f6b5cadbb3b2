import type { listOwnWithdrawals } from '@cardamom/contract/withdrawals'
import { ArrowUpFromLine } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
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

type SearchState = Parameters<typeof ListSearch>[0]['state']

const NoWithdrawals = ({ onClear }: { onClear: (() => void) | null }) => {
  const t = useText('ownWithdrawals')
  const lists = useText('lists')
  return onClear === null ? (
    <EmptyState icon={ArrowUpFromLine} title={t('empty')}>
      {t('emptyHelp')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={ArrowUpFromLine}
      title={t('notFound')}
      action={<Button onClick={onClear}>{lists('clearSearch')}</Button>}
    >
      {t('notFoundHelp')}
    </EmptyState>
  )
}

/** Withdrawals of one owner, the last first. `search` is what the reader searches them by. */
export const WithdrawalHistory = ({
  found,
  pathOf,
  search,
}: {
  found: ReturnType<typeof useListPages<typeof listOwnWithdrawals>>
  pathOf: (id: string) => string
  search?: SearchState
}) => {
  const t = useText('ownWithdrawals')
  const isSearched = search !== undefined && 'q' in search.query
  return (
    <Panel title={t('history')}>
      {search && (isSearched || found.count > 0) && (
        <div className="pb-3">
          <ListSearch state={search} label={t('search')} />
        </div>
      )}
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={4} />}
        failed={t('failedList')}
        empty={() =>
          found.rows.length === 0 && (
            <NoWithdrawals onClear={isSearched ? () => search.change({ q: undefined }) : null} />
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
