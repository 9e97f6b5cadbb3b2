import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { boxClass, Field, type FieldFrame } from './field.tsx'
import { cx } from './cx.ts'

export type Option = { readonly value: string; readonly label: string }
export type OptionGroup = { readonly label: string; readonly options: readonly Option[] }

const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value} className="bg-surface text-ink">
      {label}
    </option>
  ))

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  options: readonly Option[]
  /** More options, grouped by name. */
  groups?: readonly OptionGroup[]
  /** `true`: shows "Choose". */
  placeholder?: string | true
}

/** The control alone, where the label is elsewhere. */
export const Select = ({ options, groups = [], placeholder, ...select }: SelectProps) => {
  const t = useText('ui')
  return (
    <div className="relative">
      <select
        {...select}
        className={boxClass('appearance-none pr-11 text-ellipsis has-[option[value=""]:checked]:text-mute')}
      >
        {placeholder !== undefined && (
          <option value="">{placeholder === true ? t('choose') : placeholder}</option>
        )}
        <Options options={options} />
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label} className="bg-surface text-ink">
            <Options options={group.options} />
          </optgroup>
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
  )
}

/** One of many options, in the device's own list. Without `placeholder` the first option is selected. */
export const SelectField = ({
  label,
  aside,
  hint,
  error,
  ...select
}: FieldFrame & Omit<SelectProps, 'id' | 'aria-describedby' | 'aria-invalid'>) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(control) => <Select {...select} {...control} />}
  </Field>
)
