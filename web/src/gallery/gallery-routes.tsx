import { page, type RouteLine } from '../kernel/route-line.ts'

/**
 * Examples of all components, for developers of screens: `vite build --mode gallery`. The product's build
 * does not include them.
 */
export const galleryRoutes: readonly RouteLine[] = [
  {
    path: '/gallery',
    area: 'everyone',
    frame: 'home',
    page: page(() => import('./gallery-home-page.tsx'), 'GalleryHomePage'),
  },
  {
    path: '/gallery/pieces',
    area: 'everyone',
    page: page(() => import('./gallery-pieces-page.tsx'), 'GalleryPiecesPage'),
  },
  {
    path: '/gallery/form',
    area: 'everyone',
    frame: 'task',
    page: page(() => import('./gallery-form-page.tsx'), 'GalleryFormPage'),
  },
  {
    path: '/gallery/quote',
    area: 'everyone',
    frame: 'task',
    page: page(() => import('./gallery-quote-page.tsx'), 'GalleryQuotePage'),
  },
  {
    path: '/gallery/load',
    area: 'everyone',
    page: page(() => import('./gallery-load-page.tsx'), 'GalleryLoadPage'),
  },
  {
    path: '/gallery/activity',
    area: 'everyone',
    page: page(() => import('./gallery-activity-page.tsx'), 'GalleryActivityPage'),
  },
]
