import { useId } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { LimitChange, TypedLimits } from './card-limits.ts'
import type { CardDetailOnWire } from './card-wire.ts'

const schema = () => import('./card-limits-schema.ts').then(({ typedLimits }) => typedLimits)

const names = ['payment', 'day', 'month'] as const

/** The three limits of a card in one form: an empty field is no limit. */
export const CardLimitsDialog = ({ card, change }: { card: CardDetailOnWire; change: LimitChange }) => {
  const t = useText('cards')
  const id = useId()
  const { payment, day, month } = card.limits
  const form = useContractForm<TypedLimits>({
    schema,
    defaultValues: { payment: payment.limit ?? '', day: day.limit ?? '', month: month.limit ?? '' },
  })
  const { close } = change
  const isBusy = form.formState.isSubmitting
  return (
    <Dialog
      open={change.isOpen}
      onClose={close}
      size="small"
      busy={isBusy}
      title={t('limits.dialogTitle')}
      lead={t('limits.dialogLead')}
      actions={
        <>
          <Button onClick={close}>{t('limits.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            {t('limits.save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.send(change.send)} className="flex flex-col gap-5">
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`limits.field.${name}`)}
            start="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            placeholder={t('limits.none')}
            {...form.field(name)}
          />
        ))}
      </form>
    </Dialog>
  )
}
