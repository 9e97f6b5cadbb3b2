import { cx } from './cx.ts'

const initialsOf = (name: string): string => {
  const parts = name.trim().split(/\s+/)
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return letters
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase()
}

/**
 * Initials: in a circle for a person, in a square for a company. Screen readers skip them, because the name
 * is next to them.
 */
export const Avatar = ({
  name,
  shape = 'person',
  size = 40,
}: {
  name: string
  shape?: 'person' | 'company'
  size?: number
}) => (
  <span
    aria-hidden
    style={{ width: size, height: size, fontSize: Math.round(size * 0.36) }}
    className={cx(
      'inline-flex shrink-0 items-center justify-center bg-soft font-semibold text-brand-text select-none',
      shape === 'person' ? 'rounded-full' : 'rounded-sm',
    )}
  >
    {initialsOf(name)}
  </span>
)
