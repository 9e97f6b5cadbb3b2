import { useText } from '../kernel/i18n.tsx'

const known = [
  'underpaid',
  'overpaid',
  'late',
  'wrong_asset',
  'second_payment',
  'below_minimum',
  'over_limit',
  'kyc',
  'screening',
] as const

/** Why the money of a load is not as quoted, for the staff. A reason of a newer server needs a review. */
export const useExceptionText = (): ((exception: string | null) => string) => {
  const t = useText('companyLoads')
  return (exception) => {
    if (exception === null) return t('exception.none')
    return t(`exception.${known.find((each) => each === exception) ?? 'other'}`)
  }
}
