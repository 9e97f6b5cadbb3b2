import { getAdmin, type listAdmins } from '@cardamom/contract/access/admins'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import type { RowOf } from '../../ui/list/use-list-pages.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { DateText } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { AdminActions } from './admin-actions.tsx'
import { adminTones } from './admin-tones.ts'
import { useRoleNames, type AdminRecord } from './use-admin-rights.ts'

/** The title above the details; it shows the list's row until the person is read. */
const Title = ({ name, email, status }: Pick<AdminRecord, 'name' | 'email' | 'status'>) => {
  const t = useText('admins')
  return (
    <header className="flex flex-col items-start gap-2">
      <div className="min-w-0">
        <h3 className="text-md font-semibold wrap-anywhere">{name}</h3>
        <p className="text-base wrap-anywhere text-mute md:text-sm">{email}</p>
      </div>
      <Status tone={adminTones[status]}>{t(`values.status.${status}`)}</Status>
    </header>
  )
}

const Facts = ({ admin }: { admin: AdminRecord }) => {
  const t = useText('admins')
  const roleName = useRoleNames()
  const { companiesSeen: seen, factors, lastActiveAt } = admin
  const facts: [string, ReactNode][] = [
    [t('fields.type'), t(`values.type.${admin.type}`)],
    [t('edit.roleId'), roleName(admin.roleId)],
    [t('fields.companyName'), admin.companyName],
    [t('details.sees'), seen === null ? t('details.seesAll') : t('details.seesSome', { count: seen })],
    [t('fields.overrides'), t('details.overrides', { count: admin.overrides })],
    [
      t('fields.lastActiveAt'),
      lastActiveAt === null ? t('details.never') : <DateText value={lastActiveAt} variant="dayTime" />,
    ],
    [t('details.sessions'), String(admin.openSessions)],
    [t('details.factors'), factors.map(({ name }) => name).join(', ') || t('details.noFactors')],
    [t('details.passkey'), t(admin.passkeyRequired ? 'details.required' : 'details.optional')],
    [t('fields.createdAt'), <DateText key="createdAt" value={admin.createdAt} variant="dayTime" />],
  ]
  return (
    <KvRows>
      {facts.map(([name, value]) => (
        <KvRow key={name} name={name}>
          {value}
        </KvRow>
      ))}
    </KvRows>
  )
}

/** One administrator, shown next to the list: what they see, and how they log in. */
export const AdminDetails = ({ id, row }: { id: string; row: RowOf<typeof listAdmins> | undefined }) => {
  const t = useText('admins')
  const admin = useCall(getAdmin, { params: { id } }, { live: ['user.'] })
  const shown = admin.data ?? row
  return (
    <div className="flex flex-col gap-5">
      {shown && <Title {...shown} />}
      <Loaded reads={{ admin }} failed={t('failed')}>
        {(read) => (
          <>
            <ButtonLink to={`/admin/admins/${id}/permissions`} icon={KeyRound} fullWidth>
              {t('permissions')}
            </ButtonLink>
            <AdminActions admin={read.admin} />
            <Facts admin={read.admin} />
          </>
        )}
      </Loaded>
    </div>
  )
}
