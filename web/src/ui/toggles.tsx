import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  children: ReactNode
  error?: ReactNode
}

/** Yes or no to the sentence next to it; the sentence may hold links. */
export const Checkbox = ({ children, error, ...input }: CheckProps) => (
  <div>
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-start gap-3 py-2.5 md:min-h-8 md:py-1.5 md:text-base',
      )}
    >
      <span className="relative mt-px flex size-5.5 shrink-0 md:size-4.5">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          className={cx(
            'peer size-full appearance-none rounded-xs border bg-surface checked:border-brand',
            'checked:bg-brand disabled:opacity-50',
            error ? 'border-2 border-bad' : 'border-ctl',
          )}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className={cx(
            'pointer-events-none absolute inset-0 m-auto hidden size-4 text-on-brand',
            'peer-checked:block md:size-3.5',
          )}
        />
      </span>
      <span className="min-w-0">{children}</span>
    </label>
    {error ? <FieldError>{error}</FieldError> : null}
  </div>
)

type BareSwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'>

/** The switch alone, for a table whose column headers name it; needs an `aria-label`. */
export const BareSwitch = (input: BareSwitchProps) => (
  <input
    {...input}
    type="checkbox"
    role="switch"
    className={cx(
      'relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-ctl transition-colors',
      'checked:bg-brand',
      'disabled:cursor-not-allowed disabled:opacity-50',
      'before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface',
      'before:transition-transform checked:before:translate-x-4',
    )}
  />
)

type SwitchProps = BareSwitchProps & {
  children: ReactNode
  hint?: ReactNode
}

/**
 * A switch that takes effect at once. Its label is at the left, and a press anywhere on the row toggles it.
 */
export const Switch = ({ children, hint, ...input }: SwitchProps) => (
  <label
    className={cx(
      'flex min-h-11 cursor-pointer items-center justify-between gap-4 py-1 md:min-h-9',
      'md:text-base',
    )}
  >
    <span className="min-w-0">
      <span className="block">{children}</span>
      {hint !== undefined && <span className="block text-base text-mute md:text-sm">{hint}</span>}
    </span>
    <BareSwitch {...input} />
  </label>
)
