import { Calendar } from 'lucide-react'
import {
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'
import { FieldGroup, type FieldFrame } from './field.tsx'

type Parts = { readonly day: string; readonly month: string; readonly year: string }
type Part = keyof Parts

const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 }
const order: readonly Part[] = ['day', 'month', 'year']

const partsOf = (value: string): Parts => {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

/**
 * Year-month-day, or the empty string when nothing is typed. It is a valid date only when all three parts are
 * valid.
 */
const valueOf = ({ day, month, year }: Parts): string =>
  day + month + year === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Parts of a pasted date: `14/03/2009`, `14.3.2009` or `2009-03-14`. */
const pasted = (text: string): Parts | null => {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
  if (iso) return { year: iso[1] ?? '', month: iso[2] ?? '', day: iso[3] ?? '' }
  const written = /^\s*(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})\s*$/.exec(text)
  return written ? { day: written[1] ?? '', month: written[2] ?? '', year: written[3] ?? '' } : null
}

type DateFieldProps = FieldFrame & {
  /** `2009-03-14`, or the empty string. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** `bday` for a date of birth: the browser fills the three boxes. */
  autoComplete?: 'bday'
  min?: string
  max?: string
  ref?: RefObject<HTMLInputElement | null> | ((element: HTMLInputElement | null) => void)
}

type Boxes = Record<Part, HTMLInputElement | null>

const useBoxes = ({ value, onChange }: Pick<DateFieldProps, 'value' | 'onChange'>) => {
  const boxes = useRef<Boxes>({ day: null, month: null, year: null })
  const [typed, setTyped] = useState<Parts>(() => partsOf(value))
  // Typed text stays as it was typed; a value from outside (a picker, a reset) replaces it.
  const parts = valueOf(typed) === value ? typed : partsOf(value)

  const write = (next: Parts) => {
    setTyped(next)
    onChange(valueOf(next))
  }
  const type = (part: Part, text: string) => {
    const digits = digitsOf(text).slice(0, lengths[part])
    write({ ...parts, [part]: digits })
    const next = order[order.indexOf(part) + 1]
    if (next !== undefined && digits.length === lengths[part]) boxes.current[next]?.select()
  }
  const stepBack = (part: Part, event: KeyboardEvent<HTMLInputElement>) => {
    const before = order[order.indexOf(part) - 1]
    if (event.key !== 'Backspace' || event.currentTarget.value !== '' || before === undefined) return
    event.preventDefault()
    boxes.current[before]?.focus()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const found = pasted(event.clipboardData.getData('text'))
    if (found === null) return
    event.preventDefault()
    write(found)
  }
  return { boxes, parts, type, stepBack, paste }
}

const Picker = ({
  value,
  onChange,
  min,
  max,
}: {
  value: string
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
}) => {
  const picker = useRef<HTMLInputElement>(null)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    <span aria-hidden className="absolute inset-y-0 right-0 flex w-11 items-center justify-center md:w-9">
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        value={isDate ? value : ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <button
        type="button"
        tabIndex={-1}
        onClick={() => picker.current?.showPicker()}
        className="relative p-2 text-mute"
      >
        <Calendar size={20} className="md:size-4.5" />
      </button>
    </span>
  )
}

/** A date as three boxes, day first, with one error for all three. Invalid input stays in the boxes. */
export const DateField = ({
  value,
  onChange,
  onBlur,
  name,
  autoComplete,
  min,
  max,
  ref,
  ...frame
}: DateFieldProps) => {
  const t = useText('ui')
  const { boxes, parts, type, stepBack, paste } = useBoxes({ value, onChange })
  const refOf = (part: Part) => (element: HTMLInputElement | null) => {
    boxes.current[part] = element
    if (part !== 'day' || ref === undefined) return
    if (typeof ref === 'function') ref(element)
    else ref.current = element
  }
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  return (
    <FieldGroup aside={t('date.order')} {...frame}>
      <div className="grid grid-cols-[1fr_1fr_1.3fr] gap-2" onBlur={leave}>
        {order.map((part) => (
          <div key={part} className="relative">
            <input
              ref={refOf(part)}
              name={name === undefined ? undefined : `${name}-${part}`}
              aria-label={t(`date.${part}`)}
              aria-invalid={frame.error ? true : undefined}
              data-invalid={Boolean(frame.error)}
              inputMode="numeric"
              autoComplete={autoComplete === undefined ? 'off' : `bday-${part}`}
              placeholder={{ day: '14', month: '03', year: '1990' }[part]}
              value={parts[part]}
              onChange={(event) => type(part, event.target.value)}
              onKeyDown={(event) => stepBack(part, event)}
              onPaste={paste}
              className={cx(
                'field-box num h-12 w-full px-3.5 text-md placeholder:text-ctl md:h-9 md:px-3 md:text-base',
              )}
            />
            {part === 'year' && <Picker value={value} onChange={onChange} min={min} max={max} />}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
