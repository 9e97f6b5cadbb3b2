import type { listUsers } from '@cardamom/contract/access/users'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { UserFacts } from './user-facts.tsx'
import { UserStatus } from './user-status.tsx'
import { WithUser } from './use-user.tsx'

/** One person next to the list: the account's facts, and the way to their page. */
export const UserDrawer = ({ id, row }: { id: string; row: RowOf<typeof listUsers> | undefined }) => {
  const t = useText('users')
  return (
    <div className="flex flex-col gap-5">
      {row && <h3 className="text-md font-semibold wrap-anywhere">{row.name}</h3>}
      <WithUser id={id}>
        {(user) => (
          <>
            {!row && <h3 className="text-md font-semibold wrap-anywhere">{user.name}</h3>}
            <UserStatus {...user} />
            <ButtonLink to={`/admin/users/${id}`} variant="primary" fullWidth>
              {t('show')}
            </ButtonLink>
            <UserFacts user={user} />
          </>
        )}
      </WithUser>
    </div>
  )
}
