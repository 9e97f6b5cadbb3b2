import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { go } from './history.ts'
import { preloadPage } from './router.tsx'
import { hrefOf, type LinkState, type QueryParams } from './location.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  /** A path of the product. */
  to: string
  search?: QueryParams | undefined
  /** Replaces the present history entry. */
  replace?: boolean | undefined
  /** What the next page gets out of sight of the address. */
  state?: LinkState | undefined
}

/** Presses that the browser handles itself: a new tab, a new window, a download. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Leads to a page, whose file is fetched as soon as a pointer, a finger or the focus is on the link. */
export const Link = ({ to, search, replace, state, onClick, ...rest }: LinkProps): ReactNode => {
  const href = hrefOf(to, search)
  const preload = () => preloadPage(href)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || rest.target !== undefined || isForBrowser(event)) return
    event.preventDefault()
    go(href, { replace, state })
  }
  return (
    <a
      {...rest}
      href={href}
      onClick={press}
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
    />
  )
}
