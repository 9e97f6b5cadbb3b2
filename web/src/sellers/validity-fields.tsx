import { useText } from '../kernel/i18n.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'

export type Validity = { firstDay: string; lastDay: string; maxUses: string }

const numberOf = (typed: string) => {
  const plain = typed.replaceAll(/[\s,.]/g, '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : typed
}

/** The typed days and uses as a call accepts them; an empty field is none. */
export const sentValidity = ({ firstDay, lastDay, maxUses }: Validity) => ({
  firstDay: firstDay === '' ? null : firstDay,
  lastDay: lastDay === '' ? null : lastDay,
  // A text that is no number is refused at its field.
  maxUses: maxUses.trim() === '' ? null : (numberOf(maxUses.trim()) as number),
})

/** The first and last day of a code, and how many people may register with it. */
export const ValidityFields = <V extends Validity>({ form }: { form: ContractForm<V> }) => {
  const t = useText('sellerCodes')
  const fields = form as unknown as ContractForm<Validity>
  return (
    <>
      <Controlled form={fields} name="firstDay">
        {({ ref: _ref, ...field }) => (
          <DateField label={t('create.firstDay')} hint={t('create.firstDayHint')} {...field} />
        )}
      </Controlled>
      <Controlled form={fields} name="lastDay">
        {({ ref: _ref, ...field }) => (
          <DateField label={t('create.lastDay')} hint={t('create.lastDayHint')} {...field} />
        )}
      </Controlled>
      <TextField
        isShort
        label={t('create.maxUses')}
        hint={t('create.maxUsesHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        {...fields.field('maxUses')}
      />
    </>
  )
}
