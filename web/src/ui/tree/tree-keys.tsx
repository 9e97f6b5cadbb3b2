import { useRef, type KeyboardEvent, type ReactNode } from 'react'

export type Tree = {
  readonly opened: ReadonlySet<string>
  readonly toggle: (id: string, isOpen: boolean) => void
  /** The one item that the Tab key reaches; null: the first. */
  readonly current: string | null
  readonly setCurrent: (id: string) => void
}

const itemsIn = (root: HTMLElement): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[role="treeitem"]'),
]

/** The item that this one is below. */
const itemAbove = (item: HTMLElement, items: readonly HTMLElement[]): HTMLElement | undefined => {
  const levelOf = (each: HTMLElement) => Number(each.getAttribute('aria-level'))
  return items.slice(0, items.indexOf(item)).findLast((each) => levelOf(each) < levelOf(item))
}

/** The next item whose name starts with a letter. */
const itemOfLetter = (letter: string, at: number, items: readonly HTMLElement[]): HTMLElement | undefined =>
  [...items.slice(at + 1), ...items.slice(0, at)].find((each) =>
    each.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )

/** What each key does at an item (WAI-ARIA): arrows, Home, End, Enter, space. */
const actionsAt = (
  item: HTMLElement,
  { items, tree, show }: { items: readonly HTMLElement[]; tree: Tree; show: (id: string) => void },
): Readonly<Record<string, () => unknown>> => {
  const at = items.indexOf(item)
  const id = item.dataset['id']
  const expanded = item.getAttribute('aria-expanded')
  return {
    ArrowDown: () => items[at + 1]?.focus(),
    ArrowUp: () => items[at - 1]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
    ArrowRight: () =>
      expanded === 'true' ? items[at + 1]?.focus() : expanded && id && tree.toggle(id, true),
    ArrowLeft: () => (expanded === 'true' && id ? tree.toggle(id, false) : itemAbove(item, items)?.focus()),
    Enter: () => (id === undefined ? item.click() : show(id)),
    ' ': () => (id === undefined ? item.click() : expanded && tree.toggle(id, expanded !== 'true')),
  }
}

/** The list of a tree's first level, which handles the keys of the whole tree. */
export const TreeRoot = ({
  tree,
  label,
  show,
  children,
}: {
  tree: Tree
  label: string
  /** Called with the item on which Enter was pressed. */
  show: (id: string) => void
  children: ReactNode
}) => {
  const root = useRef<HTMLUListElement>(null)
  const press = (event: KeyboardEvent) => {
    const item = event.target as HTMLElement
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!root.current || hasModifier || item.getAttribute('role') !== 'treeitem') return
    const items = itemsIn(root.current)
    const actions = actionsAt(item, { items, tree, show })
    const isLetter = event.key.length === 1 && event.key !== ' '
    const byLetter = () => itemOfLetter(event.key, items.indexOf(item), items)?.focus()
    const action = actions[event.key] ?? (isLetter ? byLetter : undefined)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <ul ref={root} role="tree" aria-label={label} onKeyDown={press}>
      {children}
    </ul>
  )
}
