import { useCan } from '../kernel/permissions.ts'
import { hasPage } from '../kernel/router.tsx'
import { adminGroups, type AdminGroup } from './admin-nav.ts'

/** The items that exist and that this person may see; empty groups are left out. */
export const useAdminGroups = (): AdminGroup[] => {
  const can = useCan()
  return adminGroups
    .map(({ word, navItems }) => ({
      word,
      navItems: navItems.filter(({ to, tag }) => hasPage(to) && (tag === undefined || can(tag) === true)),
    }))
    .filter(({ navItems }) => navItems.length > 0)
}
