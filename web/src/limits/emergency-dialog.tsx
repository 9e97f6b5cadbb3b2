import { readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import { setEmergencyMaximum } from '@cardamom/contract/limits/emergency-maximums'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import type { EmergencyOf } from '../ui/limits/company-limits.tsx'
import { LimitDialog, sendLimit } from './limit-dialog.tsx'

const schema = async () => (await import('@cardamom/contract/limits/emergency-maximums')).EmergencyForm
const changes = [readCompanyLimits]

/** Sets the maximum emergency load of a company, or ends it. */
export const EmergencyDialog = ({
  open,
  ends,
  company,
  emergency,
  close,
}: EmergencyOf & { open: boolean; ends: boolean; close: () => void }) => {
  const t = useText('companyLimits')
  const set = useAction(setEmergencyMaximum, {
    errors: 'none',
    changes,
    onDone: () => {
      toastSuccess(t(ends ? 'emergencyForm.ended' : 'emergencyForm.done'))
      close()
    },
  })
  return (
    <LimitDialog
      open={open}
      close={close}
      schema={schema}
      amount={
        ends
          ? null
          : { name: 'maximum', label: t('emergencyForm.amount'), hint: t('emergencyForm.amountHint') }
      }
      typed={{ maximum: emergency.maximum, reason: '' }}
      texts={{
        title: t(ends ? 'emergencyForm.endTitle' : 'emergencyForm.title', { name: company.name }),
        lead: t(ends ? 'emergencyForm.endEffect' : 'emergencyForm.lead'),
        submit: t(ends ? 'emergencyForm.end' : 'emergencyForm.save'),
      }}
      error={set.error}
      send={({ maximum = '', reason = '' }) =>
        sendLimit(
          () =>
            set.mutateAsync({
              input: {
                companyId: company.id,
                version: emergency.version,
                maximum: ends ? null : maximum,
                reason,
              },
            }),
          changes,
        )
      }
    />
  )
}
