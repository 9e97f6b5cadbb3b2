import { cx } from './cx.ts'

const outline =
  'M16.6 2.5c6 5.2 9.2 11 9.2 16.3 0 6.7-4.1 11.2-9.7 11.2S6.4 25.5 6.4 18.8c0-6.1 3.5-12 10.2-16.3Z'

/** The leaf for use inside another drawing: 32 by 32, in the current text colour. */
export const LeafShape = ({ vein }: { vein: string }) => (
  <>
    <path d={outline} fill="currentColor" />
    <path
      d="M18.3 8c.6 7.2-1 14.6-5 21.3"
      fill="none"
      stroke={vein}
      strokeWidth="1.9"
      strokeLinecap="round"
    />
  </>
)

/** The leaf alone. */
export const Leaf = ({ className, vein }: { className?: string; vein: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <LeafShape vein={vein} />
  </svg>
)

const Sign = ({ name, isOwn, size }: { name: string; isOwn: boolean; size: number }) =>
  isOwn ? (
    <Leaf vein="var(--brand)" className="size-[72%]" />
  ) : (
    <span aria-hidden className="leading-none font-semibold" style={{ fontSize: Math.round(size * 0.55) }}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  )

/**
 * A company's square: its logo, or else the first letter of its name on its colour. The product itself shows
 * the leaf.
 */
export const BrandMark = ({
  logoUrl,
  name,
  isOwn,
  size = 28,
  className,
}: {
  logoUrl: string | null
  name: string
  isOwn: boolean
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
        <Sign name={name} isOwn={isOwn} size={size} />
      ) : (
        <img src={logoUrl} alt="" width={size} height={size} className="size-full object-cover" />
      )}
    </span>
  )
}
