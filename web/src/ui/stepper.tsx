import { Check, Ellipsis, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

/** `stopped`: the person ended it; `failed`: it ended for another reason. */
export type StepState = 'done' | 'current' | 'attention' | 'failed' | 'stopped' | 'to-come'
export type Step = {
  readonly key: string
  readonly state: StepState
  readonly title: ReactNode
  readonly detail?: ReactNode
  /** Shown at the right: when it happened, or when it will. */
  readonly time?: ReactNode
  /** Icon of a future step, or of one that needs the person. */
  readonly icon?: LucideIcon
}

const discs: Record<StepState, string> = {
  done: 'bg-brand text-on-brand',
  current: 'border-2 border-brand bg-surface',
  attention: 'border border-warn bg-warn-soft text-warn',
  failed: 'border border-bad bg-bad-soft text-bad',
  stopped: 'border border-ctl bg-fill text-mute',
  'to-come': 'border border-line bg-surface text-mute',
}
const ownIcons: Partial<Record<StepState, LucideIcon>> = {
  done: Check,
  attention: Ellipsis,
  failed: X,
  stopped: X,
}

const StepDisc = ({ state, icon: Icon }: { state: StepState; icon: LucideIcon | undefined }) => {
  const Shown = state === 'done' ? Check : (Icon ?? ownIcons[state])
  return (
    <span
      aria-hidden
      className={cx('flex size-6 shrink-0 items-center justify-center rounded-full', discs[state])}
    >
      {state === 'current' ? (
        <span className="size-2 rounded-full bg-brand" />
      ) : (
        Shown && <Shown size={14} strokeWidth={state === 'done' ? 2.5 : 2} />
      )}
    </span>
  )
}

const isPast = ({ state }: Step) => state === 'done' || state === 'failed' || state === 'stopped'

const useStateLabels = (): Record<StepState, string> => {
  const t = useText('ui')
  return {
    done: t('stepDone'),
    current: t('stepCurrent'),
    attention: t('stepAttention'),
    failed: t('stepFailed'),
    stopped: t('stepStopped'),
    'to-come': t('stepToCome'),
  }
}

/**
 * Past and future steps in a column; the line is filled up to the current step. `newest-first` is for a
 * history.
 */
export const Stepper = ({
  steps,
  direction = 'oldest-first',
}: {
  steps: readonly Step[]
  direction?: 'oldest-first' | 'newest-first'
}) => {
  const texts = useStateLabels()
  return (
    <ol>
      {steps.map((step, at) => {
        const next = steps[at + 1]
        const isFilled =
          direction === 'oldest-first'
            ? step.state === 'done'
            : next !== undefined && isPast(next) && isPast(step)
        return (
          <li
            key={step.key}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="flex gap-3.5"
          >
            <span className="flex flex-col items-center">
              <StepDisc state={step.state} icon={step.icon} />
              {next && (
                <span
                  aria-hidden
                  className={cx('my-0.5 min-h-2 w-0.5 grow', isFilled ? 'bg-brand' : 'bg-line')}
                />
              )}
            </span>
            <span className={cx('min-w-0 grow', next && 'pb-4')}>
              <span className="grid grid-cols-[minmax(min-content,1fr)_fit-content(60%)] items-baseline gap-x-3 max-2xs:grid-cols-1">
                <span className={step.state === 'to-come' ? 'text-mute' : 'font-semibold'}>
                  <span className="sr-only">{texts[step.state]}: </span>
                  {step.title}
                </span>
                {step.time !== undefined && (
                  <span className="num text-right text-base text-mute max-2xs:text-left md:text-sm">
                    {step.time}
                  </span>
                )}
              </span>
              {step.detail !== undefined && (
                <span className="block text-base text-mute md:text-sm">{step.detail}</span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Progress in a form of several pages: one bar for each page, with its name. */
export const ProgressSteps = ({ names, current }: { names: readonly string[]; current: number }) => {
  const t = useText('ui')
  const label = t('stepOf', {
    step: String(current + 1),
    steps: String(names.length),
    name: names[current] ?? '',
  })
  return (
    <div role="img" aria-label={label} className="grid auto-cols-fr grid-flow-col gap-2">
      {names.map((name, at) => (
        <div key={name}>
          <div className={cx('h-1 rounded-full', at <= current ? 'bg-brand' : 'bg-line')} />
          <div
            className={cx(
              'truncate pt-2 text-[length:min(0.8125rem,max(13px,3.7vw))] leading-[1.4]',
              at === current ? 'font-semibold text-brand-text' : 'text-mute',
            )}
          >
            {name}
          </div>
        </div>
      ))}
    </div>
  )
}
