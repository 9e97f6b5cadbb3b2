import { adminStatuses, listAdmins } from '@cardamom/contract/access/admins'
import { Plus, UserCog } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { adminTones } from './admins/admin-tones.ts'

const AdminDetails = part(() => import('./admins/admin-details.tsx'), 'AdminDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Person = ({ name, email }: RowOf<typeof listAdmins>) => (
  <>
    <span className="block font-medium">{name}</span>
    <span className="block text-base text-mute md:text-sm">{email}</span>
  </>
)

const Invite = () => {
  const t = useText('admins')
  const can = useCan()
  if (!can('admins.create')) return null
  return (
    <ButtonLink to="/admin/admins/new" variant="primary" icon={Plus}>
      {t('create.title')}
    </ButtonLink>
  )
}

/** Administrators and sellers of the companies that the reader may see: `/admin/admins`. */
export const AdminsPage = () => {
  const t = useText('admins')
  return (
    <ListPage
      list={listAdmins}
      texts="admins"
      columns={[
        {
          name: 'person',
          onPhone: 'title',
          sort: 'email',
          file: ['name', 'email'],
          cell: (row) => <Person {...row} />,
        },
        { name: 'type', onPhone: 'detail' },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'status', onPhone: 'end', tones: adminTones },
        { name: 'overrides', file: [] },
        { name: 'lastActiveAt' },
        { name: 'createdAt' },
      ]}
      tabs={adminStatuses.map((tab) => ({ tab, name: t(`values.status.${tab}`) }))}
      primary={<Invite />}
      drawer={AdminDetails}
      icon={UserCog}
      live={['user.']}
    />
  )
}
