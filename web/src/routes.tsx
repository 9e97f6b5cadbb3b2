import { page, type RouteLine } from './kernel/route-line.ts'

/**
 * Every screen of the product, one line each: from a path to its file.
 *
 * - `path` as people see it; parameters as `:name`, read with `usePathParam('name')` of kernel/router.
 * - `area` who sees it: `signed-out`, `enrolment`, `cardholder`, `admin`, or `everyone` (signed in or not).
 *   The right
 *   layout stands around it. A path of another area shows the page not found; a signed-out person gets the
 * login in
 *   its place and comes back to it.
 * - `tag` the permission that an admin page needs. Without it: page not found, and no line in the side bar
 *   (shell/admin-nav.ts shows a place only when its path stands here and the person has its tag).
 * - `frame` on a phone: `tabs` (default) has the tab bar; `home` the company's header too; `task` neither,
 *   for a
 *   decision or a wait that should not be left by accident. `document` is a text to read, at reading width.
 * - `page` the file and the component's name. Files are `web/src/<module>/<noun>-page.tsx`; texts are
 *   `useText('<module>')`; the header is `<PageHeader>` of ui/page.tsx, which also names the browser's tab.
 *
 * Query parameters are plain strings: `useQueryParams()` of kernel/router.
 */
export const routes: readonly RouteLine[] = [
  // Not in the product's build: the mode is known when it is built.
  ...(import.meta.env.MODE === 'gallery' ? (await import('./gallery/gallery-routes.tsx')).galleryRoutes : []),
  {
    path: '/enrol-passkey',
    area: 'enrolment',
    page: page(() => import('./shell/enrol-passkey-page.tsx'), 'EnrolPasskeyPage'),
  },
  {
    path: '/admin',
    area: 'admin',
    page: page(() => import('./shell/admin-home-page.tsx'), 'AdminHomePage'),
  },
]
