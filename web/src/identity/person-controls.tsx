import { countryCodes } from '@cardamom/contract/countries'
import { genders } from '@cardamom/contract/identity/person-fields'
import type { ReactNode } from 'react'
import { countryName, countryNames } from '../kernel/country-names.ts'
import { useConfig, useBranding } from '../kernel/branding.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { isOfCountry, splitNumber } from '../ui/calling-codes.ts'
import { PhoneField } from '../ui/phone-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { tooYoungUntil, useBirthDay } from './birth-day.ts'
import { likelyCountry } from './likely-country.ts'

/** A person's fields as typed: the empty string means absent. */
export type PersonValues = Record<
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'gender'
  | 'mobile'
  | 'street'
  | 'zip'
  | 'city'
  | 'state'
  | 'country',
  string
>
export type PersonForm = ContractForm<PersonValues>

/** Countries that people may live in; all countries until the server has answered. */
export const useCountries = (): readonly string[] => useConfig()?.countries ?? countryCodes

/** Error below a date of birth that is too young: the rule, and the day from which it is accepted. */
const useAgeError = (birthDate: string): ReactNode => {
  const t = useText('person')
  const birthDay = useBirthDay()
  const { timeZone } = useBranding()
  const until = tooYoungUntil({ birthDate, timeZone })
  if (until === null) return undefined
  return t.rich('tooYoung', {
    day: birthDay(until),
    b: (text) => <b className="font-semibold">{text}</b>,
  })
}

/** Names, and the date of birth at which the age is checked. */
export const IdentityFields = ({ form }: { form: PersonForm }) => {
  const t = useText('person')
  const ageError = useAgeError(form.watch('birthDate'))
  return (
    <>
      <TextField label={t('firstName')} autoComplete="given-name" {...form.field('firstName')} />
      <TextField label={t('lastName')} autoComplete="family-name" {...form.field('lastName')} />
      <Controlled form={form} name="birthDate">
        {({ error, ...field }) => (
          <DateField label={t('birthDate')} autoComplete="bday" {...field} error={ageError ?? error} />
        )}
      </Controlled>
    </>
  )
}

export const GenderField = ({ form }: { form: PersonForm }) => {
  const t = useText('person')
  return (
    <SelectField
      label={t('gender')}
      aside="optional"
      placeholder
      options={genders.map((value) => ({ value, label: t(`genders.${value}`) }))}
      autoComplete="sex"
      {...form.field('gender')}
    />
  )
}

/** The country of the person; it also decides the phone's country code and the form of a zip code. */
export const CountryField = ({ form }: { form: PersonForm }) => {
  const t = useText('person')
  const locale = useLocale()
  const countries = countryNames({ codes: useCountries(), locale })
  return (
    <SelectField
      label={t('country')}
      autoComplete="country"
      placeholder
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      {...form.field('country')}
    />
  )
}

export const useLikelyCountry = (): string | null => {
  const { timeZone } = useBranding()
  return likelyCountry({ offered: useCountries(), companyZone: timeZone })
}

/** Comes after the country: a number of another country may be right or a typing mistake. */
export const MobileField = ({ form }: { form: PersonForm }) => {
  const t = useText('person')
  const locale = useLocale()
  const countries = useCountries()
  const likely = useLikelyCountry()
  const [country, mobile] = [form.watch('country'), form.watch('mobile')]
  const other = isOfCountry(mobile, country) ? null : splitNumber(mobile, country).country
  const nameOf = (code: string) => countryName({ code, locale })
  return (
    <Controlled form={form} name="mobile">
      {(field) => (
        <PhoneField
          label={t('mobile')}
          country={country || likely || 'US'}
          countries={countries}
          hint={
            other === null ? (
              t('mobileHint')
            ) : (
              <span className="text-warn">
                {t('mobileElsewhere', { number: nameOf(other), home: nameOf(country) })}
              </span>
            )
          }
          {...field}
        />
      )}
    </Controlled>
  )
}

/** Street, zip code and city (product §5) in the chosen country. */
export const AddressFields = ({ form }: { form: PersonForm }) => {
  const t = useText('person')
  return (
    <>
      <TextField label={t('street')} autoComplete="street-address" {...form.field('street')} />
      <div className="grid grid-cols-[2fr_3fr] items-start gap-3">
        <TextField label={t('zip')} autoComplete="postal-code" {...form.field('zip')} />
        <TextField label={t('city')} autoComplete="address-level2" {...form.field('city')} />
      </div>
      <TextField label={t('state')} aside="optional" autoComplete="address-level1" {...form.field('state')} />
    </>
  )
}
