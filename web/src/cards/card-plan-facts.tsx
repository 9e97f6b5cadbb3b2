import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText, Money } from '../ui/money.tsx'
import type { CardPlan } from './use-card-plan.tsx'

/** What a plan is, and the types of cards that have it. */
export const CardPlanFacts = ({ plan }: { plan: CardPlan }) => {
  const t = useText('cardPlans')
  return (
    <KvRows>
      <KvRow name={t('fields.code')}>{plan.code}</KvRow>
      <KvRow name={t('fields.kind')}>{t(`values.kind.${plan.kind}`)}</KvRow>
      <KvRow name={t('fields.price')}>
        <Money amount={plan.price} />
      </KvRow>
      <KvRow name={t('fields.typeCount')}>
        {plan.types.length === 0 ? (
          t('noTypes')
        ) : (
          <span className="flex flex-col items-end">
            {plan.types.map(({ id, name }) => (
              <TextLink key={id} to="/admin/card-types" search={{ open: id }}>
                {name}
              </TextLink>
            ))}
          </span>
        )}
      </KvRow>
      <KvRow name={t('fields.createdAt')}>
        <DateText value={plan.createdAt} variant="dayTime" />
      </KvRow>
    </KvRows>
  )
}
