import { getCompany } from '@cardamom/contract/companies/company-record'
import type { WireOf } from '@cardamom/contract/endpoint'
import { listFeeSchedules } from '@cardamom/contract/fees/fee-schedules'
import { readCompanyEarnings } from '@cardamom/contract/reports/company-home'
import { getWallets } from '@cardamom/contract/wallets/wallet-records'
import { Palette, Percent, UserPlus } from 'lucide-react'
import { cappedCountText } from '../kernel/capped-count.ts'
import { sumOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import { isNothing } from '../ui/payments/share-parts.ts'
import { balanceLive } from '../ui/wallets/balance-live.ts'
import { useMinutely } from './minutely.ts'

preloadText('roleHomes')

type Company = WireOf<typeof getCompany>
type Wallets = WireOf<typeof getWallets>
type Part = Wallets['pending'][number]

const daysShown = 4

/** Pending money by the day of its release, the next first; what has no day yet is last. */
const pendingDays = (parts: readonly Part[]) => {
  const dayOf = ({ runAt }: Part) => runAt ?? ''
  const days = [...Map.groupBy(parts, dayOf)].map(([runAt, each]) => ({
    runAt: runAt === '' ? null : runAt,
    amount: sumOf(each.map(({ amount }) => amount)),
    count: each.reduce((sum, { count }) => sum + count, 0),
  }))
  return days.toSorted((one, other) => (one.runAt ?? '9').localeCompare(other.runAt ?? '9'))
}

const Pending = ({ pending }: Pick<Wallets, 'pending'>) => {
  const t = useText('roleHomes')
  const date = useDates()
  const days = pendingDays(pending)
  return (
    <section className="pt-3">
      <h3 className="pb-1 text-base font-medium md:text-sm">{t('money.pending')}</h3>
      {days.length === 0 ? (
        <p className="text-mute md:text-base">{t('money.none')}</p>
      ) : (
        <KvRows>
          {days.slice(0, daysShown).map(({ runAt, amount, count }) => (
            <KvRow
              key={runAt ?? 'undated'}
              name={runAt === null ? t('money.undated') : date(runAt, 'day')}
              below={t('money.parts', { count })}
            >
              {moneyText(amount)}
            </KvRow>
          ))}
        </KvRows>
      )}
      {days.length > daysShown && (
        <p className="pt-1 text-base text-mute md:text-sm">
          {t('money.more', { count: days.length - daysShown })}
        </p>
      )}
    </section>
  )
}

const Money = ({ id, name }: Pick<Company, 'id' | 'name'>) => {
  const t = useText('roleHomes')
  const wallets = useCall(getWallets, { params: { id } }, { live: balanceLive })
  return (
    <Panel
      title={t('money.title', { name })}
      action={<TextLink to={`/admin/wallets/${id}`}>{t('money.wallets')}</TextLink>}
    >
      <Loaded reads={{ wallets }} failed={t('failed')}>
        {({ wallets: found }) => (
          <>
            <Figures>
              {found.wallets.map(({ wallet, available }) => (
                <Figure key={wallet} name={t(`money.${wallet}`)}>
                  {moneyText(available)}
                </Figure>
              ))}
            </Figures>
            {found.owed !== null && found.owed !== '0.00' && (
              <p className="pt-2 text-base text-mute md:text-sm">
                {t('money.owed', { amount: moneyText(found.owed) })}
              </p>
            )}
            <Pending pending={found.pending} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** The first day of the month before, to name it. */
const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 10)
}

const Earned = () => {
  const t = useText('roleHomes')
  const date = useDates()
  const can = useCan()
  const earnings = useCall(readCompanyEarnings, {})
  useMinutely(earnings.refetch)
  return (
    <Loaded reads={{ earnings }} failed={t('failed')}>
      {({ earnings: { month, now, before } }) => (
        <Panel
          title={t('earned.title', { month: date(month, 'month') })}
          action={
            can('settlements.view') === true && <TextLink to="/admin/settlements">{t('earned.all')}</TextLink>
          }
        >
          <p className="num text-2xl font-semibold">{moneyText(now.total)}</p>
          <p className="num pb-2 text-base text-mute md:text-sm">
            {t('earned.before', {
              amount: moneyText(before.total),
              month: date(monthBefore(month), 'month'),
            })}
          </p>
          <KvRows>
            <KvRow name={t('earned.pending')}>{moneyText(now.pending)}</KvRow>
            <KvRow name={t('earned.due')}>{moneyText(now.due)}</KvRow>
            {!isNothing(now.stopped) && <KvRow name={t('earned.stopped')}>{moneyText(now.stopped)}</KvRow>}
            <KvRow name={t('earned.settled')}>{moneyText(now.settled)}</KvRow>
            {!isNothing(now.owed) && <KvRow name={t('earned.owed')}>{moneyText(now.owed)}</KvRow>}
          </KvRows>
          <p className="pt-2 text-base text-mute md:text-sm">{t('earned.of', { count: now.shares })}</p>
        </Panel>
      )}
    </Loaded>
  )
}

const People = ({ id, people, cards, belowCount }: Company) => {
  const t = useText('roleHomes')
  const can = useCan()
  const linked = (to: string, tag: 'users.view' | 'companies.view', count: number) =>
    can(tag) === true && count > 0 ? (
      <TextLink to={to}>{cappedCountText(count)}</TextLink>
    ) : (
      cappedCountText(count)
    )
  return (
    <Panel title={t('people.title')} action={<TextLink to="/admin/tiers">{t('people.tiers')}</TextLink>}>
      <KvRows>
        <KvRow name={t('people.people')}>
          {linked(`/admin/users?companyId=${id}&isTest=false`, 'users.view', people)}
        </KvRow>
        <KvRow name={t('people.cards')}>{cappedCountText(cards)}</KvRow>
        <KvRow name={t('people.below')}>
          {linked(`/admin/companies?parentId=${id}`, 'companies.view', belowCount)}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

/** Whether the company has no fees of its own yet; false for who may not set them. */
const useLacksFees = (id: string): boolean => {
  const may = useCan()('tier_fees.manage_below') === true
  const own = useCall(listFeeSchedules, { input: { companyId: id, limit: 1 } }, { enabled: may })
  return may && own.data?.count === 0
}

/** What a new company has not done yet; nothing once all of it is done. */
const NextSteps = ({ id, people, hasOwnBranding, origin }: Company) => {
  const t = useText('roleHomes')
  const can = useCan()
  const steps = [
    people === 0 && {
      step: 'people' as const,
      icon: UserPlus,
      to: can('sellers.codes.manage') === true ? '/admin/seller-codes/new' : null,
    },
    !hasOwnBranding &&
      can('companies.settings') === true && {
        step: 'brand' as const,
        icon: Palette,
        to: `/admin/companies/${id}/settings/brand`,
      },
    useLacksFees(id) && { step: 'fees' as const, icon: Percent, to: '/admin/fees/set' },
  ].filter((each) => each !== false)
  if (steps.length === 0) return null
  return (
    <Panel flush title={t('next.title')}>
      <ul className="mt-2 *:not-last:border-b *:not-last:border-line2">
        {steps.map(({ step, icon, to }) => (
          <Row
            key={step}
            icon={icon}
            tone="brand"
            title={t(`next.${step}.title`)}
            below={t(`next.${step}.body`, { origin })}
            {...(to === null ? {} : { to })}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** The reader's own company: its money, what it earns itself, its people and cards, and what it has not done yet. */
export const CompanyHome = ({ companyId: id }: { companyId: string }) => {
  const t = useText('roleHomes')
  const can = useCan()
  const company = useCall(getCompany, { params: { id } }, { live: ['company.'] })
  const seesMoney = can('wallets.view') === true
  return (
    <Loaded reads={{ company }} failed={t('failed')} missing={null}>
      {({ company: found }) =>
        found.isOperatorCompany ? null : (
          <div className="flex flex-col gap-4 pb-4">
            <NextSteps {...found} />
            <div className="grid items-start gap-4 lg:grid-cols-3">
              {seesMoney && <Money {...found} />}
              {seesMoney && <Earned />}
              <People {...found} />
            </div>
          </div>
        )
      }
    </Loaded>
  )
}
