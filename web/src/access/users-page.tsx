import { listUsers, userStatuses } from '@cardamom/contract/access/users'
import { Users } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useUserBulkActions } from './user-bulk-actions.ts'
import { identityTones, userTones } from './user-status.tsx'

const UserDrawer = part(() => import('./user-drawer.tsx'), 'UserDrawer', {
  fallback: <SkeletonRows rows={6} />,
})

const Person = ({ name, email }: RowOf<typeof listUsers>) => (
  <>
    <span className="block font-medium">{name}</span>
    <span className="block text-base text-mute md:text-sm">{email}</span>
  </>
)

/** Cardholders and sellers of the companies that the reader may see: `/admin/users`. */
export const UsersPage = () => {
  const t = useText('users')
  return (
    <ListPage
      list={listUsers}
      texts="users"
      columns={[
        {
          name: 'person',
          onPhone: 'title',
          sort: 'name',
          file: ['name', 'email'],
          cell: (row) => <Person {...row} />,
        },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'identity', tones: identityTones },
        { name: 'status', onPhone: 'end', tones: userTones },
        { name: 'lastActiveAt' },
        { name: 'createdAt' },
      ]}
      details={[{ name: 'kind' }, { name: 'isTest' }]}
      tabs={userStatuses.map((tab) => ({ tab, name: t(`values.status.${tab}`) }))}
      bulk={useUserBulkActions()}
      drawer={UserDrawer}
      icon={Users}
      live={['user.']}
    />
  )
}
