import { cx } from '../ui/cx.ts'

/** Whether a path is a item's own or lies below it. */
export const isWithin = (path: string, navItem: string): boolean =>
  path === navItem || path.startsWith(`${navItem}/`)

/** One item in a side bar. */
export const sideLineClass = (here: boolean): string =>
  cx(
    'flex h-8 items-center gap-2.5 rounded-sm px-2 text-base font-medium transition-colors',
    here ? 'bg-soft text-brand-text' : 'text-mute hover:bg-fill hover:text-ink',
  )
