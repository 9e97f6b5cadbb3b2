import type { PermissionTag } from '@cardamom/contract/roles'
import { createElement, use, type FunctionComponent } from 'react'
import type { Area } from './area.ts'

/** What stands around a page: see routes.tsx. */
export type Frame = 'home' | 'tabs' | 'task' | 'document'

/** One screen: see routes.tsx for what each word means. */
export type RouteLine = {
  readonly path: `/${string}`
  readonly area: Area | 'everyone'
  readonly tag?: PermissionTag
  readonly frame?: Frame
  readonly page: LazyPage
}

export type LazyPage = FunctionComponent & {
  /** Begins to load the page's file, or begins again after that failed. */
  readonly preload: () => void
}

type PageNames<M> = { [K in keyof M]: M[K] extends FunctionComponent ? K : never }[keyof M] & string

/**
 * A page that is loaded when it is first needed: `page(() => import('./cards/card-page.tsx'), 'CardPage')`.
 * Once it is there it renders at once, which `React.lazy` does not.
 */
export const page = <M extends Record<string, unknown>, K extends PageNames<M>>(
  load: () => Promise<M>,
  name: K,
): LazyPage => {
  let loaded: FunctionComponent | null = null
  let loading: Promise<FunctionComponent> | null = null
  let hasFailed = false
  const begin = (): Promise<FunctionComponent> => {
    hasFailed = false
    const begun = load().then((module) => {
      loaded = module[name] as FunctionComponent
      return loaded
    })
    begun.catch(() => {
      hasFailed = true
    })
    return begun
  }
  const preload = () => {
    if (loading === null || hasFailed) loading = begin()
  }
  // A failure is kept while React renders: a new try at each render would never end.
  const Page = () => createElement(loaded ?? use((loading ??= begin())))
  return Object.assign(Page, { preload })
}
