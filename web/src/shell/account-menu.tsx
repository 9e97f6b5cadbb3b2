import { ChevronsUpDown, LogOut, Settings, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useRequestedPath } from '../kernel/router.tsx'
import { logOut } from '../kernel/session.ts'
import { leaveUnsaved } from '../kernel/unsaved.ts'
import type { SessionUser } from '@cardamom/contract/access'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { personName } from './person.ts'
import { isWithin } from './frame-parts.tsx'

const line = 'flex h-11 w-full items-center gap-3 rounded-sm px-3 text-left font-medium md:h-9 md:text-base'
const here = 'bg-soft text-brand-text'

type MenuItem = { to: string; word: 'profile' | 'security' | 'settings'; icon: LucideIcon }
const personal: readonly MenuItem[] = [
  { to: '/profile', word: 'profile', icon: UserRound },
  { to: '/security', word: 'security', icon: ShieldCheck },
  { to: '/settings', word: 'settings', icon: Settings },
]
const ofAdmin: readonly MenuItem[] = [
  { to: '/admin/profile', word: 'profile', icon: UserRound },
  { to: '/admin/security', word: 'security', icon: ShieldCheck },
]
/** A person's own pages, in either area. */
export const ownNavItems = (isAdmin: boolean): readonly MenuItem[] => (isAdmin ? ofAdmin : personal)

/** Menu of the signed-in person at the foot of the side bar: their own pages and the sign-out. */
export const AccountMenu = ({
  user,
  role,
  isAdmin,
}: {
  user: SessionUser
  role: string
  isAdmin: boolean
}) => {
  const t = useText('shell')
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const name = personName(user)
  const path = useRequestedPath()
  const navItems = ownNavItems(isAdmin)
  const isOwnPage = navItems.some(({ to }) => isWithin(path, to))
  return (
    <div className="border-t border-line p-2">
      <button
        type="button"
        popoverTarget={menuId}
        className={cx(
          'flex w-full items-center gap-2 rounded-lg px-1.5 py-1.5 text-left',
          isOwnPage ? 'bg-fill' : 'hover:bg-fill',
        )}
      >
        <Avatar name={name} size={32} />
        <span className="min-w-0 grow">
          <span className="block truncate text-base font-medium">
            <span className="sr-only">{t('account')}: </span>
            {name}
          </span>
          <span className="block truncate text-sm text-mute">{role}</span>
        </span>
        <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-mute" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className={cx(
          'fixed top-auto bottom-16 left-2 m-0 w-51 rounded-lg border border-line bg-surface p-1.5',
          'text-ink shadow-raise',
        )}
      >
        {navItems.map((navItem) => {
          const isHere = isWithin(path, navItem.to)
          return (
            <Link
              key={navItem.to}
              to={navItem.to}
              aria-current={isHere ? 'page' : undefined}
              className={cx(line, isHere ? here : 'hover:bg-fill')}
              onClick={() => menu.current?.hidePopover()}
            >
              <navItem.icon aria-hidden size={18} className={isHere ? undefined : 'text-mute'} />
              {t(`nav.${navItem.word}`)}
            </Link>
          )
        })}
        <button
          type="button"
          className={cx(line, 'text-bad hover:bg-fill')}
          onClick={() => leaveUnsaved(() => void logOut())}
        >
          <LogOut aria-hidden size={18} />
          {t('nav.logOut')}
        </button>
      </div>
    </div>
  )
}
