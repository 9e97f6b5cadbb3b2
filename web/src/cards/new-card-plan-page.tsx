import { createCardPlan, listCardPlans } from '@cardamom/contract/cards/card-plans'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { NewRecordForm } from '../ui/new-record-form.tsx'
import { Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { usePlanFields } from './card-plan-fields.ts'

preloadText('cardPlans')
preloadText('refusals')
preloadText('fields')

/** Creates a plan: `/admin/plans/new`. */
export const NewCardPlanPage = () => {
  const t = useText('cardPlans')
  const go = useGo()
  const { kind, others } = usePlanFields()
  return (
    <Page>
      <PageHeader title={t('new.title')} back="/admin/plans" />
      <NewRecordForm
        fields={[kind, ...others]}
        start={{ kind: 'issue', name: '', code: '', price: '' }}
        endpoint={createCardPlan}
        lists={[listCardPlans]}
        submit={t('new.submit')}
        onDone={({ id, name }) => {
          toastSuccess(t('new.created', { name }))
          go(`/admin/plans/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}
