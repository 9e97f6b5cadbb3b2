import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Bell, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import type { Frame } from '../kernel/route-line.ts'
import type { SessionUser } from '@cardamom/contract/access'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { AccountMenu } from './account-menu.tsx'
import { isHere, sidePlaces } from './cardholder-nav.ts'
import { CompanyBrand } from './company-brand.tsx'
import { Main } from './frame-parts.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { sideLineClass } from './side-line.ts'
import { TabBar } from './tab-bar.tsx'

const Side = ({ user }: { user: SessionUser | null }) => {
  const t = useText('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { routesByPath } = useRouter()
  const places = sidePlaces.filter(
    ({ to, roles }) => to in routesByPath && (roles === undefined || roles.includes(user?.role_id ?? 0)),
  )
  return (
    <nav
      aria-label={t('nav.main')}
      className={cx(
        'sticky top-(--ribbon) hidden h-[calc(100dvh-var(--ribbon))] w-54 shrink-0 flex-col',
        'border-r border-line bg-surface md:flex',
      )}
    >
      <div className="px-4 pt-4 pb-3">
        <CompanyBrand size={26} />
      </div>
      <div className="px-3 pb-4">
        <ButtonLink to="/load" variant="primary" icon={Plus} wide>
          {t('nav.loadCard')}
        </ButtonLink>
      </div>
      <div className="flex grow flex-col gap-0.5 overflow-y-auto px-3">
        {places.map((place) => {
          const here = isHere({ place, path })
          return (
            <Link
              key={place.to}
              to={place.to}
              aria-current={here ? 'page' : undefined}
              className={sideLineClass(here)}
            >
              <place.icon aria-hidden size={18} />
              {t(`nav.${place.word}`)}
            </Link>
          )
        })}
      </div>
      {user !== null && <AccountMenu user={user} role={user.email} isAdmin={false} />}
    </nav>
  )
}

const BellLink = () => {
  const t = useText('shell')
  return (
    <Link
      to="/notifications"
      className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-fill md:size-9"
    >
      <Bell aria-hidden size={22} className="md:size-5" />
      <span className="sr-only">{t('nav.notifications')}</span>
    </Link>
  )
}

/** The phone shows it on the home page alone: elsewhere the page's own header stands there. */
const TopBar = ({ isHome }: { isHome: boolean }) => (
  <header
    className={cx(
      'h-16 items-center justify-between px-5 md:flex md:h-14 md:px-8',
      isHome ? 'flex' : 'hidden',
    )}
  >
    <div className="min-w-0 md:hidden">
      <CompanyBrand />
    </div>
    <div className="-mr-2.5 ml-auto flex items-center gap-1">
      <LanguageSwitch />
      <BellLink />
    </div>
  </header>
)

/** Around a cardholder's pages: on a phone the tab bar, on a desktop the side bar. */
export const CardholderLayout = ({
  user,
  frame,
  children,
}: {
  user: SessionUser | null
  frame: Frame
  children: ReactNode
}) => (
  <div className="flex min-h-dvh">
    <Side user={user} />
    <div className="flex min-w-0 grow flex-col">
      <TopBar isHome={frame === 'home'} />
      <Main
        className={cx(
          'mx-auto w-full max-w-260 grow px-5 md:px-8 md:pb-12',
          frame === 'task' ? 'pb-8' : 'pb-[calc(104px+env(safe-area-inset-bottom))]',
        )}
      >
        {children}
      </Main>
    </div>
    {frame !== 'task' && <TabBar />}
  </div>
)
