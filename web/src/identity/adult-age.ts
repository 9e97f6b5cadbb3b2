import { adultFrom, isAdult, isBirthDate, todayIn } from '@cardamom/contract/dates'
import { now } from '../kernel/clock.ts'

/**
 * The day on which somebody becomes 18, when today in that time zone they are not; null for adults and for what is
 * no date yet (product §5, domain §14).
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
