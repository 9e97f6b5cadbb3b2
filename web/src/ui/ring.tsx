import { useEffect, useState } from 'react'
import { elapsedMs } from '../kernel/clock.ts'
import { countdownText } from '../kernel/date-text.ts'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

/** A circle that empties, with the remaining time inside. Screen readers announce it every ten seconds. */
export const Ring = ({
  leftMs,
  wholeMs,
  tone = 'brand',
  size = 40,
}: {
  leftMs: number
  wholeMs: number
  tone?: 'brand' | 'warn'
  size?: 40 | 56
}) => {
  const t = useText('ui')
  const share = Math.min(Math.max(leftMs / wholeMs, 0), 1)
  const stroke = size === 40 ? 3.5 : 4.5
  const radius = (size - stroke) / 2
  const length = 2 * Math.PI * radius
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const text = wholeMs > 90_000 ? countdownText(leftMs) : String(seconds)
  return (
    <span
      style={{ width: size, height: size }}
      className="relative inline-flex shrink-0 items-center justify-center"
    >
      <svg aria-hidden viewBox={`0 0 ${size} ${size}`} className="absolute inset-0 -rotate-90">
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          strokeWidth={stroke}
          className="stroke-fill"
        />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          strokeWidth={stroke}
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - share)}
          className={tone === 'warn' ? 'stroke-warn' : 'stroke-brand'}
        />
      </svg>
      <span aria-hidden className={cx('num font-semibold', size === 40 ? 'text-sm' : 'text-base')}>
        {text}
      </span>
      <span role="timer" className="sr-only">
        {t('secondsLeft', { seconds: Math.ceil(seconds / 10) * 10 })}
      </span>
    </span>
  )
}

/**
 * Counts down by a clock that the sandbox cannot advance: card reveal 30 s, step-up 60 s. Calls back once at
 * the end.
 */
export const useCountdown = ({ wholeMs, onEnd }: { wholeMs: number; onEnd: () => void }): number => {
  const [endsAtMs] = useState(() => elapsedMs() + wholeMs)
  const [leftMs, setLeftMs] = useState(wholeMs)
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeftMs(endsAtMs - elapsedMs()), 250)
    return () => clearInterval(timer)
  }, [endsAtMs, isOver])
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return Math.max(0, leftMs)
}
