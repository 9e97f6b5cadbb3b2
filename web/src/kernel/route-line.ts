import type { PermissionTag } from '@cardamom/contract/roles'
import type { Area } from './area.ts'
import { deferred, type Deferred } from './deferred.tsx'

/** What stands around a page: see routes.tsx. */
export type Frame = 'home' | 'tabs' | 'task' | 'document'

/** One screen: see routes.tsx for what each word means. */
export type RouteLine = {
  readonly path: `/${string}`
  readonly area: Area | 'everyone'
  readonly tag?: PermissionTag
  readonly frame?: Frame
  readonly page: Deferred
}

/** A page that is loaded when it is first needed: `page(() => import('./cards/card-page.tsx'), 'CardPage')`. */
export const page = deferred
