import { listOwnTransfers } from '@cardamom/contract/transfers/own-transfers'
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { FilterChips } from '../ui/list/filter-chips.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { listQueryOf, narrowingOf } from '../ui/list/list-query.ts'
import { useListText } from '../ui/list/use-list.ts'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { OwnTransfer, ownTransferTones, useSideText } from './own-transfer.tsx'

preloadText('ownTransfers')

/** The filters and days of the address, as the list declares them. */
const useFiltered = () => {
  const [params, change] = useQueryParams()
  const query = listQueryOf(listOwnTransfers, params)
  const names = narrowingOf(listOwnTransfers)
  return {
    list: listOwnTransfers,
    query: query as Readonly<Record<string, string>>,
    change,
    isNarrowed: names.some((name) => name in query),
    clear: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  }
}

const Filters = ({ state, canClear }: { state: ReturnType<typeof useFiltered>; canClear: boolean }) => {
  const lists = useText('lists')
  const t = useListText('ownTransfers')
  return (
    <div
      role="group"
      aria-label={lists('filters')}
      className="-mx-5 flex items-center gap-2 overflow-x-auto px-5 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <FilterChips state={state} t={t} />
      {canClear && (
        <span className="shrink-0 whitespace-nowrap">
          <TextButton onClick={state.clear}>{lists('clear')}</TextButton>
        </span>
      )}
    </div>
  )
}

const NoTransfers = ({ state }: { state: ReturnType<typeof useFiltered> }) => {
  const t = useText('ownTransfers')
  const lists = useText('lists')
  if (!state.isNarrowed)
    return (
      <EmptyState icon={ArrowUpFromLine} title={t('empty')}>
        {t('emptyHelp')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={ArrowUpFromLine}
      title={lists('filteredTitle')}
      action={<Button onClick={state.clear}>{lists('clear')}</Button>}
    >
      {lists('filteredBody')}
    </EmptyState>
  )
}

const TransferRow = ({ row }: { row: RowOf<typeof listOwnTransfers> }) => {
  const t = useText('ownTransfers')
  const date = useDates()
  const sideOf = useSideText()
  const isSent = row.direction === 'sent'
  return (
    <Row
      icon={isSent ? ArrowUpFromLine : ArrowDownToLine}
      tone={isSent ? 'neutral' : 'good'}
      title={sideOf(row)}
      value={
        <span className="num font-semibold">
          {moneyText(isSent ? `-${row.amount}` : row.amount, { sign: 'always' })}
        </span>
      }
      valueBelow={
        <Status variant="plain" tone={ownTransferTones[row.status]}>
          {t(`values.status.${row.status}`)}
        </Status>
      }
      below={`${t(`values.wallet.${row.wallet}`)} · ${date(row.madeAt, 'day')}`}
      to={`/wallet/transfers?open=${row.id}`}
    />
  )
}

const OwnTransfers = () => {
  const t = useText('ownTransfers')
  const state = useFiltered()
  const { query } = state
  const found = useListPages(listOwnTransfers, { query, live: ['transfer.'] })
  return (
    <Page>
      <PageHeader
        title={t('title')}
        back="/wallet"
        actions={<ExportCsv list={listOwnTransfers} query={query} count={found.count} />}
      />
      <Stack>
        {(found.count > 0 || state.isNarrowed) && (
          <>
            <ListSearch state={state} label={t('search')} />
            {/* Where nothing matches, the list itself has the button. */}
            <Filters state={state} canClear={state.isNarrowed && found.count > 0} />
          </>
        )}
        <Loaded
          reads={{ found }}
          waiting={<SkeletonRows rows={5} />}
          failed={t('failedList')}
          empty={() => found.rows.length === 0 && <NoTransfers state={state} />}
        >
          {() => (
            <>
              <Rows label={t('title')}>
                {found.rows.map((row) => (
                  <TransferRow key={row.id} row={row} />
                ))}
              </Rows>
              <EndOfRows pages={found} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}

/** Transfers of the reader's wallets, and one of them with `?open=`: `/wallet/transfers`. */
export const OwnTransfersPage = () => {
  const [{ open }] = useQueryParams()
  return open === undefined ? <OwnTransfers /> : <OwnTransfer key={open} id={open} />
}
