import { getAdmin } from '@cardamom/contract/access/admins'
import { SearchX } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { OpenRequests } from './admins/open-requests.tsx'
import { PermissionEditor } from './admins/permission-editor.tsx'
import { useRoleNames } from './admins/use-admin-rights.ts'

preloadText('permissions')
preloadText('admins')
preloadText('refusals')
preloadText('fields')

const Missing = () => {
  const t = useText('admins')
  const permissions = useText('permissions')
  return (
    <>
      <PageHeader title={permissions('title')} back="/admin/admins" />
      <EmptyState
        icon={SearchX}
        title={t('missing')}
        titleAs="h2"
        action={<ButtonLink to="/admin/admins">{t('all')}</ButtonLink>}
      >
        {null}
      </EmptyState>
    </>
  )
}

/** What one administrator sees and can do, and a change of it: `/admin/admins/:id/permissions`. */
export const AdminPermissionsPage = () => {
  const t = useText('permissions')
  const admins = useText('admins')
  const roleName = useRoleNames()
  const id = usePathParam('id')
  const admin = useCall(
    getAdmin,
    { params: { id }, errors: 'none' },
    { live: ['user.', 'approval.'], staleMs: 0 },
  )
  return (
    <Loaded reads={{ admin }} failed={admins('failed')} missing={<Missing />}>
      {({ admin: found }) => (
        <Stack>
          <PageHeader
            title={t('page', { name: found.name })}
            back="/admin/admins"
            facts={[
              roleName(found.roleId),
              found.companyName,
              <span key="email" className="wrap-anywhere">
                {found.email}
              </span>,
            ]}
          />
          <OpenRequests admin={found} />
          <PermissionEditor key={id} admin={found} />
          <Notes kind="admin" id={id} />
        </Stack>
      )}
    </Loaded>
  )
}
