import { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { useText } from '../kernel/i18n.tsx'

/** Why the money of a load is not as quoted, for the staff. A reason of a newer server needs a review. */
export const useExceptionText = (): ((exception: string | null) => string) => {
  const t = useText('companyLoads')
  return (exception) => {
    if (exception === null) return t('exception.none')
    return t(`exception.${loadExceptions.find((each) => each === exception) ?? 'other'}`)
  }
}
