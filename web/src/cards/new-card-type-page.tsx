import { listCardPlans } from '@cardamom/contract/cards/card-plans'
import { createCardType, listCardTypes } from '@cardamom/contract/cards/card-types'
import { Layers } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NewRecordForm } from '../ui/new-record-form.tsx'
import { Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { useChoosablePlans, useTypeFields } from './card-type-fields.ts'

preloadText('cardTypes')
preloadText('refusals')
preloadText('fields')

type Plans = Parameters<typeof useTypeFields>[0]

const NewTypeForm = ({ plans }: { plans: Plans }) => {
  const t = useText('cardTypes')
  const go = useGo()
  const { kind, others } = useTypeFields(plans)
  const firstOf = (wanted: string) => plans.find((plan) => plan.kind === wanted)?.id ?? ''
  return (
    <NewRecordForm
      fields={[kind, ...others]}
      start={{
        kind: 'virtual',
        name: '',
        code: '',
        issuePlanId: firstOf('issue'),
        replacementPlanId: firstOf('replacement'),
        design: '',
        deliveryBusinessDays: '0',
        position: '10',
        offered: 'false',
      }}
      endpoint={createCardType}
      lists={[listCardTypes, listCardPlans]}
      submit={t('new.submit')}
      onDone={({ id, name }) => {
        toastSuccess(t('new.created', { name }))
        go(`/admin/card-types/${id}`, { replace: true })
      }}
    />
  )
}

/** Creates a type of cards: `/admin/card-types/new`. */
export const NewCardTypePage = () => {
  const t = useText('cardTypes')
  const plans = useChoosablePlans()
  const hasBoth = (items: Plans) =>
    ['issue', 'replacement'].every((kind) => items.some((plan) => plan.kind === kind))
  return (
    <Page>
      <PageHeader title={t('new.title')} back="/admin/card-types" />
      <Loaded
        reads={{ plans }}
        failed={t('plansFailed')}
        empty={({ plans: { items } }) =>
          !hasBoth(items) && (
            <EmptyState
              icon={Layers}
              title={t('noPlans')}
              action={<ButtonLink to="/admin/plans/new">{t('newPlan')}</ButtonLink>}
            >
              {t('noPlansHelp')}
            </EmptyState>
          )
        }
      >
        {({ plans: { items } }) => <NewTypeForm plans={items} />}
      </Loaded>
    </Page>
  )
}
