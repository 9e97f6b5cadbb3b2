import { permissionTags } from '../permission-tags.ts'
import type { PermissionTag } from '../roles.ts'

const allTags: ReadonlySet<string> = new Set(permissionTags.map(({ tag }) => tag))
const fourEyesTags: ReadonlySet<string> = new Set(
  permissionTags.filter(({ fourEyes }) => fourEyes).map(({ tag }) => tag),
)

/** Whether a call with this tag needs two people. */
export const needsTwoPeople = (tag: string): boolean => fourEyesTags.has(tag)

/** The tag of the person who checks a request: the `.approve` tag of its module where there is one, else the same. */
export const checkerTagOf = (tag: PermissionTag): PermissionTag => {
  const approve = tag.replace(/\.[^.]+$/, '.approve')
  return allTags.has(approve) ? (approve as PermissionTag) : tag
}

/**
 * Stands in the place of the checker's tag where only a super administrator can check. It is in no list of tags, and
 * role 6 passes every check.
 */
export const superCheck = 'super'
export type CheckerTag = PermissionTag | typeof superCheck

/** Tags of which only some calls need two people. */
const sometimesOfTwo: ReadonlySet<string> = new Set<PermissionTag>(['users.delete_passkey'])

/** Every tag with which a person can check requests. */
export const checkerTags: readonly CheckerTag[] = permissionTags
  .filter(({ tag, fourEyes }) => fourEyes || sometimesOfTwo.has(tag))
  .map(({ tag }): CheckerTag => checkerTagOf(tag))
  .concat(superCheck)
  .filter((tag, index, tags) => tags.indexOf(tag) === index)
