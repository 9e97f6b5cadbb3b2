import { listAdmins } from '@cardamom/contract/access/admins'
import { UserCog } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
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

/** Administrators and sellers of the companies that the reader may see: `/admin/admins`. */
export const AdminsPage = () => (
  <ListPage
    list={listAdmins}
    texts="admins"
    columns={[
      { name: 'person', onPhone: 'title', sort: 'email', cell: (row) => <Person {...row} /> },
      { name: 'type', onPhone: 'detail' },
      { name: 'companyName', onPhone: 'detail' },
      { name: 'status', onPhone: 'end', tones: adminTones },
      { name: 'overrides' },
      { name: 'lastActiveAt' },
      { name: 'createdAt' },
    ]}
    drawer={AdminDetails}
    icon={UserCog}
    live={['user.']}
  />
)
