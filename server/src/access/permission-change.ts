import { permissionTags } from '@cardamom/contract/permission-tags'
import type { PermissionTag } from '@cardamom/contract/roles'
import { accepted, refused, type Answer } from '../kernel/answer.ts'

/** The tags of a change, as a person sent them. */
export type WantedTags = Readonly<Record<'grant' | 'deny' | 'reset', readonly PermissionTag[]>>

type TagRights = { readonly byDefault: readonly number[]; readonly grantable: readonly number[] }
const rights: ReadonlyMap<string, TagRights> = new Map(permissionTags.map((each) => [each.tag, each]))

/**
 * Whether a person may make this change for a person of a role: they hold every tag of it, a granted tag can be granted to
 * the role, and a denied one belongs to it (permissions §1). A tag named twice is refused.
 */
export const judgeTags = (
  { grant, deny, reset }: WantedTags,
  of: { roleId: number; may: (tag: PermissionTag) => boolean },
): Answer<null, 'tag_not_grantable' | 'more_than_own'> => {
  const all = [...grant, ...deny, ...reset]
  const has = (tag: PermissionTag, list: keyof TagRights) =>
    rights.get(tag)?.[list].includes(of.roleId) ?? false
  const isPossible =
    new Set(all).size === all.length &&
    grant.every((tag) => has(tag, 'grantable')) &&
    deny.every((tag) => has(tag, 'byDefault') || has(tag, 'grantable'))
  if (!isPossible) return refused('tag_not_grantable')
  return all.every(of.may) ? accepted(null) : refused('more_than_own')
}
