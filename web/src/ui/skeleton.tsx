import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

/**
 * Placeholder of content that is being read. It has the content's size, so nothing moves when the content
 * arrives.
 */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-glow bg-line2', className ?? 'h-5 w-full rounded-md')} />
)

/** Placeholder of rows that are being read. */
export const SkeletonRows = ({ rows = 3 }: { rows?: number }) => {
  const t = useText('ui')
  return (
    <div
      role="status"
      className="rounded-xl border border-line bg-surface *:not-last:border-b *:not-last:border-line2"
    >
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden className="flex h-16 items-center gap-3.5 px-4">
          <Skeleton className="size-10 rounded-full" />
          <span className="flex grow flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5 rounded-sm" />
            <Skeleton className="h-3 w-1/4 rounded-sm" />
          </span>
          <Skeleton className="h-3.5 w-16 rounded-sm" />
        </div>
      ))}
    </div>
  )
}
