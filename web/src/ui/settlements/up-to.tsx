import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'

/** The end of the period that a settlement is about. */
export const UpTo = ({ at }: { at: string }) => {
  const t = useText('walletLines')
  const date = useDates()
  return <>{t('settlement.upTo', { at: date(at, 'dayTime') })}</>
}
