import { Ban, CalendarX, Hourglass, Lock, Pause, type LucideIcon } from 'lucide-react'
import { useId, type CSSProperties } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { LeafShape } from './brand-mark.tsx'
import { CardBack, Chip, Waves, type CardColours } from './card-art-parts.tsx'
import { cx } from './cx.ts'

/**
 * `ghost` is a card that does not exist yet, without a number. The other states can show a pill with a text
 * over the card.
 */
export type CardState = 'active' | 'ghost' | 'paused' | 'blocked' | 'pending' | 'expired'
export type CardFinish = 'plastic' | 'metal' | 'virtual'

export type CardArtProps = {
  company: string
  logoUrl?: string | null
  /** True for the product itself, which shows the leaf; a company without a logo shows its initial. */
  isOwn?: boolean
  hue: number
  chroma: number
  finish?: CardFinish
  state?: CardState
  /** The name on the card: see `embossed`. */
  name: string
  lastDigits?: string | null
  /** `09/29` */
  expiry?: string | null
  /** Text of the pill: "Paused", "Yours as soon as you are verified". */
  note?: string
  size?: 'full' | 'small'
}

const stateIcons: Record<CardState, LucideIcon> = {
  active: Lock,
  ghost: Lock,
  paused: Pause,
  blocked: Ban,
  pending: Hourglass,
  expired: CalendarX,
}

/** Metal, paused and blocked cards have less chroma; an expired card is grey. */
const coloursOf = ({
  hue,
  chroma,
  finish,
  state,
}: Pick<CardArtProps, 'hue' | 'chroma'> & { finish: CardFinish; state: CardState }): CardColours => {
  const metal = finish === 'metal' ? 0.35 : 1
  const rest = state === 'expired' ? 0 : state === 'paused' || state === 'blocked' ? 0.4 : 1
  return { hue, chroma: Math.min(chroma, 0.16) * metal * rest, isMetal: finish === 'metal' }
}

/** A name as cards can print it: capital letters without accents, at most 26 characters. */
export const embossed = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9 .'-]/g, '')
    .slice(0, 26)

const Number = ({ lastDigits, x, y }: { lastDigits: string; x: number; y: number }) => (
  <g fill="currentColor">
    {[0, 1, 2].map((group) =>
      [0, 1, 2, 3].map((dot) => (
        <circle key={`${group}-${dot}`} cx={x + 3 + group * 56 + dot * 12} cy={y - 6.5} r={3.2} />
      )),
    )}
    <text x={x + 172} y={y} fontSize={20} fontWeight={500} letterSpacing={2}>
      {lastDigits}
    </text>
  </g>
)

const FullFront = ({ company, name, lastDigits, expiry }: CardArtProps) => (
  <g fill="currentColor">
    <text x={24} y={43} fontSize={17} fontWeight={600}>
      {company.length > 22 ? `${company.slice(0, 21)}…` : company}
    </text>
    {lastDigits && <Chip x={24} y={75} />}
    {lastDigits && <Number lastDigits={lastDigits} x={24} y={145} />}
    <text x={24} y={191} fontSize={name.length > 20 ? 11.5 : 13.5} fontWeight={500} letterSpacing={0.3}>
      {name}
    </text>
    {expiry && (
      <text x={326} y={191} fontSize={13.5} fontWeight={500} textAnchor="end">
        {expiry}
      </text>
    )}
  </g>
)

const SmallFront = ({ company, lastDigits }: CardArtProps) => (
  <g fill="currentColor">
    <text x={26} y={60} fontSize={32} fontWeight={600}>
      {company.length > 13 ? `${company.slice(0, 12)}…` : company}
    </text>
    {lastDigits && (
      <>
        <circle cx={34} cy={177} r={6} />
        <circle cx={54} cy={177} r={6} />
        <text x={74} y={190} fontSize={36} fontWeight={500} letterSpacing={2}>
          {lastDigits}
        </text>
      </>
    )}
  </g>
)

const Note = ({ state, note, isSmall }: { state: CardState; note: string; isSmall: boolean }) => {
  const Icon = stateIcons[state]
  return (
    <span
      className={cx(
        'absolute inset-x-0 flex justify-center px-5',
        // The pill stays above the card's number; a ghost has no number.
        state === 'ghost' || isSmall ? 'inset-y-0 items-center' : 'top-[34%]',
      )}
    >
      <span
        className={cx(
          'inline-flex items-center gap-2 rounded-full bg-surface font-medium text-ink',
          isSmall ? 'px-2 py-0.5 text-xs' : 'px-3.5 py-1 text-base',
        )}
      >
        <Icon aria-hidden size={isSmall ? 12 : 16} className="shrink-0" />
        {note}
      </span>
    </span>
  )
}

/** The mark in the corner: the logo, the initial or the leaf. */
const Mark = ({
  mark,
  isImage,
  isSmall,
  vein,
}: {
  mark: string | null
  isImage: boolean
  isSmall: boolean
  vein: string
}) => {
  if (mark === null) {
    return (
      <g transform={isSmall ? 'translate(284 20) scale(1.5)' : 'translate(291 20) scale(1.12)'}>
        <LeafShape vein={vein} />
      </g>
    )
  }
  if (isImage) {
    return <image href={mark} x={290} y={22} width={36} height={36} preserveAspectRatio="xMidYMid meet" />
  }
  return (
    <text
      x={308}
      y={isSmall ? 58 : 50}
      textAnchor="middle"
      fontSize={isSmall ? 44 : 32}
      className="font-semibold"
      fill="currentColor"
    >
      {mark}
    </text>
  )
}

/** Drawing of a card, made from hue, chroma, finish and state. */
export const CardArt = (props: CardArtProps) => {
  const {
    company,
    logoUrl = null,
    isOwn = true,
    hue,
    chroma,
    finish = 'plastic',
    state = 'active',
    note,
    size = 'full',
  } = props
  const shown = state === 'ghost' ? { ...props, lastDigits: null, expiry: null } : props
  const t = useText('ui')
  const id = useId()
  const colours = coloursOf({ hue, chroma, finish, state })
  const shadow = { '--card-glow': `oklch(0.45 ${colours.chroma} ${hue} / 0.34)` } as CSSProperties
  const parts = [
    company,
    shown.lastDigits && t('cardEnding', { digits: shown.lastDigits }),
    props.name,
    shown.expiry,
    note,
  ]
  const isSmall = size === 'small'
  return (
    <div
      role="img"
      aria-label={parts.filter(Boolean).join(', ')}
      style={shadow}
      className={cx(
        'relative aspect-[350/221] w-full overflow-hidden text-white select-none',
        isSmall
          ? 'max-w-37.5 rounded-lg'
          : 'max-w-100 rounded-2xl shadow-[0_18px_36px_-12px_var(--card-glow)]',
      )}
    >
      <svg aria-hidden viewBox="0 0 350 221" className="absolute inset-0 size-full">
        <CardBack id={id} colours={colours} />
        <Waves />
        <Mark
          mark={logoUrl ?? (isOwn ? null : company.trim().charAt(0).toUpperCase())}
          isImage={logoUrl !== null}
          isSmall={isSmall}
          vein={`oklch(0.36 ${colours.chroma} ${hue})`}
        />
        {isSmall ? <SmallFront {...shown} /> : <FullFront {...shown} />}
      </svg>
      {(state === 'ghost' || state === 'pending') && (
        <span className="absolute inset-0 bg-[light-dark(rgb(255_255_255/0.42),rgb(15_20_18/0.5))]" />
      )}
      {(state === 'paused' || state === 'blocked' || state === 'expired') && (
        <span className="absolute inset-0 bg-[light-dark(rgb(255_255_255/0.2),rgb(15_20_18/0.4))]" />
      )}
      {note !== undefined && <Note state={state} note={note} isSmall={isSmall} />}
    </div>
  )
}
