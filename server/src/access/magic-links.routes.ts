import { openMagicLink } from '@cardamom/contract/access/magic-links'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { createMagicLinks } from './magic-links.ts'

/**
 * The page behind the link of a mail (ux §1). Only the press on that page confirms at the provider; opening
 * the link does not.
 */
export const mountMagicLinks = (kernel: Kernel): void => {
  const links = createMagicLinks(kernel)
  kernel.mount(openMagicLink, async ({ input }) => {
    const found = await links.open(input.token)
    return found ? accepted(found) : refused('link_expired')
  })
}
