import { useText } from '../kernel/i18n.tsx'
import type { RecordField } from '../ui/record-form.tsx'
import type { CardPlan } from './use-card-plan.tsx'

/** The fields of a plan. Its kind is chosen once. */
export const usePlanFields = (): { kind: RecordField<CardPlan>; others: RecordField<CardPlan>[] } => {
  const t = useText('cardPlans')
  return {
    kind: {
      name: 'kind',
      label: t('fields.kind'),
      hint: t('kindHint'),
      options: (['issue', 'replacement'] as const).map((value) => ({
        value,
        label: t(`values.kind.${value}`),
      })),
      typedOf: ({ kind }) => kind,
    },
    others: [
      { name: 'name', label: t('fields.name'), typedOf: ({ name }) => name, sentAs: (typed) => typed },
      {
        name: 'code',
        label: t('fields.code'),
        hint: t('codeHint'),
        typedOf: ({ code }) => code,
        sentAs: (typed) => typed,
      },
      {
        name: 'price',
        label: t('fields.price'),
        hint: t('priceHint'),
        kind: 'money',
        typedOf: ({ price }) => price,
        sentAs: (typed) => typed.trim(),
      },
    ],
  }
}
