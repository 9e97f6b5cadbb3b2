import { listFeeSchedules, readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import { Percent, SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { percentText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { CompanyChoice } from '../ui/company-choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { dayOf, FeesInForce } from '../ui/fees/fees-in-force.tsx'
import { ScheduleRates } from '../ui/fees/schedule-rates.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { Tone } from '../ui/status.tsx'
import { FeeSimulator } from './fee-simulator.tsx'

preloadText('payinLimits')

type Row = RowOf<typeof listFeeSchedules>

const tones: Record<Row['state'], Tone> = { in_force: 'good', planned: 'info', past: 'neutral' }

const Day = ({ validFrom }: Pick<Row, 'validFrom'>) => useDates()(dayOf(validFrom), 'full')

const RowRates = ({ rates }: Pick<Row, 'rates'>) => {
  const t = useText('feeSchedules')
  return <ScheduleRates rates={rates} level={null} caption={t('fields.rates')} />
}

const useInForce = () => {
  const [{ companyId }] = useQueryParams()
  return useCall(readFeesInForce, { input: companyId === undefined ? {} : { companyId }, errors: 'none' })
}

/** What the reader can do with the fees that are shown. */
const Primary = () => {
  const t = useText('feeSchedules')
  const can = useCan()
  const found = useInForce().data
  if (!found) return null
  const { company, level, room } = found
  const ofCompany = company === null ? {} : { search: { companyId: company.id } }
  return (
    <div className="flex flex-wrap gap-2">
      {company !== null && room !== null && (
        <ButtonLink to="/admin/fees/set" variant="primary" {...ofCompany}>
          {t('form.set')}
        </ButtonLink>
      )}
      {level === 0 && can('fees.manage') === true && (
        <ButtonLink to="/admin/fees/new" variant="primary" {...ofCompany}>
          {t('form.add')}
        </ButtonLink>
      )}
    </div>
  )
}

const Above = () => {
  const t = useText('feeSchedules')
  const can = useCan()
  const [{ companyId }, change] = useQueryParams()
  const inForce = useInForce()
  return (
    <Loaded
      reads={{ inForce }}
      waiting={<SkeletonRows rows={8} />}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing.title')}
          action={<ButtonLink to="/admin/fees">{t('missing.back')}</ButtonLink>}
        >
          {t('missing.body')}
        </EmptyState>
      }
    >
      {(found) => (
        <>
          {can('companies.view') && (
            <CompanyChoice
              chosen={companyId}
              none={t(found.inForce.level === 0 ? 'allCompanies' : 'ownCompany')}
              choose={(id) => change({ companyId: id })}
            />
          )}
          {found.inForce.company !== null && found.inForce.level === 0 && (
            <div>
              <TextLink to="/admin/fees">{t('allCompanies')}</TextLink>
            </div>
          )}
          <FeesInForce found={found.inForce} />
          <FeeSimulator companyId={companyId ?? found.inForce.company?.id} />
        </>
      )}
    </Loaded>
  )
}

/** Fees in force, what a load yields, and the versions: `/admin/fees`; of one company: `?companyId=`. */
export const FeeSchedulesPage = () => (
  <ListPage
    list={listFeeSchedules}
    texts="feeSchedules"
    columns={[
      { name: 'companyName', onPhone: 'title' },
      { name: 'state', onPhone: 'end', tones },
      { name: 'validFrom', onPhone: 'detail', cell: (row) => <Day {...row} /> },
      {
        name: 'regular',
        onPhone: 'detail',
        align: 'end',
        cell: ({ rates }) => percentText(rates.regular.total),
        file: ['regular', 'regularParts'],
      },
      {
        name: 'immediate',
        align: 'end',
        cell: ({ rates }) => percentText(rates.immediate.total),
        file: ['immediate', 'immediateParts'],
      },
      { name: 'way' },
      { name: 'version', cell: ({ version }) => version },
    ]}
    details={[
      { name: 'rates', cell: (row) => <RowRates {...row} />, file: ['transfer'] },
      { name: 'reason' },
      { name: 'createdByName' },
      { name: 'approvedByName' },
      { name: 'createdAt' },
    ]}
    icon={Percent}
    above={<Above />}
    primary={<Primary />}
  />
)
