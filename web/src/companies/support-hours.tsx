import { changeCompanySettings } from '@cardamom/contract/companies/company-settings'
import type { SupportHours } from '@cardamom/contract/companies'
import { cityOf } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { Select, SelectField } from '../ui/select-field.tsx'
import { minuteText, weekdayNames } from '../kernel/weekdays.ts'
import { CompanyFormPart, type CompanyField } from './company-form.tsx'
import type { CompanyRecord } from './use-company.tsx'

const [openMinute, closeMinute, stepMinutes, lastMinute] = [540, 1080, 30, 1440]
const usualDay = { fromMinute: openMinute, toMinute: closeMinute }
const usualWeek: SupportHours = [usualDay, usualDay, usualDay, usualDay, usualDay, null, null]
const steps = Array.from({ length: lastMinute / stepMinutes + 1 }, (_, at) => at * stepMinutes)

const Week = ({ hours, change }: { hours: SupportHours; change: (hours: SupportHours) => void }) => {
  const t = useText('companySettings')
  const locale = useLocale()
  const set = (day: number, next: SupportHours[number]) =>
    change(hours.map((each, at) => (at === day ? next : each)))
  const options = (from: number, to: number) =>
    steps
      .filter((minute) => minute >= from && minute <= to)
      .map((minute) => ({ value: String(minute), label: minuteText(minute, locale) }))
  return (
    <ul className="flex flex-col gap-2">
      {weekdayNames(locale).map((day, at) => {
        const own = hours[at] ?? null
        const from = (text: string) => {
          if (text === '') return set(at, null)
          const fromMinute = Number(text)
          const toMinute = Math.max(own?.toMinute ?? closeMinute, fromMinute + stepMinutes)
          set(at, { fromMinute, toMinute })
        }
        return (
          <li
            key={day}
            className="grid grid-cols-2 items-center gap-2 sm:grid-cols-[minmax(7rem,1fr)_9rem_9rem]"
          >
            <span className="max-sm:col-span-2">{day}</span>
            <Select
              aria-label={t('hours.from', { day })}
              value={String(own?.fromMinute ?? '')}
              onChange={({ target }) => from(target.value)}
              options={[{ value: '', label: t('hours.closed') }, ...options(0, lastMinute - stepMinutes)]}
            />
            {own !== null && (
              <Select
                aria-label={t('hours.to', { day })}
                value={String(own.toMinute)}
                onChange={({ target }) => set(at, { ...own, toMinute: Number(target.value) })}
                options={options(own.fromMinute + stepMinutes, lastMinute)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** When a company answers its people: inherited, or its own hours for each day of a week. */
export const SupportHoursForm = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const { supportHours, timeZone } = company.settings
  const field: CompanyField = {
    name: 'supportHours',
    label: t('hours.title'),
    typedOf: ({ settings }) =>
      settings.supportHours.own === null ? '' : JSON.stringify(settings.supportHours.own),
    sentAs: (typed) => (typed === '' ? null : (JSON.parse(typed) as SupportHours)),
  }
  return (
    <CompanyFormPart company={company} endpoint={changeCompanySettings} fields={[field]}>
      {({ typed, form }) => {
        const own = typed['supportHours'] ?? ''
        const set = (text: string) => form.setValue('supportHours', text, { shouldDirty: true })
        return (
          <div className="flex flex-col gap-4">
            <SelectField
              label={t('hours.own')}
              value={own === '' ? '' : 'own'}
              onChange={({ target }) =>
                set(target.value === '' ? '' : JSON.stringify(supportHours.value ?? usualWeek))
              }
              options={[
                { value: '', label: t('hours.inherit') },
                { value: 'own', label: t('hours.set') },
              ]}
              hint={t('hours.zone', { zone: cityOf(timeZone.value ?? 'UTC') })}
            />
            {own !== '' && (
              <Week hours={JSON.parse(own) as SupportHours} change={(hours) => set(JSON.stringify(hours))} />
            )}
          </div>
        )
      }}
    </CompanyFormPart>
  )
}
