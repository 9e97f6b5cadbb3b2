import { createFeeSchedule, listFeeSchedules, readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import { useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { FeesForm, MissingCompany, type InForce } from './fees-form.tsx'

const Editor = ({ inForce }: { inForce: InForce }) => {
  const t = useText('feeSchedules')
  const create = useAction(createFeeSchedule, {
    errors: 'none',
    changes: [listFeeSchedules, readFeesInForce],
    onDone: () => {
      toastSuccess(t('form.requested'))
    },
  })
  return (
    <FeesForm
      inForce={inForce}
      speeds={['regular', 'immediate', 'transfer']}
      lead={t('form.lead')}
      go={t('form.send')}
      error={create.error}
      onSend={({ from, reason, rates }) =>
        create.mutateAsync({ input: { companyId: inForce.company?.id ?? null, from, reason, ...rates } })
      }
    />
  )
}

/** A new version of the rates of the platform, or of one company: `/admin/fees/new?companyId=`. */
export const NewFeesPage = () => {
  const t = useText('feeSchedules')
  const [{ companyId }] = useQueryParams()
  const input = companyId === undefined ? {} : { companyId }
  const inForce = useCall(readFeesInForce, { input, errors: 'none' }, { staleMs: Infinity })
  return (
    <>
      <PageHeader title={t('form.title', { name: inForce.data?.company?.name ?? t('platform') })} />
      <Loaded
        reads={{ inForce }}
        waiting={<SkeletonRows rows={8} />}
        failed={t('failed')}
        missing={<MissingCompany />}
      >
        {(found) => <Editor key={companyId ?? ''} inForce={found.inForce} />}
      </Loaded>
    </>
  )
}
