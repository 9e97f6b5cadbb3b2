import { ChevronDown } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { countryNames } from '../kernel/country-names.ts'
import { callingCodes, splitNumber } from './calling-codes.ts'
import { Field, type FieldFrame } from './field.tsx'
import { cx } from './cx.ts'

type PhoneFieldProps = FieldFrame & {
  /** E.164, `+51987654321`, or the empty string. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** The country that is selected until the number names another. */
  country: string
  /** The countries to choose from; absent: all. */
  countries?: readonly string[] | undefined
  ref?: RefObject<HTMLInputElement | null> | ((element: HTMLInputElement | null) => void)
}

/** Groups of three digits from the left, the last of two to four: 987 654 321. */
const spaced = (digits: string) => digits.replace(/(\d{3})(?=\d{2,})/g, '$1 ').trim()

/** Calling code of the country, in the device's own list. */
const CountryPicker = ({
  chosen,
  countries,
  onChoose,
}: {
  chosen: string
  countries: readonly string[] | undefined
  onChoose: (country: string) => void
}) => {
  const t = useText('ui')
  const locale = useLocale()
  const offered = (countries ?? [...callingCodes.keys()]).filter((code) => callingCodes.has(code))
  return (
    <span
      className={cx(
        'relative flex h-full shrink-0 items-center gap-1.5 rounded-l-[inherit] pl-3.5 md:pl-3',
        'has-focus-visible:text-brand-text',
      )}
    >
      <span aria-hidden className="num font-medium md:text-base">
        {chosen} +{callingCodes.get(chosen)}
      </span>
      <ChevronDown aria-hidden size={18} className="text-mute" />
      <select
        aria-label={t('phone.country')}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 cursor-pointer appearance-none text-md opacity-0"
      >
        {countryNames({ codes: offered, locale }).map(({ code, name }) => (
          <option key={code} value={code}>
            {name} +{callingCodes.get(code)}
          </option>
        ))}
      </select>
    </span>
  )
}

/** The number as it is typed, and as the form stores it. */
const useNumber = ({ value, onChange, country }: Pick<PhoneFieldProps, 'value' | 'onChange' | 'country'>) => {
  const [picked, setPicked] = useState<string | null>(null)
  // The code is the picked one, else the number's, else that of the preset country.
  const chosen = picked ?? (value === '' ? country : splitNumber(value, country).country)
  // While the person types, the text stays as typed, so that the cursor does not jump; it is grouped when the
  // field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const { national } = splitNumber(value, chosen)
  const write = (at: { country: string; digits: string }) =>
    onChange(at.digits === '' ? '' : `+${callingCodes.get(at.country) ?? ''}${at.digits}`)
  const choose = (next: string) => {
    setPicked(next)
    write({ country: next, digits: national })
  }
  const type = (text: string) => {
    setTyped(text)
    if (!text.trim().startsWith('+')) return write({ country: chosen, digits: text.replace(/\D/g, '') })
    const whole = splitNumber(text, chosen)
    setPicked(whole.country)
    return write({ country: whole.country, digits: whole.national })
  }
  return { chosen, choose, type, shown: typed ?? spaced(national), leave: () => setTyped(null) }
}

/** A mobile number: a list for the country's code, then the number. */
export const PhoneField = (props: PhoneFieldProps) => {
  const { value, onChange, onBlur, name, country, countries, ref, ...frame } = props
  const { chosen, choose, type, shown, leave } = useNumber({ value, onChange, country })
  return (
    <Field {...frame}>
      {(control) => (
        <div data-invalid={control['data-invalid']} className="field-box flex h-12 items-center md:h-9">
          <CountryPicker chosen={chosen} countries={countries} onChoose={choose} />
          <span aria-hidden className="mx-2.5 h-6 w-px bg-line md:h-5" />
          <input
            {...control}
            ref={ref}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            value={shown}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              leave()
              onBlur?.()
            }}
            className={cx(
              'num h-full min-w-0 grow rounded-r-[inherit] bg-transparent pr-3.5 text-md outline-none',
              'md:text-base',
            )}
          />
        </div>
      )}
    </Field>
  )
}
