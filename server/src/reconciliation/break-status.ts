import { businessHoursBetween, type BusinessCalendar } from '../calendar/business-time.ts'
import type { BreakAge } from '@cardamom/contract/reconciliation'
import { transitions } from '../kernel/states.ts'

/** A run of the reconciliation: it reads the issuer, looks once more at what is missing there, and compares. */
export const runTransitions = transitions({
  table: 'reconcileRun',
  initial: ['reading'],
  states: {
    reading: { 'pages.read': 'checking' },
    checking: { 'missing.checked': 'comparing' },
    comparing: { 'run.compared': 'done' },
    done: {},
  },
})

/** A break stays open until a run does not find it any more. */
export const breakTransitions = transitions({
  table: 'reconcileBreak',
  initial: ['open'],
  states: { open: { 'break.gone': 'gone' }, gone: {} },
})

const dayHours = 24
/** The first business day of each age but the youngest, oldest first. */
const firstDays = [
  ['31+', 31],
  ['8-30', 8],
  ['4-7', 4],
  ['2-3', 2],
] as const

/** Business days since a break was found, as one of the ages of domain §12. */
export const ageOf = (of: { from: Date; to: Date }, calendar: BusinessCalendar): BreakAge => {
  const days = Math.floor(businessHoursBetween(of, calendar) / dayHours)
  return firstDays.find(([, first]) => days >= first)?.[0] ?? '0-1'
}
