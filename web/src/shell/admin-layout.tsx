import { ChevronDown, ChevronRight, Menu } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { adminFact } from '../kernel/admin-facts.ts'
import { DateZone } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { onLive } from '../kernel/live-hub.ts'
import { useLiveStatus } from '../kernel/live.ts'
import { loadPermissions, useCan } from '../kernel/permissions.ts'
import { useRequestedPath, usePath } from '../kernel/router.tsx'
import type { SessionUser } from '@cardamom/contract/access'
import { Status } from '../ui/status.tsx'
import { AccountMenu } from './account-menu.tsx'
import { type AdminGroup, navItemOf, useAdminGroups } from './admin-nav.ts'
import { BellLink } from './bell-link.tsx'
import { CompanyBrand } from './company-brand.tsx'
import { Main, sideLineClass } from './frame-parts.tsx'
import { InboxCount } from './inbox-count.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { adminPages, adminPalette } from './palette/admin-pages.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { cx } from '../ui/cx.ts'
import { useRoleName } from './person.ts'

const AdminFact = part(() => import('./admin-fact.tsx'), 'AdminFact')
const ProviderHealthLine = part(() => import('../reports/provider-health.tsx'), 'ProviderHealthLine', {
  fallback: null,
})
const AdminPalette = part(() => import('./palette/admin-palette.tsx'), 'AdminPalette')

const Group = ({ group, path, isOpen }: { group: AdminGroup; path: string; isOpen: boolean }) => {
  const t = useText('adminShell')
  const [open, setOpen] = useState(isOpen)
  const isAlwaysOpen = group.word === 'work'
  const shown = isAlwaysOpen || open || isOpen
  const Chevron = shown ? ChevronDown : ChevronRight
  const here = navItemOf(path)?.navItem.to
  return (
    <div>
      {isAlwaysOpen ? (
        <p className="flex h-9 items-center px-2 text-sm text-mute">{t(`groups.${group.word}`)}</p>
      ) : (
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setOpen(!open)}
          className={cx(
            'flex h-9 w-full items-center justify-between rounded-sm px-2 text-sm text-mute',
            'hover:bg-fill',
          )}
        >
          {t(`groups.${group.word}`)}
          <Chevron aria-hidden size={16} />
        </button>
      )}
      {shown && (
        <ul className="flex flex-col gap-0.5 pb-1">
          {group.navItems.map((navItem) => (
            <li key={navItem.to}>
              <Link
                to={navItem.to}
                aria-current={here === navItem.to ? 'page' : undefined}
                className={sideLineClass(here === navItem.to)}
              >
                <navItem.icon aria-hidden size={18} className="shrink-0" />
                {t(`pages.${navItem.word}`)}
                {navItem.word === 'inbox' && <InboxCount />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Side = ({ user }: { user: SessionUser | null }) => {
  const t = useText('shell')
  const role = useRoleName(user)
  const groups = useAdminGroups()
  const path = useRequestedPath()
  const current = navItemOf(path)?.group.word
  return (
    <nav aria-label={t('nav.main')} className="flex min-h-0 grow flex-col">
      <div className="px-4 pt-4 pb-2">
        <CompanyBrand size={26} />
      </div>
      <div className="px-3 pt-1 pb-2">
        <PaletteButton />
      </div>
      <div className="grow overflow-y-auto px-3 pb-4">
        {groups.map((group) => (
          <Group key={group.word} group={group} path={path} isOpen={group.word === current} />
        ))}
      </div>
      {user !== null && <AccountMenu user={user} role={role} isAdmin />}
    </nav>
  )
}

/** A phone has no space for it beside the brand, the bell and the language. */
const Live = () => {
  const t = useText('adminShell')
  const isLive = useLiveStatus() === 'live'
  return (
    <span className="max-md:hidden">
      <Status tone={isLive ? 'good' : 'neutral'} variant="plain">
        {isLive ? t('live') : t('connecting')}
      </Status>
    </span>
  )
}

/**
 * The navigation path above the page, without the page's own title. Where it is empty, a phone shows the
 * brand.
 */
const Crumbs = () => {
  const t = useText('adminShell')
  const path = usePath()
  const found = navItemOf(path)
  const group = found === null || found.group.word === 'work' ? null : found.group.word
  const isBelow = found !== null && found.navItem.to !== path
  if (group === null && !isBelow)
    return (
      <div className="min-w-0 grow">
        <div className="lg:hidden">
          <CompanyBrand />
        </div>
      </div>
    )
  return (
    <p className="flex min-w-0 grow items-center gap-1.5 font-medium text-mute">
      {group !== null && (
        <span className={cx('wrap-anywhere', isBelow && 'max-md:hidden')}>{t(`groups.${group}`)}</span>
      )}
      {group !== null && isBelow && <ChevronRight aria-hidden size={14} className="shrink-0 max-md:hidden" />}
      {isBelow && <span className="wrap-anywhere">{t(`pages.${found.navItem.word}`)}</span>}
    </p>
  )
}

const TopBar = ({ onMenu }: { onMenu: () => void }) => {
  const t = useText('adminShell')
  return (
    <header
      className={cx(
        'sticky top-(--ribbon) z-20 flex min-h-14 items-center gap-3 border-b border-line bg-surface',
        // With large letters, the bar of a narrow screen has two lines.
        'px-4 text-base max-[21rem]:flex-wrap max-[21rem]:justify-end max-[21rem]:gap-y-0 lg:px-6',
      )}
    >
      <button
        type="button"
        onClick={onMenu}
        className="-ml-2 inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-fill lg:hidden"
      >
        <Menu aria-hidden size={20} />
        <span className="sr-only">{t('menu')}</span>
      </button>
      <Crumbs />
      <Live />
      <BellLink isSignedIn to="/admin/notifications" />
      <LanguageSwitch />
    </header>
  )
}

/** Tells the palette the pages of the side bar. */
const useAdminPages = () => {
  const t = useText('adminShell')
  const groups = useAdminGroups()
  useEffect(() => {
    const pages = groups.flatMap(({ word, navItems }) =>
      navItems.map(({ to, icon, word: page }) => ({
        to,
        icon,
        label: t(`pages.${page}`),
        group: t(`groups.${word}`),
      })),
    )
    adminPages.write(pages)
  }, [t, groups])
}

/**
 * The frame of the admin pages: the side bar with the person's pages, and a bar with the navigation path.
 * Dates are in UTC.
 */
export const AdminLayout = ({ user, children }: { user: SessionUser | null; children: ReactNode }) => {
  const drawer = useRef<HTMLDialogElement>(null)
  const can = useCan()
  // A grant, a denial or a new role shows at once; the present list stays until the new one has arrived.
  useEffect(
    () => onLive(['user.permissions_changed'], () => void loadPermissions().catch(() => undefined)),
    [],
  )
  useEffect(() => adminFact.write(AdminFact), [])
  useEffect(() => adminPalette.write(AdminPalette), [])
  useAdminPages()
  // Closes the drawer when an item was chosen, or when the press was outside of the drawer.
  const closeAfter = ({ target }: MouseEvent) => {
    if (target === drawer.current || (target as Element).closest('a, [aria-keyshortcuts]') !== null)
      drawer.current?.close()
  }
  return (
    <DateZone value="UTC">
      <div className="flex min-h-[calc(100dvh-var(--above))] text-base">
        <div
          className={cx(
            'sticky top-(--ribbon) hidden h-[calc(100dvh-var(--ribbon))] w-54 shrink-0 flex-col',
            'border-r border-line bg-surface lg:flex',
          )}
        >
          <Side user={user} />
        </div>
        <dialog
          ref={drawer}
          onClick={closeAfter}
          className={cx(
            'm-0 h-dvh max-h-none w-66 flex-col border-r border-line bg-surface text-ink',
            'backdrop:bg-shade open:flex',
          )}
        >
          <Side user={user} />
        </dialog>
        <div className="flex min-w-0 grow flex-col">
          <TopBar onMenu={() => drawer.current?.showModal()} />
          {can('settings.view') === true && <ProviderHealthLine />}
          <Main className="grow px-4 py-5 [--page-x:calc(var(--spacing)*4)] lg:px-6">{children}</Main>
        </div>
      </div>
    </DateZone>
  )
}
