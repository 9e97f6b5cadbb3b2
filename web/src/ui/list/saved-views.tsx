import { listSavedViews } from '@cardamom/contract/identity/saved-views'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { useCall } from '../../kernel/query.ts'
import { usePath } from '../../kernel/router.tsx'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { dialogPart } from '../dialog.tsx'
import type { ListState } from './use-list.ts'

const ViewDialog = dialogPart(async () => (await import('./view-dialog.tsx')).ViewDialog)

type Query = Readonly<Record<string, string>>
/** Whether two views have the same filters and order. */
export const isSame = (one: Query, other: Query) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/** A view that the page itself has, before those that a person saved. */
export type FixedView = {
  readonly name: string
  readonly query: Query
  /** Shown where the view has no rows. */
  readonly empty?: { readonly title: string; readonly body: string }
}

const Tab = ({ name, query, isCurrent }: Pick<FixedView, 'name' | 'query'> & { isCurrent: boolean }) => (
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

/**
 * The person's saved views of the list, as tabs. The current order and filters can be saved as another view.
 */
export const SavedViews = ({
  state: { list, query, change },
  fixed = [],
}: {
  state: ListState
  fixed?: readonly FixedView[] | undefined
}) => {
  const t = useText('lists')
  const path = usePath()
  const [dialog, setDialog] = useState<'new' | 'current' | null>(null)
  const { data } = useCall(listSavedViews, { input: { list: list.path } })
  const views = data?.items ?? []
  const current = views.find((view) => isSame(view.query, query)) ?? null
  const isPlain = Object.keys(query).length === 0
  const isFixed = fixed.some((view) => isSame(view.query, query))
  return (
    <>
      <nav aria-label={t('views.label')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
        <ul className="flex items-center gap-5 border-b border-line">
          <li>
            <Tab name={t('views.all')} query={{}} isCurrent={isPlain && current === null} />
          </li>
          {fixed.map((view) => (
            <li key={view.name}>
              <Tab
                name={view.name}
                query={view.query}
                isCurrent={current === null && isSame(view.query, query)}
              />
            </li>
          ))}
          {views.map((view) => (
            <li key={view.id} className="flex items-center gap-1">
              <Tab name={view.name} query={view.query} isCurrent={view === current} />
              {view === current && (
                <Button
                  variant="ghost"
                  size="small"
                  iconOnly
                  icon={Ellipsis}
                  onClick={() => setDialog('current')}
                >
                  {t('views.edit', { name: view.name })}
                </Button>
              )}
            </li>
          ))}
          {current === null && !isPlain && !isFixed && (
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
        onDelete={() => change(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}
        list={list.path}
        query={query}
        view={dialog === 'current' ? current : null}
      />
    </>
  )
}
