import type { BrowserContext } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

const longestMs = Number(process.env['JOURNEYS_SLOW_CALLS_MS'] ?? 0)

/**
 * With `JOURNEYS_SLOW_CALLS_MS`, each call of the API starts after a random time up to that one, so calls overtake
 * each other as on a bad network. A journey that fails then depends on an order that nothing guarantees.
 */
export const slowCallsDown = async (context: BrowserContext): Promise<void> => {
  if (longestMs === 0) return
  await context.route(/\/api\/(?!events\b)/, async (route) => {
    await wait(Math.random() * longestMs)
    // The page may be gone by now.
    await route.fallback().catch(() => undefined)
  })
}
