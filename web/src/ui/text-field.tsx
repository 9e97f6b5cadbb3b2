import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { boxClass, Field, type FieldFrame } from './field.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className'>

type TextFieldProps = FieldFrame &
  InputProps & {
    start?: ReactNode
    end?: ReactNode
    /** For a number or an amount, whose box need not be as wide as the form. */
    isShort?: boolean
  }

const shortClass = 'md:max-w-56'

/** One line of text. `start` and `end` are inside the box: a currency, a unit, a button. */
export const TextField = ({
  label,
  aside,
  hint,
  error,
  start,
  end,
  isShort = false,
  ...input
}: TextFieldProps) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(control) =>
      start === undefined && end === undefined ? (
        <input type="text" {...input} {...control} className={boxClass(isShort ? shortClass : undefined)} />
      ) : (
        <div
          data-invalid={control['data-invalid']}
          data-disabled={input.disabled ?? false}
          className={cx('field-box flex h-12 items-center md:h-9', isShort && shortClass)}
        >
          {start !== undefined && <span className="pl-3.5 text-mute md:pl-3">{start}</span>}
          <input
            type="text"
            {...input}
            {...control}
            className={cx(
              'h-full min-w-0 grow rounded-[inherit] bg-transparent text-md outline-none',
              'placeholder:text-mute',
              'md:text-base',
              start === undefined ? 'pl-3.5 md:pl-3' : 'pl-1.5',
              end === undefined ? 'pr-3.5 md:pr-3' : 'pr-1.5',
            )}
          />
          {end !== undefined && <span className="flex shrink-0 items-center pr-1.5">{end}</span>}
        </div>
      )
    }
  </Field>
)

/** An e-mail address, with the matching keyboard and autofill, and without spelling checks. */
export const EmailField = (props: FieldFrame & InputProps) => (
  <TextField
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)

/** A code of 6 digits, or `digits` (product §5). The phone suggests a code that arrived by SMS. */
export const CodeField = ({ digits = 6, ...props }: FieldFrame & InputProps & { digits?: number }) => (
  <TextField
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern={`[0-9]{${digits}}`}
    maxLength={digits}
    spellCheck={false}
    {...props}
  />
)

/** A text of several lines: a note, a message to support. */
export const TextArea = ({
  label,
  aside,
  hint,
  error,
  ...area
}: FieldFrame & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(control) => (
      <textarea
        rows={4}
        {...area}
        {...control}
        className={cx(
          'field-box block w-full px-3.5 py-2.5 text-md placeholder:text-mute md:px-3 md:py-2',
          'md:text-base',
        )}
      />
    )}
  </Field>
)
