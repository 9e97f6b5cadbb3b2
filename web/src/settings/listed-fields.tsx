import { countryCodes } from '@cardamom/contract/countries'
import { useState } from 'react'
import { countryName, countryNames } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/choice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dayText, unsupportedCountries } from './setting-value.ts'

type ListedProps = {
  readonly label: string
  readonly hint: string
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly change: (value: readonly string[]) => void
}

const Chips = ({
  names,
  disabled,
  remove,
}: {
  names: readonly (readonly [value: string, name: string])[]
  disabled: boolean
  remove: (value: string) => void
}) =>
  names.length === 0 ? null : (
    <ul className="flex flex-wrap gap-2">
      {names.map(([value, name]) => (
        <li key={value}>
          <Chip on removable disabled={disabled} onClick={() => remove(value)}>
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  )

/** Countries that nobody can register from; the setting has all others. */
export const UnsupportedCountries = ({ label, hint, value, disabled, change }: ListedProps) => {
  const t = useText('settings')
  const locale = useLocale()
  const without = unsupportedCountries(value)
  const choose = (code: string) => change(value.filter((each) => each !== code))
  const allow = (code: string) => change(countryCodes.filter((each) => each === code || value.includes(each)))
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={label}
        hint={hint}
        value=""
        disabled={disabled}
        onChange={({ target }) => choose(target.value)}
        placeholder={t('addCountry')}
        options={countryNames({ codes: [...value], locale }).map(({ code, name }) => ({
          value: code,
          label: name,
        }))}
      />
      <Chips
        names={without.map((code) => [code, countryName({ code, locale })] as const)}
        disabled={disabled}
        remove={allow}
      />
    </div>
  )
}

/** Days of a calendar, in their order. */
export const DaysField = ({ label, hint, value, disabled, change }: ListedProps) => {
  const t = useText('settings')
  const date = useDates()
  const [day, setDay] = useState('')
  const add = () => {
    if (day === '') return
    change([...new Set([...value, day])].toSorted())
    setDay('')
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="date"
        label={label}
        hint={hint}
        value={day}
        disabled={disabled}
        onChange={({ target }) => setDay(target.value)}
      />
      <div>
        <Button disabled={disabled || day === ''} onClick={add}>
          {t('addDay')}
        </Button>
      </div>
      <Chips
        names={value.map((each) => [each, dayText(each, date)] as const)}
        disabled={disabled}
        remove={(gone) => change(value.filter((each) => each !== gone))}
      />
    </div>
  )
}
