import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { usePath } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'

/** Whether a path is the item's own or below it. */
export const isWithin = (path: string, navItem: string): boolean =>
  path === navItem || path.startsWith(`${navItem}/`)

/** One item in a side bar. */
export const sideLineClass = (here: boolean): string =>
  cx(
    'flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-base font-medium transition-colors',
    here ? 'bg-soft text-brand-text' : 'text-mute hover:bg-fill hover:text-ink',
  )

/*
 * Texts that share one line of the window: they grow with the person's letter size as far as the line allows.
 */

/** The brand and the language above the page. */
export const headerText = 'text-[length:min(1rem,max(16px,5.5vw))]'

/** The five labels of the phone's tab bar. */
export const tabText = 'text-[length:min(0.75rem,max(12px,3.5vw))] leading-[1.35]'

/** The first link that the keyboard reaches; it skips the navigation. */
export const SkipLink = () => {
  const t = useText('shell')
  return (
    <a
      href="#main"
      className={cx(
        'fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-brand px-4 py-2.5 font-semibold',
        'text-on-brand focus-visible:translate-y-0',
      )}
    >
      {t('skip')}
    </a>
  )
}

/**
 * When the focused element disappears, the focus moves to the page's main area, not to the start of the
 * document.
 */
const useFocusFallback = (navItem: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const main = navItem.current
    if (main === null) return
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const onChange = () => {
      if (last === null || last.isConnected) return
      last = null
      if (document.activeElement === document.body) main.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(onChange)
    main.addEventListener('focusin', onFocus)
    changes.observe(main, { childList: true, subtree: true })
    return () => {
      main.removeEventListener('focusin', onFocus)
      changes.disconnect()
    }
  }, [navItem])
}

/**
 * The main area of the page. The focus moves here after each navigation, so that screen readers start at the
 * new page.
 */
export const Main = ({ className, children }: { className?: string; children: ReactNode }) => {
  const navItem = useRef<HTMLElement>(null)
  const path = usePath()
  const lastPath = useRef(path)
  useFocusFallback(navItem)
  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    // A dialog over the new page holds the focus, because the person may be typing in it.
    if (document.activeElement?.closest('[role="dialog"][data-open]')) return
    navItem.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <main id="main" ref={navItem} tabIndex={-1} className={cx('outline-none md:text-base', className)}>
      {children}
    </main>
  )
}
