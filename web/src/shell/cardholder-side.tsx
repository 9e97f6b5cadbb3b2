import type { SessionUser } from '@cardamom/contract/access'
import { Plus } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useRequestedPath } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { AccountMenu } from './account-menu.tsx'
import { isHere } from './cardholder-nav.ts'
import { navItemsOf } from './cardholder-nav-items.ts'
import { CompanyBrand } from './company-brand.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { sideLineClass } from './frame-parts.tsx'

/** The desktop's side bar: the load button, the items, and the person's menu at its foot. */
export const CardholderSide = ({ user }: { user: SessionUser | null }) => {
  const t = useText('shell')
  const path = useRequestedPath()
  return (
    <nav
      aria-label={t('nav.main')}
      className={cx(
        'sticky top-(--ribbon) flex h-[calc(100dvh-var(--ribbon))] w-54 shrink-0 flex-col',
        'border-r border-line bg-surface',
      )}
    >
      <div className="px-4 pt-4 pb-3">
        <CompanyBrand size={26} />
      </div>
      <div className="flex flex-col gap-2 px-3 pb-4">
        <ButtonLink to="/load" variant="primary" icon={Plus} fullWidth>
          {t('nav.loadCard')}
        </ButtonLink>
        <PaletteButton />
      </div>
      <div className="flex grow flex-col gap-0.5 overflow-y-auto px-3">
        {navItemsOf(user).map((navItem) => {
          const here = isHere({ navItem, path })
          return (
            <Link
              key={navItem.to}
              to={navItem.to}
              aria-current={here ? 'page' : undefined}
              className={sideLineClass(here)}
            >
              <navItem.icon aria-hidden size={18} />
              {t(`nav.${navItem.word}`)}
            </Link>
          )
        })}
      </div>
      {user !== null && <AccountMenu user={user} role={user.email} isAdmin={false} />}
    </nav>
  )
}
