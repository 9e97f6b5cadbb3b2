import { useCan } from '../kernel/permissions.ts'
import { hasPage } from '../kernel/router.tsx'
import { adminGroups, type AdminGroup } from './admin-nav.ts'

/** The places that exist and that this person may see; empty groups are left out. */
export const useAdminGroups = (): AdminGroup[] => {
  const can = useCan()
  return adminGroups
    .map(({ word, places }) => ({
      word,
      places: places.filter(({ to, tag }) => hasPage(to) && (tag === undefined || can(tag) === true)),
    }))
    .filter(({ places }) => places.length > 0)
}
