import { Plus } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useRequestedPath } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'
import { isHere, tabs, type CardholderNavItem } from './cardholder-nav.ts'
import { tabText } from './frame-parts.tsx'

const Tab = ({ navItem, path }: { navItem: CardholderNavItem; path: string }) => {
  const t = useText('shell')
  const here = isHere({ navItem, path })
  const Icon = navItem.icon
  return (
    <Link
      to={navItem.to}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'flex h-16 flex-col items-center justify-center gap-1 font-medium',
        tabText,
        here ? 'text-brand-text' : 'text-mute',
      )}
    >
      <Icon aria-hidden size={22} strokeWidth={here ? 2.1 : 1.9} />
      {t(`nav.${navItem.word}`)}
    </Link>
  )
}

/** The bar at the foot of a phone: four tabs and the raised Load button. */
export const TabBar = () => {
  const t = useText('shell')
  const path = useRequestedPath()
  const [home, cards, activity, profile] = tabs
  return (
    <nav
      aria-label={t('nav.main')}
      className={cx(
        'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface',
        'pb-[env(safe-area-inset-bottom)] md:hidden',
      )}
    >
      <div className="mx-auto grid max-w-120 grid-cols-5">
        {home && <Tab navItem={home} path={path} />}
        {cards && <Tab navItem={cards} path={path} />}
        <Link
          to="/load"
          className={cx(
            'relative flex h-16 flex-col items-center justify-end pb-2.75 font-medium text-mute',
            tabText,
          )}
        >
          <span
            aria-hidden
            className={cx(
              'absolute -top-6 flex size-13 items-center justify-center rounded-full bg-brand',
              'text-on-brand shadow-raise ring-6 ring-surface',
            )}
          >
            <Plus size={24} />
          </span>
          {t('nav.load')}
        </Link>
        {activity && <Tab navItem={activity} path={path} />}
        {profile && <Tab navItem={profile} path={path} />}
      </div>
    </nav>
  )
}
