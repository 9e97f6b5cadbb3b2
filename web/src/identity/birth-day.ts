import { useDates } from '../kernel/dates.tsx'

/** A date of birth as it stands on a document, without a weekday: `14 Mar 1991`. */
export const useBirthDay = (): ((birthDate: string) => string) => {
  const date = useDates()
  return (birthDate) => `${date(birthDate, 'short')} ${birthDate.slice(0, 4)}`
}
