import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { now } from '../kernel/clock.ts'
import { capital } from '../kernel/date-text.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { lastDayOf, monthsBack } from '../kernel/months.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { DateField } from '../ui/date-field.tsx'
import { SelectField } from '../ui/select-field.tsx'

/** Days of a statement in the reader's zone, as the calls accept them. */
export type StatementDays = { readonly since?: string; readonly until?: string; readonly zone: string }

const asOf = 'as-of'
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The period of the address: a month (`?month=2026-10`), everything up to a day (`?day=2026-10-31`), or all lines. */
export const useStatementDays = (): StatementDays => {
  const [{ month, day }] = useQueryParams()
  const zone = useTimeZone()
  if (isMonth(month)) return { since: `${month}-01`, until: lastDayOf(month), zone }
  return isDay(day) ? { until: day, zone } : { zone }
}

/** The last day of a statement. What is typed stays; a valid day is the period at once. */
const LastDay = ({ today }: { today: string }) => {
  const t = useText('walletLines')
  const [{ day = '' }, change] = useQueryParams()
  const [typed, setTyped] = useState(day)
  const isValid = isDay(typed) && typed <= today
  return (
    <div className="w-72 max-w-full">
      <DateField
        label={t('statement.day')}
        max={today}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          if (isDay(value) && value <= today) change({ day: value })
        }}
        error={isValid ? undefined : t('statement.dayInvalid')}
      />
    </div>
  )
}

/** The choice of the period. */
export const StatementPeriod = () => {
  const t = useText('walletLines')
  const date = useDates()
  const [{ month, day }, change] = useQueryParams()
  const today = todayIn(useTimeZone(), now())
  const months = monthsBack(today, isMonth(month) ? month : undefined)
  const value = isMonth(month) ? month : isDay(day) ? asOf : ''
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-52">
        <SelectField
          label={t('statement.period')}
          value={value}
          onChange={(event) => {
            const chosen = event.target.value
            if (chosen === asOf) change({ month: undefined, day: today })
            else change({ month: chosen === '' ? undefined : chosen, day: undefined })
          }}
          options={[
            { value: '', label: t('statement.all') },
            ...months.map((each) => ({ value: each, label: capital(date(`${each}-01`, 'month')) })),
            { value: asOf, label: t('statement.upTo') },
          ]}
        />
      </div>
      {value === asOf && <LastDay today={today} />}
    </div>
  )
}
