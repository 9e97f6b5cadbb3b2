import { permissionTags } from '@cardamom/contract/permission-tags'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { AdminRecord } from './use-admin-rights.ts'

export type HeldTag = AdminRecord['tags'][number]
export type TagAction = HeldTag['may'][number]
/** What the reader chose for each tag, before it is sent. */
export type PermissionPlan = Readonly<Partial<Record<PermissionTag, TagAction>>>
export type DataScope = NonNullable<AdminRecord['dataScope']>

/** The plan without what the reader may not do any more, such as after a change by another person. */
export const possiblePart = (tags: readonly HeldTag[], plan: PermissionPlan): PermissionPlan =>
  Object.fromEntries(
    tags.flatMap(({ tag, may }) => {
      const action = plan[tag]
      return action !== undefined && may.includes(action) ? [[tag, action]] : []
    }),
  )

const isOfRole = (tag: PermissionTag, roleId: number): boolean =>
  permissionTags.some((each) => each.tag === tag && (each.byDefault as readonly number[]).includes(roleId))

/** Whether the person holds the tag once the plan is approved. */
export const isHeldAfter = ({ tag, isHeld }: HeldTag, plan: PermissionPlan, roleId: number): boolean => {
  const action = plan[tag]
  if (action === undefined) return isHeld
  return action === 'reset' ? isOfRole(tag, roleId) : action === 'grant'
}

/** The tags of a plan, as the call has them. */
export const tagsOfPlan = (plan: PermissionPlan): Record<TagAction, PermissionTag[]> => {
  const entries = Object.entries(plan) as [PermissionTag, TagAction][]
  const of = (action: TagAction) => entries.flatMap(([tag, each]) => (each === action ? [tag] : []))
  return { grant: of('grant'), deny: of('deny'), reset: of('reset') }
}

/** Whether a tag only shows something. */
export const isView = (tag: string): boolean => tag.split('.').at(-1)?.startsWith('view') ?? false

const idsOf = ({ companies }: DataScope) => companies.map(({ id }) => id).toSorted()
/** Whether two data scopes show the same companies. Listed companies count only where they are listed. */
export const isSameScope = (one: DataScope, other: DataScope): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'listed' || JSON.stringify(idsOf(one)) === JSON.stringify(idsOf(other)))
