import { listCompanies } from '@cardamom/contract/companies/company-record'
import { Building2, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Tag } from '../ui/status.tsx'
import { CompanyStatus } from './company-status.tsx'
import { TreeRoot, type Tree } from './tree-keys.tsx'

type CompanyRow = RowOf<typeof listCompanies>

const rowsAtOnce = 100
const rowClass = cx(
  'flex min-h-12 cursor-pointer items-center gap-2 rounded-md pr-3 hover:bg-fill md:min-h-9',
  'outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brand',
)
const indent = (level: number) => ({ paddingLeft: `${(level - 1) * 1.25}rem` })

/** Opens and closes a level by pointer; the arrow keys of the tree do the same. */
const Toggle = ({ row, isOpen, tree }: { row: CompanyRow; isOpen: boolean; tree: Tree }) => {
  const Icon = isOpen ? ChevronDown : ChevronRight
  if (row.belowCount === 0) return <span aria-hidden className="size-11 shrink-0 md:size-8" />
  return (
    <span
      aria-hidden
      onClick={(event) => {
        event.stopPropagation()
        tree.toggle(row.id, !isOpen)
      }}
      className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-soft md:size-8"
    >
      <Icon size={18} />
    </span>
  )
}

type ItemProps = {
  readonly row: CompanyRow
  readonly level: number
  readonly position: number
  readonly count: number
  readonly isFirst: boolean
  readonly tree: Tree
}

const Item = ({ row, level, position, count, isFirst, tree }: ItemProps) => {
  const t = useText('companies')
  const go = useGo()
  const isOpen = tree.opened.has(row.id) && row.belowCount > 0
  const groupId = `below-${row.id}`
  return (
    <li role="none">
      <div
        role="treeitem"
        data-id={row.id}
        aria-level={level}
        aria-setsize={count}
        aria-posinset={position}
        aria-expanded={row.belowCount > 0 ? isOpen : undefined}
        aria-owns={isOpen ? groupId : undefined}
        aria-selected={tree.current === row.id}
        tabIndex={tree.current === row.id || (tree.current === null && isFirst) ? 0 : -1}
        onFocus={() => tree.setCurrent(row.id)}
        style={indent(level)}
        className={rowClass}
        onClick={() => go(`/admin/companies/${row.id}`)}
      >
        <Toggle row={row} isOpen={isOpen} tree={tree} />
        <span className="min-w-0 grow wrap-anywhere">
          <span className="font-medium">{row.name}</span>{' '}
          <span className="text-base text-mute md:text-sm">{row.slug}</span>
        </span>
        {!row.active && <CompanyStatus active={false} variant="plain" />}
        <Tag>{t('tier', { tier: String(row.tier) })}</Tag>
      </div>
      {isOpen && (
        <ul role="group" id={groupId}>
          <Level parentId={row.id} level={level + 1} tree={tree} />
        </ul>
      )}
    </li>
  )
}

type MoreProps = { level: number; left: number; isBusy: boolean; load: () => void }

/** The rows after those shown; an item of the tree, so that the keys reach it. */
const More = ({ level, left, isBusy, load }: MoreProps) => {
  const t = useText('companies')
  return (
    <li role="none">
      <div
        role="treeitem"
        aria-level={level}
        aria-busy={isBusy}
        aria-selected={false}
        tabIndex={-1}
        onClick={load}
        style={indent(level)}
        className={cx(rowClass, 'font-medium text-brand-text')}
      >
        <span className="pl-11 md:pl-10">{t('tree.more', { count: left })}</span>
      </div>
    </li>
  )
}

const useLevel = (parentId: string | null) =>
  useListPages(listCompanies, {
    query: parentId === null ? { top: 'true' } : { parentId },
    live: ['company.'],
    rowsAtOnce,
  })

const Rows = ({ pages, ...level }: { pages: ReturnType<typeof useLevel>; level: number; tree: Tree }) => {
  const { rows, count } = pages
  return (
    <>
      {rows.map((row, at) => (
        <Item
          key={row.id}
          row={row}
          position={at + 1}
          count={pages.countIsCapped ? -1 : count}
          isFirst={level.level === 1 && at === 0}
          {...level}
        />
      ))}
      {pages.hasNextPage && (
        <More
          level={level.level}
          left={Math.min(rowsAtOnce, Math.max(1, count - rows.length))}
          isBusy={pages.isFetchingNextPage}
          load={() => void pages.fetchNextPage()}
        />
      )}
    </>
  )
}

/** The companies below one, read when it is opened. */
const Level = ({ parentId, level, tree }: { parentId: string; level: number; tree: Tree }) => {
  const t = useText('companies')
  const pages = useLevel(parentId)
  return (
    <Loaded
      reads={{ pages }}
      waiting={
        <li role="none" className="pl-11">
          <SkeletonRows rows={2} />
        </li>
      }
      failed={({ note }) => <li role="none">{note(t('tree.failed'))}</li>}
    >
      {() => <Rows pages={pages} level={level} tree={tree} />}
    </Loaded>
  )
}

/** The tree of the reader's companies, from the tops of their scope. */
export const CompanyTree = () => {
  const t = useText('companies')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const toggle = (id: string, isOpen: boolean) =>
    setOpened((before) => new Set(isOpen ? [...before, id] : [...before].filter((each) => each !== id)))
  const pages = useLevel(null)
  const tree = { opened, toggle, current, setCurrent }
  const nothing = (
    <EmptyState icon={Building2} title={t('empty.title')} titleAs="h2">
      {t('empty.body')}
    </EmptyState>
  )
  return (
    <>
      <Panel>
        <Loaded
          reads={{ pages }}
          waiting={<SkeletonRows rows={6} />}
          failed={t('tree.failed')}
          empty={() => pages.rows.length === 0 && nothing}
        >
          {() => (
            <TreeRoot tree={tree}>
              <Rows pages={pages} level={1} tree={tree} />
            </TreeRoot>
          )}
        </Loaded>
      </Panel>
      <p className="hidden pt-2 text-sm text-mute md:block">{t('tree.keys')}</p>
    </>
  )
}
