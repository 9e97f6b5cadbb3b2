import { listCardPlans } from '@cardamom/contract/cards/card-plans'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import type { RecordField } from '../ui/record-form.tsx'
import type { CardType } from './use-card-type.tsx'

const mostPlans = 200

/** Plans that can be chosen. */
export const useChoosablePlans = () =>
  useCall(listCardPlans, { input: { archived: 'false', limit: mostPlans }, errors: 'none' })
type Plans = NonNullable<ReturnType<typeof useChoosablePlans>['data']>['items']

const asTyped = (typed: string) => typed
const asNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

/** The fields of a type of cards. Its kind is chosen once. */
export const useTypeFields = (
  plans: Plans,
): { kind: RecordField<CardType>; others: RecordField<CardType>[] } => {
  const t = useText('cardTypes')
  const plansOf = (kind: Plans[number]['kind']) =>
    plans
      .filter((plan) => plan.kind === kind)
      .map(({ id, name, code, price }) => ({ value: id, label: `${name} · ${moneyText(price)} · ${code}` }))
  return {
    kind: {
      name: 'kind',
      label: t('fields.kind'),
      hint: t('kindHint'),
      options: (['virtual', 'plastic', 'metal'] as const).map((value) => ({
        value,
        label: t(`values.kind.${value}`),
      })),
      typedOf: ({ kind }) => kind,
    },
    others: [
      { name: 'name', label: t('fields.name'), typedOf: ({ name }) => name, sentAs: asTyped },
      {
        name: 'code',
        label: t('fields.code'),
        hint: t('codeHint'),
        typedOf: ({ code }) => code,
        sentAs: asTyped,
      },
      {
        name: 'issuePlanId',
        label: t('fields.issuePlan'),
        options: plansOf('issue'),
        typedOf: ({ issuePlan }) => issuePlan.id,
      },
      {
        name: 'replacementPlanId',
        label: t('fields.replacementPlan'),
        options: plansOf('replacement'),
        typedOf: ({ replacementPlan }) => replacementPlan.id,
      },
      {
        name: 'design',
        label: t('fields.design'),
        hint: t('designHint'),
        typedOf: ({ design }) => design,
        sentAs: asTyped,
      },
      {
        name: 'deliveryBusinessDays',
        label: t('fields.delivery'),
        hint: t('deliveryHint'),
        kind: 'number',
        typedOf: ({ deliveryBusinessDays: days }) => String(days),
        sentAs: asNumber,
      },
      {
        name: 'position',
        label: t('fields.position'),
        hint: t('positionHint'),
        kind: 'number',
        typedOf: ({ position }) => String(position),
        sentAs: asNumber,
      },
      {
        name: 'offered',
        label: t('fields.offered'),
        options: [
          { value: 'true', label: t('offeredNow') },
          { value: 'false', label: t('announced') },
        ],
        typedOf: ({ offered }) => String(offered),
        sentAs: (typed) => typed === 'true',
      },
    ],
  }
}
