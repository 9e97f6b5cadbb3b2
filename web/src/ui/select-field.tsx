import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { boxClass, Field, type FieldFrame } from './field.tsx'
import { cx } from './cx.ts'

export type Option = { readonly value: string; readonly label: string }

/** One of many, by the device's own list. Without `placeholder` the first option is chosen. */
export const SelectField = ({
  label,
  aside,
  hint,
  error,
  options,
  placeholder,
  ...select
}: FieldFrame &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly Option[]
    /** `true`: "Choose". */
    placeholder?: string | true
  }) => {
  const t = useText('ui')
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={boxClass('appearance-none pr-11 has-[option[value=""]:checked]:text-mute')}
          >
            {placeholder !== undefined && (
              <option value="">{placeholder === true ? t('choose') : placeholder}</option>
            )}
            {options.map(({ value, label: text }) => (
              <option key={value} value={value} className="bg-surface text-ink">
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={20}
            className={cx(
              'pointer-events-none absolute inset-y-0 right-3.5 my-auto text-mute md:right-2.5',
              'md:size-4.5',
            )}
          />
        </div>
      )}
    </Field>
  )
}
