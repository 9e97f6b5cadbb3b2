import { listProcesses } from '@cardamom/contract/processes'
import { SearchX } from 'lucide-react'
import { useHasSideRoom } from '../kernel/breakpoint.ts'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { plainText } from '../kernel/plain-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Chip } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Rows } from '../ui/list-row.tsx'
import { ListDrawer } from '../ui/list/list-drawer.tsx'
import { useListKeys, useOpenRow, type OpenRow } from '../ui/list/use-open-row.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { asideColumns, Stack } from '../ui/page-parts.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { ProcessDetails } from './process-details.tsx'
import { ProcessRow } from './process-row.tsx'
import { needsAttention, processAgainMs, useProcessText, type Process } from './process-text.ts'

preloadText('processes')

const filters = ['all', 'attention', 'running', 'waiting', 'idle'] as const
type Filter = (typeof filters)[number]

const isIn = (filter: Filter, process: Process): boolean => {
  if (filter === 'all') return true
  return filter === 'attention' ? needsAttention(process) : process.state === filter
}
const useFilter = () => {
  const [{ state, search = '' }, change] = useQueryParams()
  const filter = filters.find((each) => each === state) ?? 'all'
  return { filter, search, change }
}

const FilterChips = ({ items }: { items: readonly Process[] }) => {
  const t = useText('processes')
  const { filter, change } = useFilter()
  const labelOf = (each: Filter) => (each === 'all' || each === 'attention' ? t(each) : t(`state.${each}`))
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-2">
      {filters.map((each) => (
        <Chip
          key={each}
          on={each === filter}
          onClick={() => change({ state: each === 'all' ? undefined : each })}
        >
          {labelOf(each)} {countText(items.filter((process) => isIn(each, process)).length)}
        </Chip>
      ))}
    </div>
  )
}

const useFound = (items: readonly Process[]): readonly Process[] => {
  const text = useProcessText()
  const { filter, search } = useFilter()
  const typed = plainText(search)
  return items
    .filter((process) => isIn(filter, process))
    .filter((process) => plainText(`${text.title(process)} ${text.about(process)}`).includes(typed))
}

const List = ({ found, open }: { found: readonly Process[]; open: OpenRow }) => {
  const t = useText('processes')
  const { filter, search } = useFilter()
  if (found.length === 0)
    return filter === 'attention' && search === '' ? (
      <Status tone="good" variant="plain">
        {t('well')}
      </Status>
    ) : (
      <EmptyState icon={SearchX} title={t('none.title')}>
        {t('none.body')}
      </EmptyState>
    )
  return (
    <Rows label={t('title')}>
      {found.map((process) => (
        <ProcessRow key={process.process} process={process} open={open} />
      ))}
    </Rows>
  )
}

/** The background work of the product: `/admin/processes`, one of it with `?open=`. */
export const ProcessesPage = () => {
  const t = useText('processes')
  const date = useDates()
  const { search, change } = useFilter()
  const processes = useCall(listProcesses, {}, { againMs: () => processAgainMs })
  const items = processes.data?.items ?? []
  const found = useFound(items)
  const open = useOpenRow(found.map(({ process }) => process))
  const hasSideRoom = useHasSideRoom()
  useListKeys(open, { hasOwnEscape: !hasSideRoom, selection: null })
  const opened = items.find(({ process }) => process === open.id)?.process
  const at = processes.data && t('asOf', { at: date(processes.data.asOf, 'time') })
  return (
    <div className={hasSideRoom && open.id !== null ? asideColumns : ''}>
      <Stack>
        <PageHeader title={t('title')} isNavItem facts={[t('lead'), ...(at === undefined ? [] : [at])]} />
        <SearchBox
          texts={{ label: t('search'), short: t('searchShort'), close: t('clear') }}
          value={search}
          onSearch={(typed) => change({ search: typed === '' ? undefined : typed })}
        />
        <Loaded reads={{ processes }} waiting={<SkeletonRows rows={8} />} failed={t('failed')}>
          {() => (
            <>
              <FilterChips items={items} />
              <List found={found} open={open} />
            </>
          )}
        </Loaded>
      </Stack>
      <ListDrawer open={open} shown={found.length} count={countText(found.length)} hasRoom={hasSideRoom}>
        {opened !== undefined && <ProcessDetails key={opened} name={opened} />}
      </ListDrawer>
    </div>
  )
}
