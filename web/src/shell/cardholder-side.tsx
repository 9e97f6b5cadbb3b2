import type { SessionUser } from '@cardamom/contract/access'
import { ArrowUpFromLine, ChartNoAxesColumn, LifeBuoy, Plus, Share2, Users, Wallet } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { hasPage, usePath } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { AccountMenu } from './account-menu.tsx'
import { activity, cards, home, isHere, type CardholderPlace } from './cardholder-nav.ts'
import { CompanyBrand } from './company-brand.tsx'
import { sideLineClass } from './side-line.ts'

/** The desktop's places; the person's own things are in the menu at the foot. */
const places: readonly CardholderPlace[] = [
  home,
  cards,
  activity,
  { to: '/wallet', word: 'wallet', icon: Wallet, holds: ['/wallet'] },
  { to: '/withdrawals', word: 'withdrawals', icon: ArrowUpFromLine, holds: ['/withdrawals'] },
  { to: '/clients', word: 'clients', icon: Users, holds: ['/clients', '/sellers', '/codes'], roles: [7, 8] },
  { to: '/earnings', word: 'earnings', icon: ChartNoAxesColumn, holds: ['/earnings'], roles: [7, 8] },
  { to: '/referrals', word: 'referrals', icon: Share2, holds: ['/referrals'] },
  { to: '/support', word: 'support', icon: LifeBuoy, holds: ['/support'] },
]

/** The desktop's side bar: the way to load first, then the places that exist, the person at its foot. */
export const CardholderSide = ({ user }: { user: SessionUser | null }) => {
  const t = useText('shell')
  const path = usePath()
  const shown = places.filter(
    ({ to, roles }) => hasPage(to) && (roles === undefined || roles.includes(user?.role_id ?? 0)),
  )
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
      <div className="px-3 pb-4">
        <ButtonLink to="/load" variant="primary" icon={Plus} wide>
          {t('nav.loadCard')}
        </ButtonLink>
      </div>
      <div className="flex grow flex-col gap-0.5 overflow-y-auto px-3">
        {shown.map((place) => {
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
