import type { listProcesses } from '@cardamom/contract/processes'
import type { WireOf } from '@cardamom/contract/endpoint'
import { cappedCountText } from '../kernel/capped-count.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import type { Tone } from '../ui/status.tsx'

export type Process = WireOf<typeof listProcesses>['items'][number]

export const stateTones: Readonly<Record<Process['state'], Tone>> = {
  stopped: 'bad',
  failing: 'bad',
  late: 'warn',
  running: 'info',
  waiting: 'good',
  idle: 'neutral',
}
/** Work has no events of its own, so its pages read it again. */
export const processAgainMs = 5000

const urgentStates: readonly string[] = ['stopped', 'failing', 'late']
export const needsAttention = ({ state }: Process): boolean => urgentStates.includes(state)

const secondMs = 1000
const minuteMs = 60_000

/** The facts of a process as its row and its details show them. */
export const useProcessText = () => {
  const t = useText('processes')
  const date = useDates()
  const duration = (ms: number): string => {
    if (ms < secondMs) return t('lessThanSecond')
    const seconds = Math.round(ms / secondMs)
    if (ms < 2 * minuteMs) return t('seconds', { count: countText(seconds) })
    return t('minutes', { count: countText(Math.round(ms / minuteMs)) })
  }
  const next = ({ running, waiting, nextAt }: Process): string => {
    if (running + waiting > 0) return t('now')
    return nextAt === null ? t('atEvent') : date(nextAt, 'near')
  }
  const backlog = ({ waiting, running, retrying, dead, oldestAt }: Process): string => {
    const oldest = oldestAt === null ? '' : ` ${t('since', { at: date(oldestAt, 'near') })}`
    const parts = [
      dead > 0 && t('deadJobs', { count: cappedCountText(dead) }),
      retrying > 0 && t('retryingJobs', { count: cappedCountText(retrying) }),
      waiting > 0 && `${t('waitingJobs', { count: cappedCountText(waiting) })}${oldest}`,
      running > 0 && t('runningJobs', { count: countText(running) }),
    ].filter((part) => part !== false)
    return parts.length === 0 ? t('noBacklog') : parts.join(', ')
  }
  const advice = (process: Process): string | null => {
    const { state, dead } = process
    if (state === 'stopped') return t(dead > 0 ? 'advice.stopped' : 'advice.missing')
    return state === 'failing' || state === 'late' ? t(`advice.${state}`) : null
  }
  return {
    title: ({ process }: Process) => t(`names.${process}.title`),
    about: ({ process }: Process) => t(`names.${process}.about`),
    lastRun: ({ lastRunAt }: Process) => (lastRunAt === null ? t('never') : date(lastRunAt, 'near')),
    duration: ({ lastDurationMs }: Process) => (lastDurationMs === null ? '—' : duration(lastDurationMs)),
    next,
    backlog,
    advice,
  }
}
