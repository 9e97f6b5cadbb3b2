import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { TextButton } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The day of the address (`?day=2026-11-20`), and its last instant in UTC, as the ledger's calls accept it. */
export const useLedgerDay = (): { readonly day: string; readonly at: string } | null => {
  const [{ day }] = useQueryParams()
  return isDay(day) ? { day, at: `${day}T23:59:59.999Z` } : null
}

/** Chooses a past day. What is typed stays; a valid day is shown at once. */
export const LedgerDay = () => {
  const t = useText('ledger')
  const [{ day = '' }, change] = useQueryParams()
  const [typed, setTyped] = useState(day)
  const today = todayIn('UTC', now())
  const isValid = typed === '' || (isDay(typed) && typed <= today)
  const choose = (value: string) => {
    setTyped(value)
    if (isDay(value) && value <= today) change({ day: value })
  }
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="w-72 max-w-full">
        <DateField
          label={t('day.label')}
          max={today}
          value={typed}
          onChange={choose}
          error={isValid ? undefined : t('day.invalid')}
        />
      </div>
      {day !== '' && (
        <span className="py-2">
          <TextButton
            onClick={() => {
              setTyped('')
              change({ day: undefined })
            }}
          >
            {t('day.now')}
          </TextButton>
        </span>
      )}
    </div>
  )
}
