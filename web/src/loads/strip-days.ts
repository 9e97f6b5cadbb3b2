import type { StripDay } from '../ui/calendar-strip.tsx'

const dayMs = 86_400_000
const mostDays = 10

const dateIn = (timeZone: string, instantMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instantMs,
  )

/** The days from a payment to the latest date of its load; Saturday and Sunday do not count (domain §3). */
export const stripDays = ({
  from,
  to,
  timeZone,
}: {
  from: string
  to: string
  timeZone: string
}): StripDay[] => {
  const last = dateIn(timeZone, Date.parse(to))
  const days: StripDay[] = []
  for (let place = 0; place < mostDays; place += 1) {
    const date = dateIn(timeZone, Date.parse(from) + place * dayMs)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    days.push({ date, counts: weekday !== 0 && weekday !== 6 })
    if (date >= last) break
  }
  return days
}
