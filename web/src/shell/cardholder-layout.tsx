import type { SessionUser } from '@cardamom/contract/access'
import type { ReactNode } from 'react'
import { part } from '../kernel/deferred.tsx'
import type { Frame } from '../kernel/route-line.ts'
import { useIsDesktop } from '../kernel/breakpoint.ts'
import { cx } from '../ui/cx.ts'
import { BellLink } from './bell-link.tsx'
import { CompanyBrand } from './company-brand.tsx'
import { Main } from './frame-parts.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { TabBar } from './tab-bar.tsx'

const SidePlaceholder = () => <div className="w-54 shrink-0 border-r border-line bg-surface" />
const Side = part(() => import('./cardholder-side.tsx'), 'CardholderSide', {
  fallback: <SidePlaceholder />,
  silent: true,
})

/** A phone shows this bar on the home page only, because other pages have their own header there. */
const TopBar = ({ isHome, isSignedIn }: { isHome: boolean; isSignedIn: boolean }) => (
  <header
    className={cx(
      'h-16 items-center justify-between px-5 md:flex md:h-14 md:border-b md:border-line md:bg-surface md:px-8',
      isHome ? 'flex' : 'hidden',
    )}
  >
    <div className="min-w-0 md:hidden">
      <CompanyBrand />
    </div>
    <div className="-mr-2.5 ml-auto flex items-center gap-1">
      <LanguageSwitch />
      <BellLink isSignedIn={isSignedIn} to="/notifications" />
    </div>
  </header>
)

type CardholderLayoutProps = { user: SessionUser | null; frame: Frame; children: ReactNode }

/** The frame of a cardholder's pages: a tab bar on a phone, a side bar on a desktop. */
export const CardholderLayout = ({ user, frame, children }: CardholderLayoutProps) => {
  const isDesktop = useIsDesktop()
  return (
    <div className="flex min-h-[calc(100dvh-var(--above))]">
      {isDesktop && <Side user={user} />}
      <div data-titles className="relative flex min-w-0 grow flex-col">
        <TopBar isHome={frame === 'home'} isSignedIn={user !== null} />
        <Main
          className={cx(
            'mx-auto w-full max-w-280 grow px-5 md:px-8 md:pt-6 md:pb-12',
            frame === 'task' ? 'pb-8' : 'pb-[calc(6.5rem+env(safe-area-inset-bottom))]',
          )}
        >
          {children}
        </Main>
      </div>
      {frame !== 'task' && !isDesktop && <TabBar />}
    </div>
  )
}
