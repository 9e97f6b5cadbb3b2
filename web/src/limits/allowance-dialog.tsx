import {
  listBalanceAllowances,
  readCompanyLimits,
  setBalanceAllowance,
} from '@cardamom/contract/limits/balance-allowances'
import { useId } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import type { CompanyLimits } from '../ui/limits/company-limits.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

preloadText('fields')
preloadText('refusals')

const schema = async () => (await import('@cardamom/contract/limits/balance-allowances')).AllowanceForm
const changes = [listBalanceAllowances, readCompanyLimits]
type TypedAllowance = { allowance: string; reason: string }

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
  const id = useId()
  const form = useContractForm<TypedAllowance>({
    schema,
    defaultValues: { allowance: allowance.wanted, reason: '' },
  })
  const set = useAction(setBalanceAllowance, {
    errors: 'none',
    changes,
    onDone: () => {
      toastSuccess(t('form.done'))
      close()
    },
  })
  const send = async (typed: TypedAllowance) => {
    const about = { companyId: company.id, version: allowance.version }
    try {
      await set.mutateAsync({ input: { ...about, ...typed } })
    } catch (error) {
      // Another person may have changed it: the next press is about what is shown then.
      for (const { path } of changes) void queryClient.invalidateQueries({ queryKey: [path] })
      throw error
    }
  }
  const { error } = set
  const isSending = form.formState.isSubmitting
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      busy={isSending}
      title={t('form.title', { name: company.name })}
      lead={t('form.lead')}
      cancel={t('form.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isSending}>
          {t('form.save')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        <TextField
          label={t('form.amount')}
          hint={t('form.amountHint')}
          start="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          {...form.field('allowance')}
        />
        <TextArea
          label={t('form.reason')}
          hint={t('form.reasonHint')}
          rows={2}
          maxLength={500}
          {...form.field('reason')}
        />
        {error && Object.keys(error.errors).length === 0 && (
          <NoteBox tone="bad" role="alert" title={sentenceOf(error)} />
        )}
      </form>
    </Dialog>
  )
}
