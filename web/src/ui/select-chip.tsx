import { ChevronDown, X, type LucideIcon } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'
import type { Option } from './select-field.tsx'

const rowClass =
  'relative inline-flex h-11 shrink-0 items-center rounded-full text-md font-medium whitespace-nowrap ' +
  'transition-colors md:h-8 md:text-base ' +
  'has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-offset-2 ' +
  'has-[select:focus-visible]:outline-brand'

const Cross = ({ what, onPress }: { what: string; onPress: () => void }) => {
  const t = useText('ui')
  return (
    <button
      type="button"
      onClick={onPress}
      className="relative inline-flex h-full w-11 items-center justify-center rounded-full md:w-8"
    >
      <X aria-hidden size={16} />
      <span className="sr-only">{t('remove', { what })}</span>
    </button>
  )
}

/**
 * A filter with one of many values: a chip that opens the device's own list. An active filter shows its value
 * and a cross.
 */
export const SelectChip = ({
  name,
  icon: Icon,
  value,
  options,
  any,
  onChange,
}: {
  name: string
  icon?: LucideIcon
  /** Empty: the filter is off. */
  value: string
  options: readonly Option[]
  /** Label of the option that removes the filter: "Any month". */
  any: string
  onChange: (value: string) => void
}) => {
  const chosen = options.find((option) => option.value === value)
  return (
    <span
      className={cx(
        rowClass,
        chosen
          ? 'bg-soft text-brand-text hover:bg-soft-press'
          : 'border border-line bg-surface hover:border-ctl',
      )}
    >
      <span
        aria-hidden
        className={cx('flex items-center gap-1.5 pl-4 md:pl-3', !chosen && 'pr-3.5 md:pr-2.5')}
      >
        {Icon && <Icon size={18} className="md:size-4" />}
        {chosen?.label ?? name}
        {!chosen && <ChevronDown size={16} />}
      </span>
      <select
        aria-label={name}
        value={chosen === undefined ? '' : value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute -inset-px cursor-pointer rounded-full text-ink opacity-0"
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {chosen && <Cross what={chosen.label} onPress={() => onChange('')} />}
    </span>
  )
}
