import { cx } from './cx.ts'

/** The leaf alone: on the card, in the brand square. */
export const Leaf = ({ className, vein }: { className?: string; vein: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <path
      d="M16.6 2.5c6 5.200 9.200 11 9.200 16.300 0 6.700-4.100 11.200-9.700 11.200S6.400 25.500 6.400 18.800c0-6.100 3.500-12 10.200-16.300Z"
      fill="currentColor"
    />
    <path
      d="M18.300 8c.6 7.200-1 14.600-5 21.300"
      fill="none"
      stroke={vein}
      strokeWidth="1.900"
      strokeLinecap="round"
    />
  </svg>
)

/** A company's square: its logo, or the leaf on its colour. */
export const BrandMark = ({
  logoUrl,
  size = 28,
  className,
}: {
  logoUrl: string | null
  size?: number
  className?: string
}) => {
  const radius = Math.round(size * 0.27)
  return (
    <span
      style={{ width: size, height: size, borderRadius: radius }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden bg-brand text-on-brand',
        className,
      )}
    >
      {logoUrl === null ? (
        <Leaf vein="var(--brand)" className="size-[72%]" />
      ) : (
        <img src={logoUrl} alt="" width={size} height={size} className="size-full object-cover" />
      )}
    </span>
  )
}
