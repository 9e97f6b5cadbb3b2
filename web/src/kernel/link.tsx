import type { ComponentProps, ReactNode } from 'react'
import { Link as PlainLink } from 'wouter'
import { preloadPage } from './router.tsx'
import { hrefOf, type LinkState, type QueryParams } from './visit.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  /** A path of the product. */
  to: string
  search?: QueryParams | undefined
  /** Takes this page's place in the history. */
  replace?: boolean | undefined
  /** What the next page gets out of sight of the address. */
  state?: LinkState | undefined
}

/** Leads to a page, whose file is fetched as soon as a pointer, a finger or the focus is on the link. */
export const Link = ({ to, search, replace = false, state, ...rest }: LinkProps): ReactNode => {
  const href = hrefOf(to, search)
  const preload = () => preloadPage(href)
  const anchor = { ...rest, onPointerEnter: preload, onTouchStart: preload, onFocus: preload }
  if (rest.target !== undefined) return <a {...anchor} href={href} />
  return <PlainLink {...anchor} href={href} replace={replace} {...(state === undefined ? {} : { state })} />
}
