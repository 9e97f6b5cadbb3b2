import type { PermissionTag } from '@cardamom/contract/roles'
import type { Area } from './area.ts'
import { deferred, type Deferred } from './deferred.tsx'

/** The frame around a page: see routes.tsx. */
export type Frame = 'home' | 'tabs' | 'task' | 'document'

/** One entry of the table of pages: see routes.tsx and admin-routes.tsx for each field. */
export type RouteLine = {
  readonly path: `/${string}`
  readonly area: Area | 'everyone'
  readonly tag?: PermissionTag
  readonly frame?: Frame
  readonly page: Deferred
}

/**
 * A page whose file is loaded when it is first needed: `page(() => import('./cards/card-page.tsx'),
 * 'CardPage')`.
 */
export const page = deferred
