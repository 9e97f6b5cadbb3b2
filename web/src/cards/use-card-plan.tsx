import { getCardPlan } from '@cardamom/contract/cards/card-plans'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'

export type CardPlan = WireOf<typeof getCardPlan>

/** Reads a plan and shows what is inside. */
export const WithCardPlan = ({ id, children }: { id: string; children: (plan: CardPlan) => ReactNode }) => {
  const t = useText('cardPlans')
  const plan = useCall(getCardPlan, { params: { id }, errors: 'none' })
  return (
    <Loaded
      reads={{ plan }}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing')}
          action={<ButtonLink to="/admin/plans">{t('all')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {({ plan: found }) => children(found)}
    </Loaded>
  )
}
