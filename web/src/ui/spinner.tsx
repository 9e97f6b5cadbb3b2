import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

/** Loading animation. `label` is read aloud; a busy button has its own label. */
export const Spinner = ({
  size = 20,
  label,
  className,
}: {
  size?: number
  label?: string
  className?: string
}) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={2.5}
    strokeLinecap="round"
    className={cx('animate-spin', className)}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <circle cx="12" cy="12" r="9" opacity={0.2} />
    <path d="M21 12a9 9 0 0 0-9-9" />
  </svg>
)

/** A page or panel that is loading: a centred spinner. */
export const LoadingIndicator = ({ label, className }: { label?: string; className?: string }) => {
  const t = useText('ui')
  return (
    <div role="status" className={cx('flex min-h-60 items-center justify-center text-brand', className)}>
      <Spinner size={28} />
      <span className="sr-only">{label ?? t('loading')}</span>
    </div>
  )
}
