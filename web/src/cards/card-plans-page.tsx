import { listCardPlans } from '@cardamom/contract/cards/card-plans'
import { Layers, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CatalogueState } from './catalogue-state.tsx'

const CardPlanDrawer = part(() => import('./card-plan-drawer.tsx'), 'CardPlanDrawer', {
  fallback: <SkeletonRows rows={6} />,
})

const NewPlan = () => {
  const t = useText('cardPlans')
  const can = useCan()
  if (!can('plans.manage')) return null
  return (
    <ButtonLink to="/admin/plans/new" variant="primary" icon={Plus}>
      {t('new.title')}
    </ButtonLink>
  )
}

/** What a new card or a replacement costs: `/admin/plans`. */
export const CardPlansPage = () => (
  <ListPage
    list={listCardPlans}
    texts="cardPlans"
    columns={[
      { name: 'name', onPhone: 'title' },
      { name: 'code', onPhone: 'detail' },
      { name: 'kind', onPhone: 'detail' },
      { name: 'price', onPhone: 'end' },
      { name: 'typeCount' },
      { name: 'state', onPhone: 'detail', cell: (row) => <CatalogueState {...row} variant="plain" /> },
      { name: 'createdAt' },
    ]}
    primary={<NewPlan />}
    drawer={CardPlanDrawer}
    icon={Layers}
  />
)
