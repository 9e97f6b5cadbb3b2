import type { LucideIcon } from 'lucide-react'
import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../kernel/link.tsx'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'soft' | 'ghost' | 'danger'
type ButtonStyle = {
  /**
   * One primary button per view. A `danger` button is outlined and always has an icon, because a brand colour
   * may be red.
   */
  variant?: ButtonVariant
  size?: 'normal' | 'small'
  /** Fills its row, as in the sticky bars of a phone. */
  fullWidth?: boolean
  /** A square button with an icon only; screen readers read `children`. */
  iconOnly?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-press active:bg-brand-press',
  outline: 'border border-line bg-surface text-ink hover:border-ctl hover:bg-fill',
  soft: 'bg-soft text-brand-text hover:bg-soft-press',
  ghost: 'text-ink hover:bg-fill',
  danger: 'border border-bad bg-surface text-bad hover:bg-bad-soft',
}

const heights = {
  normal: 'min-h-12 rounded-lg py-1 text-md md:min-h-9 md:rounded-md md:text-base',
  small: 'min-h-11 rounded-lg py-1 text-md md:min-h-8 md:rounded-sm md:text-sm',
}
const squares = { normal: 'w-12 md:w-9', small: 'w-11 md:w-8' }

export const buttonClass = ({
  variant = 'outline',
  size = 'normal',
  fullWidth,
  iconOnly,
}: ButtonStyle): string =>
  cx(
    'relative inline-flex shrink-0 items-center justify-center gap-2 text-center font-semibold',
    'max-w-full select-none',
    'transition-colors disabled:opacity-50 aria-disabled:opacity-60',
    variants[variant],
    heights[size],
    iconOnly ? squares[size] : fullWidth ? 'w-full px-3' : 'px-5 md:px-3.5',
  )

const Inside = ({ icon: Icon, busy, iconOnly, children }: ContentProps) => (
  <>
    {Icon !== undefined && !busy && (
      <Icon aria-hidden size={20} strokeWidth={2} className="shrink-0 md:size-4.5" />
    )}
    {busy && (Icon !== undefined || iconOnly) && <Spinner size={20} className="md:size-4.5" />}
    {busy && Icon === undefined && !iconOnly && (
      <span className="absolute inset-0 flex items-center justify-center">
        <Spinner size={20} />
      </span>
    )}
    <span className={cx(iconOnly && 'sr-only', busy && Icon === undefined && !iconOnly && 'opacity-0')}>
      {children}
    </span>
  </>
)

type ContentProps = {
  icon?: LucideIcon | undefined
  /** The action is running: the width of the button stays and shows the spinner instead of the icon. */
  busy?: boolean | undefined
  iconOnly?: boolean | undefined
  children: ReactNode
}
type ButtonProps = ButtonStyle & ContentProps & Omit<ComponentProps<'button'>, 'children' | 'className'>

/**
 * A button. Its label is a verb with its object or amount: "Transfer $5,000.00". While busy it has the
 * focus and ignores presses.
 */
export const Button = ({
  variant,
  size,
  fullWidth,
  iconOnly,
  icon,
  busy,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonClass({
      variant: variant ?? 'outline',
      size: size ?? 'normal',
      fullWidth: fullWidth ?? false,
      iconOnly: iconOnly ?? false,
    })}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    <Inside icon={icon ?? (variant === 'danger' ? CircleAlert : undefined)} busy={busy} iconOnly={iconOnly}>
      {children}
    </Inside>
  </button>
)

type LinkProps = ButtonStyle &
  Omit<ContentProps, 'busy'> & {
    to: string
    search?: Record<string, string>
    replace?: boolean
    onClick?: () => void
  }

/** A link with the style of a button. */
export const ButtonLink = ({
  variant,
  size,
  fullWidth,
  iconOnly,
  icon,
  to,
  search,
  replace,
  onClick,
  children,
}: LinkProps) => (
  <Link
    to={to}
    search={search ?? {}}
    replace={replace ?? false}
    onClick={onClick}
    className={buttonClass({
      variant: variant ?? 'outline',
      size: size ?? 'normal',
      fullWidth: fullWidth ?? false,
      iconOnly: iconOnly ?? false,
    })}
  >
    <Inside icon={icon} iconOnly={iconOnly}>
      {children}
    </Inside>
  </Link>
)

/** A button without a box, in the brand's colour: for a panel's header or inside a sentence. */
export const TextButton = ({
  icon: Icon,
  tone = 'brand',
  children,
  ...rest
}: {
  icon?: LucideIcon
  tone?: 'brand' | 'bad'
  children: ReactNode
} & Omit<ComponentProps<'button'>, 'children' | 'className'>) => (
  <button type="button" {...rest} className={textButtonClass(tone)}>
    {Icon && <Icon aria-hidden size={18} />}
    {children}
  </button>
)

/** A link with the style of `TextButton`: "Forgot it?", "Open inbox". */
export const TextLink = ({
  to,
  icon: Icon,
  search,
  children,
}: {
  to: string
  icon?: LucideIcon
  search?: Record<string, string>
  children: ReactNode
}) => (
  <Link to={to} search={search ?? {}} className={textButtonClass()}>
    {Icon && <Icon aria-hidden size={18} />}
    {children}
  </Link>
)

export const textButtonClass = (tone: 'brand' | 'bad' = 'brand'): string =>
  cx(
    'relative inline-flex items-center gap-1.5 rounded-sm font-medium underline-offset-4 hover:underline',
    'md:text-base',
    '-my-2.5 min-h-11 min-w-11 justify-center md:my-0 md:min-h-0 md:min-w-0',
    tone === 'bad' ? 'text-bad' : 'text-brand-text',
  )
