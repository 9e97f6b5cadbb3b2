import type { listCardPlans } from '@cardamom/contract/cards/card-plans'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { CardPlanFacts } from './card-plan-facts.tsx'
import { CatalogueState } from './catalogue-state.tsx'
import { WithCardPlan } from './use-card-plan.tsx'

/** One plan next to the list. */
export const CardPlanDrawer = ({ id, row }: { id: string; row: RowOf<typeof listCardPlans> | undefined }) => {
  const t = useText('cardPlans')
  const can = useCan()
  return (
    <div className="flex flex-col gap-5">
      {row && <h3 className="text-md font-semibold wrap-anywhere">{row.name}</h3>}
      <WithCardPlan id={id}>
        {(plan) => (
          <>
            {!row && <h3 className="text-md font-semibold wrap-anywhere">{plan.name}</h3>}
            <div>
              <CatalogueState {...plan} />
            </div>
            <CardPlanFacts plan={plan} />
            {can('plans.manage') && (
              <ButtonLink to={`/admin/plans/${id}`} variant="primary" fullWidth>
                {t('open')}
              </ButtonLink>
            )}
            <Notes kind="plan" id={id} />
          </>
        )}
      </WithCardPlan>
    </div>
  )
}
