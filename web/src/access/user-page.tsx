import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { usePathParam } from '../kernel/router.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { PersonalData } from './personal-data.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit, UserKyc, UserSecurity } from './user-sections.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserSellerCode } from './user-seller-code.tsx'
import { UserStatus } from './user-status.tsx'
import { WithUser, type UserRecord } from './use-user.tsx'

preloadText('users')

/** Each section only for readers with its tag. */
const Sections = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const can = useCan()
  const { id, security } = user
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Stack className="min-w-0">
        <Panel title={t('about.title')}>
          <UserFacts user={user} />
        </Panel>
        {can('users.view_pii') && <PersonalData id={id} />}
      </Stack>
      <Stack className="min-w-0">
        <UserActions user={user} />
        <UserSellerCode id={id} />
        {can('kyc.view') && <UserKyc id={id} />}
        {security !== null && <UserSecurity person={user} security={security} />}
        {can('audit.view') && <UserAudit id={id} />}
      </Stack>
    </div>
  )
}

/** One cardholder or seller: `/admin/users/:id`. */
export const UserPage = () => {
  const id = usePathParam('id')
  return (
    <div className="mx-auto w-full max-w-260">
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
