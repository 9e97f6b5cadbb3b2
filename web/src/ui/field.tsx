import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

export type FieldFrame = {
  label: string
  /** Right side of the label's row: `optional`, `required`, or other content such as "Forgot it?". */
  aside?: ReactNode
  /** Help before typing; an error replaces it. */
  hint?: ReactNode
  error?: ReactNode
}
export type ControlProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
  readonly 'data-invalid': boolean
}

const useAside = (aside: FieldFrame['aside']): ReactNode => {
  const t = useText('ui')
  if (aside === 'optional') return t('optional')
  return aside === 'required' ? t('required') : aside
}

/** An error with an icon: the rule, the current value and how to fix it, in one sentence. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="flex gap-2 pt-1.5 text-base text-bad md:text-sm">
    <CircleAlert aria-hidden size={18} className="mt-px shrink-0 md:size-4" />
    <span>{children}</span>
  </p>
)

type BelowProps = { id: string; label: string; hint: ReactNode; error: ReactNode }

const Below = ({ id, label, hint, error }: BelowProps) => (
  <div id={id} aria-live="polite">
    {error ? (
      <FieldError>
        {/* The error is announced wherever the focus is, so it names its field. */}
        <span className="sr-only">{label}: </span>
        {error}
      </FieldError>
    ) : (
      hint !== undefined && <p className="pt-1.5 text-base text-mute md:text-sm">{hint}</p>
    )}
  </div>
)

/** A label above, the control, and a hint or error below. The control gets the ids that connect them. */
export const Field = ({
  label,
  aside,
  hint,
  error,
  children,
}: FieldFrame & { children: (control: ControlProps) => ReactNode }) => {
  const id = useId()
  const belowId = `${id}-below`
  const right = useAside(aside)
  const isDescribed = Boolean(error) || hint !== undefined
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 pb-1.5">
        <label htmlFor={id} className="text-base font-medium md:text-sm">
          {label}
        </label>
        {right !== undefined && <span className="text-base text-mute md:text-sm">{right}</span>}
      </div>
      {children({
        id,
        'aria-describedby': isDescribed ? belowId : undefined,
        'aria-invalid': error ? true : undefined,
        'data-invalid': Boolean(error),
      })}
      <Below id={belowId} label={label} hint={hint} error={error} />
    </div>
  )
}

/** The same frame for several boxes with one label: a date, a group of choices. */
export const FieldGroup = ({ label, aside, hint, error, children }: FieldFrame & { children: ReactNode }) => {
  const id = useId()
  const right = useAside(aside)
  return (
    <fieldset aria-describedby={`${id}-below`} className="min-w-0">
      <legend className="contents">
        <span className="flex items-baseline justify-between gap-3 pb-1.5">
          <span className="text-base font-medium md:text-sm">{label}</span>
          {right !== undefined && <span className="text-base text-mute md:text-sm">{right}</span>}
        </span>
      </legend>
      {children}
      <Below id={`${id}-below`} label={label} hint={hint} error={error} />
    </fieldset>
  )
}

/** Classes of a box: 48 high on a phone, 36 on a desktop. */
export const boxClass = (extra?: string): string =>
  cx('field-box h-12 w-full px-3.5 text-md placeholder:text-mute md:h-9 md:px-3 md:text-base', extra)
