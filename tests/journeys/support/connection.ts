import type { Page } from '@playwright/test'

/**
 * Fires the event for a lost or restored network. Emulation alone does not fire it on a machine without a
 * network.
 */
const say = (page: Page, what: 'online' | 'offline') => page.evaluate(`dispatchEvent(new Event('${what}'))`)

export const dropConnection = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await say(page, 'offline')
}

export const restoreConnection = async (page: Page): Promise<void> => {
  await page.context().setOffline(false)
  await say(page, 'online')
}
