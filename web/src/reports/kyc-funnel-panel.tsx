import type { WireOf } from '@cardamom/contract/endpoint'
import { funnelSteps, type readKycFunnel } from '@cardamom/contract/reports'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { countText, percentText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { Meter } from '../ui/meter.tsx'
import { ChartPanel } from '../ui/chart-panel.tsx'
import type { Days } from './period.ts'

type Funnel = WireOf<typeof readKycFunnel>
type Step = (typeof funnelSteps)[number]

/** The lists whose filters count the same. */
const useLists = ({ from, to }: Funnel, days: Days): Readonly<Record<Step, string | null>> => {
  const seesPeople = useCan()('users.view') === true
  const people = (filter = '') =>
    seesPeople ? `/admin/users?from=${from}&to=${to}&isTest=false${filter}` : null
  return {
    registered: people(),
    confirmed: people('&status=active'),
    started: `/admin/kyc?startedWithin=${days}&isTest=false`,
    inReview: `/admin/kyc?status=needs_review&startedWithin=${days}&isTest=false`,
    verified: people('&identity=verified'),
  }
}

/** From the registration to a verified identity: a bar for each step. */
export const KycFunnelPanel = ({ funnel, days }: { funnel: Funnel; days: Days }) => {
  const t = useText('adminHome')
  const date = useDates()
  const lists = useLists(funnel, days)
  const most = Math.max(1, ...funnelSteps.map((step) => funnel[step]))
  const shareOf = (step: Step): string =>
    funnel.registered === 0 || step === 'registered'
      ? ''
      : percentText(((funnel[step] / funnel.registered) * 100).toFixed(1))
  return (
    <ChartPanel
      title={t('funnel.title', { days })}
      fileName={t('funnel.fileName')}
      asOf={date(funnel.asOf, 'time')}
      head={[t('funnel.step'), t('funnel.count'), t('funnel.ofRegistered')]}
      rows={funnelSteps.map((step) => ({
        key: step,
        cells: [t(`funnel.${step}`), countText(funnel[step]), shareOf(step)],
        to: lists[step],
      }))}
      file={funnelSteps.map((step) => [t(`funnel.${step}`), funnel[step], shareOf(step)])}
    >
      <p className="pb-2 text-base text-mute md:text-sm">{t('funnel.lead')}</p>
      <ul className="grid gap-2">
        {funnelSteps.map((step) => {
          const name = t(`funnel.${step}`)
          const count = countText(funnel[step])
          const to = lists[step]
          const line = (
            <span className="flex min-h-11 items-end justify-between gap-3 pb-1 md:min-h-7 md:text-base">
              <span>{name}</span>
              <span className="num">
                <span className="mr-3 text-mute">{shareOf(step)}</span>
                <b className="font-semibold">{count}</b>
              </span>
            </span>
          )
          return (
            <li key={step}>
              {to === null ? line : <Link to={to}>{line}</Link>}
              <Meter thick label={`${name}: ${count}`} share={funnel[step] / most} />
            </li>
          )
        })}
      </ul>
    </ChartPanel>
  )
}
