import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Screening, ScreeningResult } from '../screening/screening.ts'
import type { Payout } from './payout.ts'

/** A result is used for the signature that follows it, and not for a later one. */
const validMs = 60_000
const mostAtOnce = 8
/** Most results arrive in this time. A slower one is used by a later run. */
const patienceMs = 1000

type Check = { readonly startedAt: Date; readonly ended: Promise<void>; result: ScreeningResult | null }

/**
 * Checks of the addresses of payouts. They run beside the job of payouts, so a slow service delays the payouts that it
 * checks and no other. A result that a stopped process had is requested again.
 */
export const createPayoutChecks = ({
  screening,
  clock,
  log,
}: {
  readonly screening: Pick<Screening, 'checkWallet'>
  readonly clock: Pick<Clock, 'realNow'>
  readonly log: Pick<Log, 'error'>
}) => {
  const checks = new Map<string, Check>()
  const isValid = ({ startedAt }: Check) => clock.realNow().getTime() - startedAt.getTime() <= validMs
  const underWay = () => [...checks.values()].filter(({ result }) => result === null)

  const start = async (payout: Pick<Payout, 'id' | 'toAddress'>): Promise<ScreeningResult> => {
    try {
      return await screening.checkWallet(payout.toAddress)
    } catch (error) {
      log.error('The address of a payout could not be checked', error, { payoutId: payout.id })
      return { result: 'unavailable', checked: true }
    }
  }

  return {
    /** Returns the result of a check once. Null: it is under way. */
    use: (payout: Pick<Payout, 'id' | 'attempt' | 'toAddress'>): ScreeningResult | null => {
      for (const [key, check] of checks) if (check.result !== null && !isValid(check)) checks.delete(key)
      const key = `${payout.id}:${payout.attempt}`
      const found = checks.get(key)
      if (found) {
        if (found.result !== null) checks.delete(key)
        return found.result
      }
      if (underWay().length >= mostAtOnce) return null
      const ended = start(payout).then((result) => {
        check.result = result
      })
      const check: Check = { startedAt: clock.realNow(), ended, result: null }
      checks.set(key, check)
      return null
    },
    /** Waits a moment for the checks that are under way. */
    settle: async (): Promise<void> => {
      const ended = Promise.all(underWay().map((check) => check.ended))
      await Promise.race([ended, pause(patienceMs, undefined, { ref: false })])
    },
  }
}

export type PayoutChecks = ReturnType<typeof createPayoutChecks>
