import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import type { Kyc } from './kyc-start.ts'

/** One bar for each attempt; used ones are empty. The text next to the bars has the numbers. */
export const Attempts = ({ attempts }: { attempts: Kyc['attempts'] }) => {
  const t = useText('kyc')
  const { limit, left } = attempts
  return (
    <div className="flex items-center gap-4 md:text-base">
      <span aria-hidden className="flex w-25 shrink-0 gap-1">
        {Array.from({ length: limit }, (_, at) => (
          <span
            key={at}
            className={cx('h-1.5 grow rounded-full', at < limit - left ? 'bg-line' : 'bg-brand')}
          />
        ))}
      </span>
      <p className="text-base text-mute">
        <b className="font-semibold text-ink">
          {left === 0
            ? t('attempts.none', { limit: String(limit) })
            : t('attempts.left', { left: String(left), limit: String(limit) })}
        </b>{' '}
        {left > 0 && t('attempts.note')}
      </p>
    </div>
  )
}
