import type { PermissionTag } from '@cardamom/contract/roles'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
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

export type LazyPage = FunctionComponent & { preload?: () => Promise<void> }

type PageNames<M> = { [K in keyof M]: M[K] extends FunctionComponent ? K : never }[keyof M] & string

/**
 * A page that is loaded when it is first needed: `page(() => import('./cards/card-page.tsx'), 'CardPage')`.
 */
export const page = <M extends Record<string, unknown>, K extends PageNames<M>>(
  load: () => Promise<M>,
  name: K,
): LazyPage => lazyRouteComponent(load as never, name as never) as unknown as LazyPage

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    line?: RouteLine
  }
}
