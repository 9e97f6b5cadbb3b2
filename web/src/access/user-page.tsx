import { part } from '../kernel/deferred.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { usePathParam } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'
import { Notes } from '../ui/notes/notes.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { PersonalData } from './personal-data.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit, UserKyc, UserSecurity } from './user-panels.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserLockouts } from './user-lockouts.tsx'
import { UserSellerCode } from './user-seller-code.tsx'
import { UserStatus } from './user-status.tsx'
import { UserTabs, useUserSection } from './user-tabs.tsx'
import { WithUser, type UserRecord } from './use-user.tsx'

preloadText('users')

const money = () => import('./user-money.tsx')
const fallback = <SkeletonRows rows={3} />
const UserBalance = part(() => import('./user-wallet.tsx'), 'UserBalance', { fallback })
const LatestLoads = part(money, 'LatestLoads', { fallback })
const LatestTransactions = part(money, 'LatestTransactions', { fallback })

const moneyTags = ['wallets.view', 'loads.view', 'transactions.view'] as const

/** What the person has, and what happened to it last. */
const MoneyColumn = ({ id }: { id: string }) => {
  const can = useCan()
  return (
    <Stack className="min-w-0">
      {can('wallets.view') && <UserBalance id={id} />}
      {can('loads.view') && <LatestLoads id={id} />}
      {can('transactions.view') && <LatestTransactions id={id} />}
    </Stack>
  )
}

const columns = {
  two: 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
  // Where three columns have no room, the money and what follows it share the second one.
  three:
    'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:*:first:row-span-2 ' +
    'min-[90rem]:grid-cols-[19rem_minmax(0,1fr)_19rem] min-[90rem]:*:first:row-span-1',
}

/** What every reader needs first; each panel only for readers with its tag. */
const Overview = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const can = useCan()
  const { id, security } = user
  const hasMoney = moneyTags.some((tag) => can(tag))
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
        hasMoney ? columns.three : columns.two,
      )}
    >
      <Stack className="min-w-0">
        <Panel title={t('about.title')}>
          <UserFacts user={user} />
        </Panel>
        <UserActions user={user} />
        {can('users.view_pii') && <PersonalData id={id} />}
        <UserSellerCode id={id} />
      </Stack>
      {hasMoney && <MoneyColumn id={id} />}
      <Stack className="min-w-0">
        <Notes kind="user" id={id} />
        {can('kyc.view') && <UserKyc id={id} />}
        {security !== null && <UserSecurity person={user} security={security} />}
        {can('sessions.view') && <UserLockouts person={user} />}
        {can('audit.view') && <UserAudit id={id} />}
      </Stack>
    </div>
  )
}

/** The overview, or the section of the address. */
const Sections = ({ user }: { user: UserRecord }) => {
  const Section = useUserSection()
  return (
    <div>
      <UserTabs />
      {Section === null ? (
        <Overview user={user} />
      ) : (
        <div className="max-w-260">
          <Section id={user.id} />
        </div>
      )}
    </div>
  )
}

/** One cardholder or seller: `/admin/users/:id`. */
export const UserPage = () => {
  const id = usePathParam('id')
  return (
    <div className="w-full max-w-360">
      <WithUser key={id} id={id}>
        {(user) => (
          <Stack>
            <PageHeader title={user.name} back="/admin/users" status={<UserStatus {...user} />} />
            <Sections user={user} />
          </Stack>
        )}
      </WithUser>
    </div>
  )
}
