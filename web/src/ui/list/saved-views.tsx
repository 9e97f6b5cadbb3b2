import type { LiveTopic } from '@cardamom/contract/events'
import { listSavedViews } from '@cardamom/contract/identity/saved-views'
import { Ellipsis, Plus, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { countText } from '../../kernel/money-text.ts'
import { useCall } from '../../kernel/query.ts'
import { usePath } from '../../kernel/router.tsx'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { dialogPart } from '../dialog.tsx'
import {
  otherFilters,
  currentTab,
  isAll,
  isSame,
  notFilters,
  queryOfTab,
  useTabCounts,
  without,
  type ListTab,
} from './list-tabs.ts'
import type { ListState } from './use-list.ts'

const ViewDialog = dialogPart(async () => (await import('./view-dialog.tsx')).ViewDialog)

type Query = Readonly<Record<string, string>>
type TabProps = { name: ReactNode; query: Query; isCurrent: boolean }

const Tab = ({ name, query, isCurrent }: TabProps) => (
  <Link
    to={usePath()}
    search={query}
    replace
    aria-current={isCurrent ? 'page' : undefined}
    className={cx(
      '-mb-px flex h-11 min-w-11 items-center border-b-2 whitespace-nowrap md:h-10 md:min-w-0 md:text-base',
      isCurrent
        ? 'border-brand font-semibold text-brand-text'
        : 'border-transparent text-mute hover:text-ink',
    )}
  >
    {name}
  </Link>
)

/** A colleague's view has their name: two colleagues may choose the same name for their views. */
const SharedName = ({ name, sharedBy }: { name: string; sharedBy: string }) => {
  const t = useText('lists')
  return (
    <span className="flex items-center gap-1.5" title={t('views.sharedBy', { name: sharedBy })}>
      <Users aria-hidden size={14} />
      {name}
      <span className="max-w-32 truncate text-sm font-normal text-mute">{sharedBy}</span>
    </span>
  )
}

type ViewsProps = {
  readonly state: ListState
  /** The chosen columns, as in the address. */
  readonly columns: string | undefined
  readonly tabs?: readonly ListTab[] | undefined
  readonly live?: readonly LiveTopic[] | undefined
}

type TabsProps = ViewsProps & {
  /** Filters, order and columns, as in the address. */
  readonly view: Query
  /** Whether it is a saved view. */
  readonly isSaved: boolean
}

/** All rows, and the page's own tabs with their counts. They leave the filters that no tab sets as they are. */
const Tabs = ({ state, tabs = [], live, view, isSaved }: TabsProps) => {
  const t = useText('lists')
  const { list, count, countIsCapped } = state
  const others = isSaved ? {} : otherFilters(list, tabs, view)
  const filters = without(others, notFilters)
  const counts = useTabCounts({ list, filters, enabled: state.isSuccess, live })
  const current = isSaved ? null : currentTab(list, tabs, view)
  const isOfAll = !isSaved && (tabs.length === 0 ? Object.keys(view).length === 0 : isAll(list, tabs, view))
  const named = (name: string, key: string, isCurrent: boolean) => {
    // The rows that are shown may be newer than the counts.
    const own = isCurrent && !state.isPlaceholderData ? count + Number(countIsCapped) : counts[key]
    return own && key in counts ? `${name} (${countText(Math.min(own, 10_000), own > 10_000)})` : name
  }
  return (
    <>
      <li>
        <Tab name={named(t('views.all'), 'all', isOfAll)} query={others} isCurrent={isOfAll} />
      </li>
      {tabs.map((tab) => (
        <li key={tab.tab}>
          <Tab
            name={named(tab.name, tab.tab, tab === current)}
            query={{ ...others, ...queryOfTab(list, tab) }}
            isCurrent={tab === current}
          />
        </li>
      ))}
    </>
  )
}

/**
 * The page's own tabs, the person's saved views of the list, and those that colleagues share. The current order and
 * filters can be saved as another view.
 */
export const SavedViews = (props: ViewsProps) => {
  const { list, query, change } = props.state
  const { columns } = props
  const view = columns === undefined ? query : { ...query, columns }
  const t = useText('lists')
  const path = usePath()
  const [dialog, setDialog] = useState<'new' | 'current' | null>(null)
  const { data } = useCall(listSavedViews, { input: { list: list.path } })
  const views = data?.items ?? []
  const current = views.find((each) => isSame(each.query, view)) ?? null
  const isPlain = Object.keys(view).length === 0
  const tabs = props.tabs ?? []
  const isTab = tabs.some((tab) => isSame(queryOfTab(list, tab), view))
  // All rows alone are no choice.
  if (tabs.length === 0 && views.length === 0 && isPlain) return null
  return (
    <>
      <nav aria-label={t('views.label')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
        <ul className="flex items-center gap-5 border-b border-line">
          <Tabs {...props} view={view} isSaved={current !== null} />
          {views.map((each) => (
            <li key={each.id} className="flex items-center gap-1">
              <Tab
                name={
                  each.sharedBy === null ? (
                    each.name
                  ) : (
                    <SharedName name={each.name} sharedBy={each.sharedBy} />
                  )
                }
                query={each.query}
                isCurrent={each === current}
              />
              {each === current && each.sharedBy === null && (
                <Button
                  variant="ghost"
                  size="small"
                  iconOnly
                  icon={Ellipsis}
                  onClick={() => setDialog('current')}
                >
                  {t('views.edit', { name: each.name })}
                </Button>
              )}
            </li>
          ))}
          {current === null && !isPlain && !isTab && (
            <li>
              <Button variant="ghost" size="small" icon={Plus} onClick={() => setDialog('new')}>
                {t('views.save')}
              </Button>
            </li>
          )}
        </ul>
      </nav>
      <ViewDialog
        key={current?.id ?? path}
        open={dialog !== null}
        onClose={() => setDialog(null)}
        onDelete={() => change(Object.fromEntries(Object.keys(view).map((name) => [name, undefined])))}
        list={list.path}
        query={view}
        view={dialog === 'current' ? current : null}
        isShareable={path.startsWith('/admin/')}
      />
    </>
  )
}
