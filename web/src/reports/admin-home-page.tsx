import { readGoLive, reportDays } from '@cardamom/contract/reports'
import { ChartArea } from 'lucide-react'
import { useNowMs } from '../kernel/clock.ts'
import { capital } from '../kernel/date-text.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'
import { useRoleName } from '../shell/person.ts'
import { Segmented } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { usePeriod, type Days } from './period.ts'
import { ProvidersWell } from './provider-health.tsx'

/** The charts and their library. */
const Figures = part(() => import('./figures.tsx'), 'Figures', { fallback: <SkeletonRows rows={6} /> })

const MasterBalanceCard = part(() => import('./master-balance-card.tsx'), 'MasterBalanceCard', {
  fallback: <SkeletonRows rows={2} />,
})
const CompanyHome = part(() => import('./company-home.tsx'), 'CompanyHome', {
  fallback: <SkeletonRows rows={6} />,
})
const RecentLoads = part(() => import('./recent-loads.tsx'), 'RecentLoads', {
  fallback: <SkeletonRows rows={5} />,
})
const DepositorHome = part(() => import('./depositor-home.tsx'), 'DepositorHome', {
  fallback: <SkeletonRows rows={5} />,
})

/** Roles that work for one company, and the role that enters deposits (domain §2). The other tags are granted to role 9. */
const [companyAdmin, depositor, grantedAdmin] = [5, 4, 9]

/** Which homes a person has besides the usual figures, by their role and what they may do. */
const useHomes = (roleId: number) => {
  const can = useCan()
  return {
    company: (roleId === companyAdmin || roleId === grantedAdmin) && can('companies.view') === true,
    deposits: (roleId === depositor || roleId === grantedAdmin) && can('deposits.create') === true,
  }
}

/** Tags that show figures. */
const figureTags = ['loads.view', 'cards.view', 'kyc.view'] as const

/** While items of the checklist are open, for those who may see them. */
const GoLiveNote = () => {
  const t = useText('adminHome')
  const state = useCall(readGoLive, {})
  return (
    <Loaded reads={{ state }} failed={t('goLive.failed')} waiting={null}>
      {({ state: { open } }) =>
        open > 0 && (
          <div className="pb-4">
            <NoteBox tone="bad" title={t('goLive.open', { count: open })}>
              <TextLink to="/admin/go-live">{t('goLive.show')}</TextLink>
            </NoteBox>
          </div>
        )
      }
    </Loaded>
  )
}

/** The homes of a person's role, and the figures that they may see. */
const RoleParts = ({ homes, days }: { homes: ReturnType<typeof useHomes>; days: Days }) => {
  const t = useText('adminHome')
  const { user } = useSession()
  const role = useRoleName(user)
  const can = useCan()
  const rights = figureTags.map((tag) => can(tag))
  return (
    <div className="grid gap-4">
      {homes.deposits && <DepositorHome />}
      {homes.company && can('loads.view') === true && <RecentLoads />}
      {rights.some((each) => each === true) && <Figures days={days} />}
      {rights.every((each) => each === false) && !homes.deposits && (
        <EmptyState icon={ChartArea} title={t('none.title', { role })}>
          {t('none.body')}
        </EmptyState>
      )}
    </div>
  )
}

/** The administrator's home page: what waits for them, and the figures of their companies (ux §2). */
export const AdminHomePage = () => {
  const t = useText('adminHome')
  const shell = useText('adminShell')
  const { user } = useSession()
  const role = useRoleName(user)
  const can = useCan()
  const date = useDates()
  const zone = useTimeZone()
  const now = new Date(useNowMs('minute'))
  const [days, choose] = usePeriod()
  const homes = useHomes(user?.role_id ?? 0)
  if (user === null) return null
  const hasFigures = figureTags.some((tag) => can(tag) === true)
  return (
    <>
      <PageHeader
        title={shell('pages.home')}
        facts={[`${capital(date(now, 'full'))}, ${date(now, 'time')} ${zone}`, role, user.user_company.name]}
      />
      {can('settings.view') === true && <ProvidersWell />}
      {can('settings.view') === true && <GoLiveNote />}
      {homes.company && <CompanyHome companyId={user.user_company.id} />}
      {hasFigures && (
        <div className="pb-4">
          <Segmented
            name="days"
            label={t('period.label')}
            value={days}
            onChange={choose}
            segments={reportDays.map((each) => ({ value: each, label: t(`period.${each}`) }))}
          />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <AttentionPanel />
          {can('issuer.master_balance.view') === true && <MasterBalanceCard />}
        </div>
        <RoleParts homes={homes} days={days} />
      </div>
    </>
  )
}
