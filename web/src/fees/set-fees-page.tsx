import { listFeeSchedules, readFeesInForce, setCompanyFees } from '@cardamom/contract/fees/fee-schedules'
import { useDates } from '../kernel/dates.tsx'
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
  const date = useDates()
  const { company } = inForce
  const set = useAction(setCompanyFees, {
    errors: 'none',
    changes: [listFeeSchedules, readFeesInForce],
    onDone: ({ from }) => {
      toastSuccess(t('form.done', { day: date(from, 'full') }))
    },
  })
  if (company === null || inForce.room === null) return <MissingCompany />
  return (
    <FeesForm
      inForce={inForce}
      speeds={['regular', 'immediate']}
      lead={t('form.leadCompany')}
      go={t('form.set')}
      error={set.error}
      onSend={({ from, reason, rates: { regular, immediate } }) =>
        set.mutateAsync({ input: { companyId: company.id, from, reason, regular, immediate } })
      }
    />
  )
}

/** How a company divides the fees of its level and those below: `/admin/fees/set?companyId=`. */
export const SetFeesPage = () => {
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
