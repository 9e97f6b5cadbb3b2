import { readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import { setEmergencyMaximum } from '@cardamom/contract/limits/emergency-maximums'
import { useId } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import type { EmergencyOf } from '../ui/limits/company-limits.tsx'

preloadText('fields')
preloadText('refusals')

const schema = async () => (await import('@cardamom/contract/limits/emergency-maximums')).EmergencyForm
type TypedMaximum = { maximum: string; reason: string }

/** Sets the maximum emergency load of a company, or ends it. */
export const EmergencyDialog = ({
  open,
  ends,
  company,
  emergency,
  close,
}: EmergencyOf & { open: boolean; ends: boolean; close: () => void }) => {
  const t = useText('companyLimits')
  const id = useId()
  const form = useContractForm<TypedMaximum>({
    schema,
    defaultValues: { maximum: emergency.maximum, reason: '' },
  })
  const set = useAction(setEmergencyMaximum, {
    errors: 'none',
    changes: [readCompanyLimits],
    onDone: () => {
      toastSuccess(t(ends ? 'emergencyForm.ended' : 'emergencyForm.done'))
      close()
    },
  })
  const send = async ({ maximum, reason }: TypedMaximum) => {
    const about = { companyId: company.id, version: emergency.version, reason }
    try {
      await set.mutateAsync({ input: { ...about, maximum: ends ? null : maximum } })
    } catch (error) {
      // Another person may have changed it: the next press is about what is shown then.
      void queryClient.invalidateQueries({ queryKey: [readCompanyLimits.path] })
      throw error
    }
  }
  const { error } = set
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      busy={form.formState.isSubmitting}
      title={t(ends ? 'emergencyForm.endTitle' : 'emergencyForm.title', { name: company.name })}
      lead={t(ends ? 'emergencyForm.endEffect' : 'emergencyForm.lead')}
      cancel={t('form.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.formState.isSubmitting}>
          {t(ends ? 'emergencyForm.end' : 'emergencyForm.save')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        {!ends && (
          <TextField
            label={t('emergencyForm.amount')}
            hint={t('emergencyForm.amountHint')}
            start="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            {...form.field('maximum')}
          />
        )}
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
