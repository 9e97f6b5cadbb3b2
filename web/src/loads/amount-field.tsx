import { useId, useLayoutEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Chip } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
import { FieldError } from '../ui/field.tsx'
import { amountOf, caretAfter, grouped } from './typed-amount.ts'

const presets = ['200', '500', '1000', '2000'] as const

/** The field for the amount, with usual amounts below it. It is the largest element of the page. */
export const AmountField = ({
  value,
  onChange,
  error,
  below,
  ref,
}: {
  value: string
  onChange: (value: string) => void
  error: string | null
  below: string
  ref: (input: HTMLInputElement | null) => void
}) => {
  const t = useText('loads')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])
  return (
    <div>
      <label htmlFor={id} className="block pb-1.5 text-base font-medium md:text-sm">
        {t('amount')}
      </label>
      <div
        className={cx(
          'num flex h-16 items-center gap-1 rounded-xl border bg-surface px-4 text-2xl font-semibold',
          'focus-within:outline-2 focus-within:-outline-offset-1',
          error ? 'border-bad focus-within:outline-bad' : 'border-ctl focus-within:outline-brand',
        )}
      >
        <span aria-hidden className="text-mute">
          $
        </span>
        <input
          ref={(input) => {
            field.current = input
            ref(input)
          }}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={`${id}-below`}
          placeholder="0"
          maxLength={14}
          value={value}
          onChange={({ target }) => {
            const text = grouped(target.value)
            caret.current = caretAfter(text, target.value.slice(0, target.selectionStart ?? undefined))
            onChange(text)
          }}
          className="h-full w-full min-w-0 bg-transparent outline-none placeholder:text-mute"
        />
      </div>
      <div id={`${id}-below`} aria-live="polite">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <p className="pt-1.5 text-base text-mute md:text-sm">{below}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 pt-3">
        {presets.map((preset) => (
          <Chip key={preset} on={amountOf(value) === preset} onClick={() => onChange(grouped(preset))}>
            {moneyText(preset, {}).replace(/\.00$/, '')}
          </Chip>
        ))}
      </div>
    </div>
  )
}
