import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  ChartNoAxesColumn,
  FileText,
  KeyRound,
  LifeBuoy,
  LogOut,
  Percent,
  ScanFace,
  Settings2,
  Share2,
  ShieldCheck,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { isOf } from '../kernel/area.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { hasPage } from '../kernel/router.tsx'
import { logOut, useSession } from '../kernel/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { PageHeader } from '../ui/page.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { Preferences } from './preferences.tsx'
import { About, Account, Address, Contact } from './profile-panels.tsx'
import { WithProfile } from './profile-parts.tsx'
import { useProfilePath, type Profile } from './use-profile.ts'
import { useRoleName } from '../shell/person.ts'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('person')
preloadText('adminShell')

type ProfileLink = {
  readonly to: string
  readonly word:
    | 'kyc'
    | 'security'
    | 'settings'
    | 'notifications'
    | 'wallet'
    | 'loads'
    | 'withdrawals'
    | 'clients'
    | 'earnings'
    | 'referrals'
    | 'support'
    | 'fees'
    | 'terms'
  readonly icon: LucideIcon
  /** As in the side bar of a desktop: only who earns shares has a wallet, all others have loads. Absent: everybody. */
  readonly whose?: 'sellers' | 'earners' | 'others'
}
const ofCardholder: readonly ProfileLink[] = [
  { to: '/kyc/status', word: 'kyc', icon: ScanFace },
  { to: '/security', word: 'security', icon: ShieldCheck },
  { to: '/settings', word: 'settings', icon: Settings2 },
  { to: '/wallet', word: 'wallet', icon: Wallet, whose: 'earners' },
  { to: '/wallet', word: 'loads', icon: ArrowDownToLine, whose: 'others' },
  { to: '/withdrawals', word: 'withdrawals', icon: ArrowUpFromLine, whose: 'earners' },
  { to: '/clients', word: 'clients', icon: Users, whose: 'sellers' },
  { to: '/earnings', word: 'earnings', icon: ChartNoAxesColumn, whose: 'earners' },
  { to: '/referrals', word: 'referrals', icon: Share2 },
  { to: '/notifications', word: 'notifications', icon: Bell },
  { to: '/support', word: 'support', icon: LifeBuoy },
]
const ofAdmin: readonly ProfileLink[] = [
  { to: '/admin/security', word: 'security', icon: ShieldCheck },
  { to: '/admin/notifications', word: 'notifications', icon: Bell },
]
const ofEveryone: readonly ProfileLink[] = [
  { to: '/fees', word: 'fees', icon: Percent },
  { to: '/terms', word: 'terms', icon: FileText },
]

/** The person's other pages that exist, and the sign-out. */
const More = ({ isAdmin }: { isAdmin: boolean }) => {
  const t = useText('profile')
  const path = useProfilePath()
  const { user } = useSession()
  const links = [...(isAdmin ? ofAdmin : ofCardholder), ...ofEveryone].filter(
    ({ to, whose }) => hasPage(to) && isOf(user, whose),
  )
  return (
    <>
      <Rows label={t('more')}>
        <Row icon={KeyRound} title={t('changePassword')} to={`${path}/password`} />
        {links.map(({ to, word, icon }) => (
          <Row key={to} icon={icon} title={t(`links.${word}`)} to={to} />
        ))}
      </Rows>
      <Button icon={LogOut} fullWidth onClick={() => void logOut()}>
        {t('logOut')}
      </Button>
    </>
  )
}

const Person = ({ profile }: { profile: Profile }) => {
  const t = useText('profile')
  const name = `${profile.firstName} ${profile.lastName}`
  return (
    <div className="flex items-center gap-4 pb-6 md:pb-5">
      <Avatar name={name} size={56} />
      <div className="min-w-0">
        <p className="text-lg font-semibold break-words">{name}</p>
        <p className="break-words text-mute">{profile.email}</p>
        {profile.identityLocked && (
          <div className="pt-1.5">
            <Status tone="good">{t('verified')}</Status>
          </div>
        )}
      </div>
    </div>
  )
}

/** The person's own record, with links to all personal pages; in both areas. */
export const ProfilePage = () => {
  const t = useText('profile')
  const { user } = useSession()
  const role = useRoleName(user)
  const isAdmin = useProfilePath() === '/admin/profile'
  return (
    <>
      <PageHeader title={t('title')} />
      <WithProfile>
        {(profile) => (
          <>
            <Person profile={profile} />
            <PageWithAside
              aside={
                <>
                  {isAdmin && (
                    <>
                      <Panel title={t('settings.title')}>
                        <Preferences />
                      </Panel>
                      <NotificationSettings />
                    </>
                  )}
                  <More isAdmin={isAdmin} />
                </>
              }
            >
              <About profile={profile} />
              <Contact profile={profile} />
              <Address profile={profile} />
              <Account profile={profile} role={isAdmin ? role : null} />
            </PageWithAside>
          </>
        )}
      </WithProfile>
    </>
  )
}
