import {
  listBalanceAllowances,
  readCompanyLimits,
  setBalanceAllowance,
} from '@cardamom/contract/limits/balance-allowances'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import type { CompanyLimits } from '../ui/limits/company-limits.tsx'
import { LimitDialog, sendLimit } from './limit-dialog.tsx'

const schema = async () => (await import('@cardamom/contract/limits/balance-allowances')).AllowanceForm
const changes = [listBalanceAllowances, readCompanyLimits]

/** Sets how far below zero the immediate wallet of a company may go. */
export const AllowanceDialog = ({
  open,
  company,
  allowance,
  close,
}: {
  open: boolean
  company: NonNullable<CompanyLimits['company']>
  allowance: NonNullable<CompanyLimits['allowance']>
  close: () => void
}) => {
  const t = useText('companyLimits')
  const set = useAction(setBalanceAllowance, {
    errors: 'none',
    changes,
    onDone: () => {
      toastSuccess(t('form.done'))
      close()
    },
  })
  return (
    <LimitDialog
      open={open}
      close={close}
      schema={schema}
      amount={{ name: 'allowance', label: t('form.amount'), hint: t('form.amountHint') }}
      typed={{ allowance: allowance.wanted, reason: '' }}
      texts={{
        title: t('form.title', { name: company.name }),
        lead: t('form.lead'),
        submit: t('form.save'),
      }}
      error={set.error}
      send={({ allowance: wanted = '', reason = '' }) =>
        sendLimit(
          () =>
            set.mutateAsync({
              input: { companyId: company.id, version: allowance.version, allowance: wanted, reason },
            }),
          changes,
        )
      }
    />
  )
}
