import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds wrong in a page without frames, or in the page around them. Put together from frames, in a page opened
 * for it, and with all that is right, the same answer takes more than twice the machine's time.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
