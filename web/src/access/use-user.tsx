import { getUser } from '@cardamom/contract/access/users'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'

export type UserRecord = WireOf<typeof getUser>

/** Reads a person and shows what is inside; a person whom the reader may not see is missing. */
export const WithUser = ({ id, children }: { id: string; children: (user: UserRecord) => ReactNode }) => {
  const t = useText('users')
  const user = useCall(getUser, { params: { id }, errors: 'none' }, { live: ['user.', 'session.'] })
  return (
    <Loaded
      reads={{ user }}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing')}
          action={<ButtonLink to="/admin/users">{t('allUsers')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {({ user: found }) => children(found)}
    </Loaded>
  )
}
