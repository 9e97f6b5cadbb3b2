import { useId } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { cx } from '../ui/cx.ts'
import { Chip } from '../ui/choice.tsx'
import { FieldError } from '../ui/field.tsx'

const presets = ['200', '500', '1000', '2000'] as const
const widest = 11

/** What was typed as the wire wants it, or null: `200`, `200.5`, `1,000.00`. */
export const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

/** The amount is the biggest thing on the page: typed in place, with the usual ones beside. */
export const AmountField = ({
  value,
  onChange,
  error,
  below,
}: {
  value: string
  onChange: (value: string) => void
  error: string | null
  below: string
}) => {
  const t = useText('loads')
  const id = useId()
  return (
    <div className="text-center">
      <label htmlFor={id} className="text-base text-mute">
        {t('youLoad')}
      </label>
      <div className="num flex items-baseline justify-center text-3xl font-semibold">
        <span aria-hidden className={cx(value === '' && 'text-mute')}>
          $
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('amount')}
          aria-invalid={error !== null}
          aria-describedby={`${id}-below`}
          placeholder="0"
          maxLength={14}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          style={{ width: `${Math.min(Math.max(value.length, 1), widest) + 0.6}ch` }}
          className="min-w-0 rounded-md bg-transparent text-left font-semibold outline-none focus-visible:ring-2 focus-visible:ring-brand"
        />
      </div>
      <div className="flex flex-wrap justify-center gap-2 py-2">
        {presets.map((preset) => (
          <Chip key={preset} on={amountOf(value) === preset} onClick={() => onChange(preset)}>
            {moneyText(preset, {}).replace(/\.00$/, '')}
          </Chip>
        ))}
      </div>
      <div id={`${id}-below`} className="flex justify-center" aria-live="polite">
        {error ? <FieldError>{error}</FieldError> : <p className="text-base text-mute">{below}</p>}
      </div>
    </div>
  )
}
