import { Plus, Trash2 } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { useRows, type ContractForm } from '../ui/form.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'
import { emptyLine, mostLines, typedSums, type ManualLine } from './settlement-draft.ts'

type Form = ContractForm<{ lines: ManualLine[] }>

const LineFields = ({ form, at, remove }: { form: Form; at: number; remove: (() => void) | null }) => {
  const t = useText('settlements')
  const number = String(at + 1)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line2 pt-4 first:border-0 first:pt-0">
      <legend className="sr-only">{t('form.line', { number })}</legend>
      <AmountInput
        label={t('form.amount')}
        hint={t('form.amountHint')}
        {...form.field(`lines.${at}.amount`)}
      />
      <TextField
        autoComplete="off"
        maxLength={200}
        label={t('form.note')}
        {...form.field(`lines.${at}.note`)}
      />
      {remove && (
        <div>
          <Button icon={Trash2} aria-label={t('form.removeLine', { number })} onClick={remove}>
            {t('form.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Lines by hand, each with what it is for, and their total. */
export const ManualLines = ({ form }: { form: Form }) => {
  const t = useText('settlements')
  const { fields, append, remove } = useRows(form, 'lines')
  const { total } = typedSums(form.watch('lines'))
  return (
    <Panel title={t('form.manual')}>
      <div className="flex flex-col gap-5">
        {fields.map(({ id }, at) => (
          <LineFields key={id} form={form} at={at} remove={fields.length === 1 ? null : () => remove(at)} />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line2 pt-4">
          {fields.length < mostLines ? (
            <Button icon={Plus} onClick={() => append(emptyLine)}>
              {t('form.addLine')}
            </Button>
          ) : (
            <p className="text-mute">{t('form.mostLines', { most: String(mostLines) })}</p>
          )}
          <p role="status" className="num">
            {t('form.total')} <b className="font-semibold">{moneyText(total, { sign: 'always' })}</b>
          </p>
        </div>
      </div>
    </Panel>
  )
}
