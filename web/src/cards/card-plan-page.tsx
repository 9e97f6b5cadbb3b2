import {
  archiveCardPlan,
  deleteCardPlan,
  getCardPlan,
  listCardPlans,
  restoreCardPlan,
  updateCardPlan,
} from '@cardamom/contract/cards/card-plans'
import { getCardType, listCardTypes } from '@cardamom/contract/cards/card-types'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { usePathParam } from '../kernel/router.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { RecordForm } from '../ui/record-form.tsx'
import { CardPlanFacts } from './card-plan-facts.tsx'
import { usePlanFields } from './card-plan-fields.ts'
import { CatalogueActions } from './catalogue-actions.tsx'
import { CatalogueState } from './catalogue-state.tsx'
import { WithCardPlan, type CardPlan } from './use-card-plan.tsx'

preloadText('cardPlans')
preloadText('catalogue')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

const calls = {
  archive: archiveCardPlan,
  restore: restoreCardPlan,
  remove: deleteCardPlan,
  read: getCardPlan,
  list: listCardPlans,
  path: '/admin/plans',
}

const PlanForm = ({ plan }: { plan: CardPlan }) => {
  const { others } = usePlanFields()
  return (
    <RecordForm
      record={plan}
      read={getCardPlan}
      params={{ id: plan.id }}
      endpoint={updateCardPlan}
      fields={others}
      lists={[listCardPlans, listCardTypes, getCardType]}
    />
  )
}

/** One plan: `/admin/plans/:id`. */
export const CardPlanPage = () => {
  const t = useText('cardPlans')
  const id = usePathParam('id')
  return (
    <Page>
      <WithCardPlan key={id} id={id}>
        {(plan) => (
          <Stack>
            <PageHeader title={plan.name} back="/admin/plans" status={<CatalogueState {...plan} />} />
            <Panel title={t('edit')}>
              <PlanForm plan={plan} />
            </Panel>
            <Panel title={t('about')}>
              <CardPlanFacts plan={plan} />
            </Panel>
            <CatalogueActions record={plan} calls={calls} />
          </Stack>
        )}
      </WithCardPlan>
    </Page>
  )
}
