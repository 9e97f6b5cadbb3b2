import { ChevronDown, X, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'
import { Count } from './status.tsx'

type ChoiceCardProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'title'> & {
  title: ReactNode
  /** Right side of line 1: the net amount or the price. */
  bold?: ReactNode
  /** Line 2: text at the left and the right. */
  detail?: ReactNode
  valueDetail?: ReactNode
  /** Line 3: the condition, with its icon. */
  condition?: ReactNode
  conditionIcon?: LucideIcon
}

/**
 * One of a few options with details, such as load speed or card plan. Radio buttons with the same `name` make
 * a group.
 */
export const ChoiceCard = (props: ChoiceCardProps) => {
  const { title, bold, detail, valueDetail, condition, conditionIcon: Icon, ...input } = props
  return (
    <label
      className={cx(
        'relative flex gap-3 rounded-xl border border-line bg-surface p-4 transition-colors',
        'hover:border-ctl has-checked:border-brand has-checked:ring-1 has-checked:ring-brand',
        'has-checked:ring-inset',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        input.disabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <input
        {...input}
        type="radio"
        className={cx(
          'mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-ctl bg-surface outline-none',
          'checked:border-6 checked:border-brand disabled:opacity-60',
        )}
      />
      <span className="min-w-0 grow">
        <span
          className={cx(
            'flex items-baseline justify-between gap-x-3 font-semibold max-2xs:flex-wrap',
            input.disabled && 'opacity-60',
          )}
        >
          <span>{title}</span>
          {bold !== undefined && <span className="num">{bold}</span>}
        </span>
        {(detail !== undefined || valueDetail !== undefined) && (
          <span
            className={cx(
              'flex items-baseline justify-between gap-x-3 text-base text-mute max-xs:flex-wrap',
              input.disabled && 'opacity-60',
            )}
          >
            <span>{detail}</span>
            <span className="num shrink-0">{valueDetail}</span>
          </span>
        )}
        {condition !== undefined && (
          // For a disabled option this says why, so it is not faded.
          <span className="mt-1 flex items-start gap-1.5 text-base text-mute">
            {Icon && <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />}
            {condition}
          </span>
        )}
      </span>
    </label>
  )
}

export type Segment<V extends string> = { readonly value: V; readonly label: string; readonly count?: string }

/** Switches between two to four views of the same data. */
export const Segmented = <V extends string>({
  label,
  segments,
  value,
  onChange,
  name,
  isLong = false,
}: {
  /** Label for screen readers. */
  label: string
  segments: readonly Segment<V>[]
  /** Null: no option is selected. */
  value: V | null
  onChange: (value: V) => void
  name: string
  /** The labels do not fit in one row of a phone. */
  isLong?: boolean
}) => (
  <div
    role="radiogroup"
    aria-label={label}
    className={cx(
      'flex gap-0.5 rounded-lg border border-line bg-fill p-0.75 md:inline-flex',
      isLong ? 'max-md:flex-col' : 'max-2xs:flex-col 2xs:min-w-max',
    )}
  >
    {segments.map((segment) => (
      <label
        key={segment.value}
        className={cx(
          'flex h-11 grow cursor-pointer items-center justify-center gap-1 rounded-md border sm:gap-2',
          'border-transparent px-1.5 xs:px-2 sm:px-3',
          'text-md font-medium text-mute md:h-7 md:text-base',
          'has-checked:border-line has-checked:bg-surface has-checked:text-ink',
          'forced-colors:has-checked:border-[Highlight] forced-colors:has-checked:underline',
          'has-focus-visible:outline-2 has-focus-visible:outline-brand',
        )}
      >
        <input
          type="radio"
          name={name}
          value={segment.value}
          checked={segment.value === value}
          onChange={() => onChange(segment.value)}
          className="sr-only"
        />
        {segment.label}
        {segment.count !== undefined && <Count>{segment.count}</Count>}
      </label>
    ))}
  </div>
)

type ChipProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  children: ReactNode
  icon?: LucideIcon
  /** The chip is selected, or its filter is active. */
  on?: boolean
  /** An active filter shows a cross; a press removes the filter. */
  removable?: boolean
  /** Opens a list. */
  opens?: boolean
  /** "+ Filter": has a dashed border. */
  adds?: boolean
}

/** A chip: a filter, an amount to choose, or the button that adds a filter. */
export const Chip = ({ children, icon: Icon, on = false, removable, opens, adds, ...button }: ChipProps) => {
  const t = useText('ui')
  return (
    <button
      type="button"
      aria-pressed={removable || opens || adds ? undefined : on}
      aria-label={removable && typeof children === 'string' ? t('remove', { what: children }) : undefined}
      {...button}
      className={cx(
        'inline-flex h-11 shrink-0 items-center gap-1.5 rounded-full px-4 text-md font-medium',
        'whitespace-nowrap transition-colors',
        'md:h-8 md:px-3 md:text-base',
        on ? 'bg-soft text-brand-text hover:bg-soft-press' : 'border border-line bg-surface hover:border-ctl',
        adds && 'border-dashed text-mute',
      )}
    >
      {Icon && <Icon aria-hidden size={18} className="md:size-4" />}
      {children}
      {removable && on && <X aria-hidden size={16} />}
      {opens && <ChevronDown aria-hidden size={16} />}
    </button>
  )
}
