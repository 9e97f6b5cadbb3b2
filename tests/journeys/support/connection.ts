import type { Page } from '@playwright/test'

/** Says what a device says when its network goes or comes; one that has none but itself would say nothing. */
const say = (page: Page, what: 'online' | 'offline') => page.evaluate(`dispatchEvent(new Event('${what}'))`)

export const dropConnection = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await say(page, 'offline')
}

export const restoreConnection = async (page: Page): Promise<void> => {
  await page.context().setOffline(false)
  await say(page, 'online')
}
