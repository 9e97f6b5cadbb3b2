import { useText } from '../kernel/i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The issuer was asked for other limits and has not answered yet. */
export const LimitsUnderWay = () => {
  const t = useText('cards')
  return (
    <p role="status" className="flex items-center gap-2 text-base text-mute md:text-sm">
      <Spinner size={16} />
      {t('limits.changing')}
    </p>
  )
}
