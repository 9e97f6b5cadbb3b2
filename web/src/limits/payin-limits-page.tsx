import { listPayinLimits, readPayinLimits } from '@cardamom/contract/limits/payin-limits'
import { Gauge, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CompanyChoice } from '../ui/company-choice.tsx'
import { PayinLimitRows, type CategoryLimit, type LimitsInForce } from '../ui/limits/payin-limit-rows.tsx'

const LimitDialog = dialogPart(async () => (await import('./payin-limit-dialog.tsx')).PayinLimitDialog)

type Row = RowOf<typeof listPayinLimits>

const InForcePanel = ({ found }: { found: LimitsInForce }) => {
  const t = useText('payinLimits')
  const [changed, setChanged] = useState<CategoryLimit['category'] | null>(null)
  const { company, limits } = found
  const changing = limits.find(({ category }) => category === changed)
  return (
    <Panel title={t('now', { name: company?.name ?? t('platform') })}>
      <p className="pb-2 text-mute md:text-base">{t(company === null ? 'leadPlatform' : 'lead')}</p>
      <PayinLimitRows
        found={found}
        action={({ category }) => (
          <Button
            aria-label={t('changeOf', { category: t(`values.category.${category}`) })}
            onClick={() => setChanged(category)}
          >
            {t('change')}
          </Button>
        )}
      />
      {changing && (
        <LimitDialog
          key={changing.category}
          open
          company={company}
          limit={changing}
          close={() => setChanged(null)}
        />
      )}
    </Panel>
  )
}

const Above = () => {
  const t = useText('payinLimits')
  const [{ companyId }, change] = useQueryParams()
  const inForce = useCall(readPayinLimits, {
    input: companyId === undefined ? {} : { companyId },
    errors: 'none',
  })
  return (
    <>
      <CompanyChoice chosen={companyId} none={t('ofPlatform')} choose={(id) => change({ companyId: id })} />
      <Loaded
        reads={{ inForce }}
        waiting={<SkeletonRows rows={7} />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('missing.title')}
            action={<ButtonLink to="/admin/limits/payin">{t('missing.back')}</ButtonLink>}
          >
            {t('missing.body')}
          </EmptyState>
        }
      >
        {(found) => <InForcePanel key={found.inForce.company?.id ?? ''} found={found.inForce} />}
      </Loaded>
    </>
  )
}

const Company = ({ companyId, companyName }: Pick<Row, 'companyId' | 'companyName'>) => {
  const t = useText('payinLimits')
  return <span className="font-medium">{companyId === null ? t('platformRow') : companyName}</span>
}

const SetBy = ({ level }: Pick<Row, 'level'>) => useText('payinLimits')(`level.${level}` as 'level.0')

const InForce = ({ inForce }: Pick<Row, 'inForce'>) => {
  const t = useText('payinLimits')
  return (
    <span className="num">
      {t('range', { minimum: moneyText(inForce.minimum), maximum: moneyText(inForce.maximum) })},{' '}
      {t('aDay', { amount: moneyText(inForce.daily) })}
    </span>
  )
}

/** Pay-in limits in force, used and left today, and what was set: `/admin/limits/payin`; of a company: `?companyId=`. */
export const PayinLimitsPage = () => (
  <ListPage
    list={listPayinLimits}
    texts="payinLimits"
    columns={[
      { name: 'companyName', onPhone: 'title', cell: (row) => <Company {...row} /> },
      { name: 'category', onPhone: 'end' },
      { name: 'minimum' },
      { name: 'maximum', onPhone: 'detail' },
      { name: 'daily', onPhone: 'detail' },
      { name: 'used', align: 'end', cell: ({ today }) => today && moneyText(today.used) },
      { name: 'left', align: 'end', cell: ({ today }) => today && moneyText(today.left) },
      { name: 'level', cell: (row) => <SetBy {...row} />, file: [] },
    ]}
    details={[
      { name: 'inForce', cell: (row) => <InForce {...row} />, file: [] },
      { name: 'reason' },
      { name: 'changedAt' },
      { name: 'changedByName' },
    ]}
    icon={Gauge}
    above={<Above />}
  />
)
