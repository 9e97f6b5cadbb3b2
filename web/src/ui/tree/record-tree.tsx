import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Loaded, type FailedRead } from '../loaded.tsx'
import { Panel } from '../panel.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { TreeRoot, type Tree } from './tree-keys.tsx'

type TreeRow = { readonly id: string; readonly belowCount: number }

/** One level of a tree, page by page, as `useListPages` returns it. */
type LevelPages<Row> = FailedRead & {
  readonly data: unknown
  readonly rows: readonly Row[]
  readonly count: number
  readonly countIsCapped: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export const treeRowsAtOnce = 100

type TreeSource<Row extends TreeRow> = {
  /** Hook that reads the rows below one; null: the tops of the tree, or what the search found. */
  readonly useLevel: (parentId: string | null, search: string) => LevelPages<Row>
  readonly search?: string
  /** Names of the columns, above the rows. */
  readonly head?: ReactNode
  /** A press on a row, or Enter. */
  readonly show: (id: string) => void
  /** What a row shows, without anything that can be pressed. */
  readonly row: (row: Row) => ReactNode
  readonly texts: {
    readonly label: string
    readonly failed: string
    readonly more: (count: number) => string
  }
  /** The row whose details are open; absent: the one with the focus is the selected one. */
  readonly selected?: string | null
  /** Shown when there is no row at all. */
  readonly empty: ReactNode
}

const rowClass = cx(
  'flex min-h-12 cursor-pointer items-center gap-2 rounded-md pr-3 hover:bg-fill md:min-h-9',
  'outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brand',
)
const indent = (level: number) => ({ paddingLeft: `${(level - 1) * 1.25}rem` })

/** Opens and closes a level by pointer; the arrow keys of the tree do the same. */
const Toggle = ({ row, isOpen, tree }: { row: TreeRow; isOpen: boolean; tree: Tree }) => {
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

type Inside<Row extends TreeRow> = {
  readonly source: TreeSource<Row>
  readonly level: number
  readonly tree: Tree
}

type ItemProps<Row extends TreeRow> = Inside<Row> & {
  readonly row: Row
  readonly position: number
  readonly count: number
  readonly isFirst: boolean
}

const Item = <Row extends TreeRow>({ row, position, count, isFirst, ...inside }: ItemProps<Row>) => {
  const { source, level, tree } = inside
  const isOpen = tree.opened.has(row.id) && row.belowCount > 0
  const isSelected = (source.selected === undefined ? tree.current : source.selected) === row.id
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
        aria-selected={isSelected}
        tabIndex={tree.current === row.id || (tree.current === null && isFirst) ? 0 : -1}
        onFocus={() => tree.setCurrent(row.id)}
        style={indent(level)}
        className={cx(rowClass, isSelected && source.selected !== undefined && 'bg-soft')}
        onClick={() => source.show(row.id)}
      >
        <Toggle row={row} isOpen={isOpen} tree={tree} />
        {source.row(row)}
      </div>
      {isOpen && (
        <ul role="group" id={groupId}>
          <Level {...inside} parentId={row.id} level={level + 1} />
        </ul>
      )}
    </li>
  )
}

type MoreProps = { text: string; level: number; isBusy: boolean; load: () => void }

/** The rows after those shown; an item of the tree, so that the keys reach it. */
const More = ({ text, level, isBusy, load }: MoreProps) => (
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
      <span className="pl-11 md:pl-10">{text}</span>
    </div>
  </li>
)

const Rows = <Row extends TreeRow>({
  pages,
  ...inside
}: Inside<Row> & { readonly pages: LevelPages<Row> }) => {
  const { rows, count } = pages
  const { level, source } = inside
  const left = Math.min(treeRowsAtOnce, Math.max(1, count - rows.length))
  return (
    <>
      {rows.map((row, at) => (
        <Item
          key={row.id}
          row={row}
          position={at + 1}
          count={pages.countIsCapped ? -1 : count}
          isFirst={level === 1 && at === 0}
          {...inside}
        />
      ))}
      {pages.hasNextPage && (
        <More
          level={level}
          text={source.texts.more(left)}
          isBusy={pages.isFetchingNextPage}
          load={() => void pages.fetchNextPage()}
        />
      )}
    </>
  )
}

/** The rows below one, read when it is opened. */
const Level = <Row extends TreeRow>({ parentId, ...inside }: Inside<Row> & { readonly parentId: string }) => {
  const pages = inside.source.useLevel(parentId, '')
  return (
    <Loaded
      reads={{ pages }}
      waiting={
        <li role="none" className="pl-11">
          <SkeletonRows rows={2} />
        </li>
      }
      failed={({ note }) => <li role="none">{note(inside.source.texts.failed)}</li>}
    >
      {() => <Rows {...inside} pages={pages} />}
    </Loaded>
  )
}

/** Records above and below each other, from the tops of the reader's scope; each level is read when it is opened. */
export const RecordTree = <Row extends TreeRow>(source: TreeSource<Row>) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const toggle = (id: string, isOpen: boolean) =>
    setOpened((before) => new Set(isOpen ? [...before, id] : [...before].filter((each) => each !== id)))
  const pages = source.useLevel(null, source.search ?? '')
  const tree = { opened, toggle, current, setCurrent }
  return (
    <Panel>
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={6} />}
        failed={source.texts.failed}
        empty={() => pages.rows.length === 0 && source.empty}
      >
        {() => (
          <>
            {source.head}
            <TreeRoot tree={tree} label={source.texts.label} show={source.show}>
              <Rows source={source} pages={pages} level={1} tree={tree} />
            </TreeRoot>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
