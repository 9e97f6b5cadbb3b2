import { Wrench } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { useNowMs } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { useAdminGroups } from './admin-nav.ts'
import { personName, useRoleName } from './person.ts'

/** Whether the side bar has a page beside this one; undefined while the permissions are loaded. */
const useHasTools = (): boolean | undefined => {
  const can = useCan()
  const groups = useAdminGroups()
  if (groups.some(({ navItems }) => navItems.some(({ to }) => to !== '/admin'))) return true
  return can('kyc.view') === undefined ? undefined : false
}

/**
 * The admin's home page: who is signed in with which role, and a note that (more) tools of the role will
 * follow.
 */
export const AdminHomePage = () => {
  const t = useText('adminShell')
  const { user } = useSession()
  const role = useRoleName(user)
  const hasTools = useHasTools()
  const date = useDates()
  const zone = useTimeZone()
  const now = new Date(useNowMs('minute'))
  if (user === null) return null
  return (
    <>
      <PageHeader
        title={t('pages.home')}
        facts={[`${capital(date(now, 'full'))}, ${date(now, 'time')} ${zone}`, role]}
      />
      <div className="grid gap-4 md:max-w-180">
        {hasTools !== undefined && (
          <NoteBox tone="info" icon={Wrench} title={t(hasTools ? 'coming.more' : 'coming.title', { role })}>
            {t('coming.body')}
          </NoteBox>
        )}
        <Panel title={t('you')}>
          <KvRows>
            <KvRow name={t('name')}>{personName(user)}</KvRow>
            <KvRow name={t('email')}>{user.email}</KvRow>
            <KvRow name={t('role')}>{role}</KvRow>
            <KvRow name={t('company')}>{user.user_company.name}</KvRow>
          </KvRows>
        </Panel>
      </div>
    </>
  )
}
