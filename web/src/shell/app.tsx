import { createElement, Suspense, type ReactNode } from 'react'
import { areaOf, isSeller, type Area } from '../kernel/area.ts'
import { chosenZone } from '../kernel/browser-zone.ts'
import { DateZone } from '../kernel/dates.tsx'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { deferred, part } from '../kernel/deferred.tsx'
import { useCan } from '../kernel/permissions.ts'
import type { Frame } from '../kernel/route-line.ts'
import { addRoutes, firstLine, Navigate, pageOf, preloadPage, usePageLocation } from '../kernel/router.tsx'
import { useSession, whileTokenIsChecked, type Session } from '../kernel/session.ts'
import { impersonatedId, storedUser } from '../kernel/storage.ts'
import { readToken } from '../kernel/token.ts'
import type { SessionUser } from '@cardamom/contract/access'
import type { PermissionTag } from '@cardamom/contract/roles'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { UnsavedQuestion } from '../ui/unsaved-question.tsx'
import { CardholderLayout } from './cardholder-layout.tsx'
import { decide } from './decide.ts'
import { Boundary } from './boundary.tsx'
import { SkipLink } from './frame-parts.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette/palette.tsx'
import { SandboxRibbon } from './sandbox-ribbon.tsx'
import { CheckFailed } from './failed-page.tsx'

const SignedOutLayout = deferred(() => import('./signed-out-layout.tsx'), 'SignedOutLayout')
const LoginHere = deferred(() => import('./login-here.tsx'), 'LoginHere')
const ImpersonationBanner = part(
  () => import('../access/impersonation/impersonation-banner.tsx'),
  'ImpersonationBanner',
  { silent: true },
)
const IncidentBanners = part(() => import('../settings/incident-banners.tsx'), 'IncidentBanners', {
  silent: true,
})
const DueTermsPage = deferred(() => import('../terms/due-terms-page.tsx'), 'DueTermsPage')
const NotFoundPage = deferred(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** Adds the admin pages to the table, and loads what the open one needs while its frame is loading. */
const loadAdmin = async () => {
  const admin = await import('../admin-routes.tsx')
  addRoutes(admin.adminRoutes)
  void admin.AdminLayout.preload()
  preloadPage(location.pathname === '/' ? '/admin' : location.pathname)
  return admin
}
const AdminLayout = deferred(loadAdmin, 'AdminLayout')

/** The file of the page that was opened first; an admin's page is known once the admin pages are. */
const loadFirstPage = async (): Promise<void> => {
  if (areaOf(storedUser()) === 'admin') await AdminLayout.preload()
  await firstLine()?.page.preload()
}

/**
 * Starts to load the first page. Without a token the page is shown at once (product §4), so the promise waits
 * for it: the first paint then needs no spinner. With a token, the page's file loads while the token is
 * checked.
 */
export const loadFirst = async (): Promise<void> => {
  if (readToken() !== null) {
    const loading = loadFirstPage()
    whileTokenIsChecked(() => loading)
    return
  }
  const line = firstLine()
  const isOpen = line?.area === 'everyone' || line?.area === 'signed-out'
  const shown = isOpen ? [line.page] : [LoginHere, pageOf('/login')]
  const preloads = shown.map(async (part) => part?.preload())
  await Promise.all([SignedOutLayout.preload(), ...preloads])
}

type LayoutProps = { area: Area; user: SessionUser | null; frame: Frame; children: ReactNode }

/** The layout's file loads while the session is checked and a spinner is shown. */
const Layout = ({ area, user, frame, children }: LayoutProps) => {
  if (area === 'cardholder') {
    return (
      <CardholderLayout user={user} frame={frame}>
        {children}
      </CardholderLayout>
    )
  }
  return (
    <Suspense fallback={<LoadingIndicator className="min-h-dvh" />}>
      {area === 'admin' ? (
        <AdminLayout user={user}>{children}</AdminLayout>
      ) : (
        <SignedOutLayout frame={area === 'terms' ? 'document' : frame}>{children}</SignedOutLayout>
      )}
    </Suspense>
  )
}

type AreaPageProps = { area: Area; isAllowed?: boolean | undefined }

const AreaPage = ({ area, isAllowed }: AreaPageProps) => {
  const t = useText('shell')
  const { line, path } = usePageLocation()
  const { user } = useSession()
  const decision = decide({ line, path, area, isSeller: isSeller(user), isAllowed })
  if (decision.show === 'page') return line && createElement(line.page)
  if (decision.show === 'waiting') return <LoadingIndicator label={t('checking')} />
  if (decision.show === 'terms') return <DueTermsPage />
  if (decision.show === 'elsewhere') {
    const search = decision.to === '/enrol-passkey' && path !== '/' ? { next: path } : {}
    return <Navigate to={decision.to} search={search} />
  }
  if (decision.show === 'login') return <LoginHere becauseOfLink={decision.becauseOfLink} />
  return <NotFoundPage reason={decision.reason} />
}

/** Permissions are requested only for a page with a tag. */
const TaggedPage = ({ area, tag }: { area: Area; tag: PermissionTag }) => (
  <AreaPage area={area} isAllowed={useCan()(tag)} />
)

const Content = ({ session, area }: { session: Session; area: Area }) => {
  const t = useText('shell')
  const tag = usePageLocation().line?.tag
  // Full height, so that the footer of the signed-out pages is not seen before the page above it.
  const tall = area === 'signed-out' ? 'min-h-[calc(100dvh-var(--above))]' : ''
  if (session.state === 'checking') return <LoadingIndicator label={t('checking')} className={tall} />
  if (session.state === 'failed') return <CheckFailed />
  return (
    <Boundary>
      <Suspense fallback={<LoadingIndicator className={tall} />}>
        {tag === undefined ? <AreaPage area={area} /> : <TaggedPage area={area} tag={tag} />}
      </Suspense>
    </Boundary>
  )
}

/** The height of what is above the frame, and of that part of it which stays when a desktop page scrolls. */
const spaceAbove = (hasRibbon: boolean, hasBanner: boolean): string => {
  if (hasRibbon && hasBanner) return '[--above:5.5rem] [--ribbon:0px] md:[--ribbon:5.5rem]'
  if (hasBanner) return '[--above:3.5rem] [--ribbon:0px] md:[--ribbon:3.5rem]'
  if (hasRibbon) return '[--above:2rem] [--ribbon:0px] md:[--ribbon:2rem]'
  return '[--above:0px] [--ribbon:0px]'
}

/**
 * The frame of every page: chooses the area and the time zone of dates. While the session is checked, the
 * frame shows a spinner.
 */
export const App = () => {
  const session = useSession()
  const { line } = usePageLocation()
  const area = areaOf(session.user)
  const config = useConfig()
  return (
    <DateZone value={chosenZone(session.user?.time_zone)}>
      <div className={spaceAbove(isSandbox(config), impersonatedId() !== null)}>
        <SkipLink />
        <SandboxRibbon />
        {impersonatedId() !== null && <ImpersonationBanner />}
        {config?.incidents[0] !== undefined && (
          <IncidentBanners key={`${area} ${config.incidents.join(' ')}`} />
        )}
        <Layout area={area} user={session.user} frame={line?.frame ?? 'tabs'}>
          <Content session={session} area={area} />
        </Layout>
        <Notices />
        <UnsavedQuestion />
        {session.state === 'signed-in' && area !== 'enrolment' && area !== 'terms' && <Palette />}
      </div>
    </DateZone>
  )
}
