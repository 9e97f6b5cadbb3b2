import { useDates } from '../kernel/dates.tsx'
import { adultFrom, isAdult, isBirthDate, todayIn } from '@cardamom/contract/dates'
import { now } from '../kernel/clock.ts'

/**
 * The day on which a person turns 18, if they are younger today in that time zone; null for adults and for
 * incomplete dates (product §5, domain §14).
 */
export const tooYoungUntil = ({
  birthDate,
  timeZone,
}: {
  birthDate: string
  timeZone: string
}): string | null => {
  if (!isBirthDate(birthDate)) return null
  return isAdult({ birthDate, today: todayIn(timeZone, now()) }) ? null : adultFrom(birthDate)
}

/** A date of birth as on a document, without a weekday: `14 Mar 1991`. */
export const useBirthDay = (): ((birthDate: string) => string) => {
  const date = useDates()
  return (birthDate) => `${date(birthDate, 'short')} ${birthDate.slice(0, 4)}`
}
