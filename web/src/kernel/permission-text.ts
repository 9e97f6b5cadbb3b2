import { permissionTags } from '@cardamom/contract/permission-tags'
import { roleNames, type PermissionTag } from '@cardamom/contract/roles'
import { useText } from './i18n.tsx'

type Camel<T extends string> = T extends `${infer First}.${infer Rest}`
  ? `${Camel<First>}${Capitalize<Camel<Rest>>}`
  : T extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<Camel<Rest>>}`
    : T
type ModuleOf<T extends string> = T extends `${infer First}.${string}` ? First : never
/** The part of a tag before its first dot. The tier of a company switches off whole modules. */
export type PermissionModule = ModuleOf<PermissionTag>

/** The key of a tag's or a module's name in the catalogue: `users.view_pii` is `usersViewPii`. */
export const textKeyOf = <T extends string>(name: T): Camel<T> =>
  name.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<T>
export const moduleOf = (tag: PermissionTag): PermissionModule => tag.split('.')[0] as PermissionModule

const isTag = (value: string): value is PermissionTag => permissionTags.some(({ tag }) => tag === value)
const roles: readonly string[] = Object.values(roleNames)
const tagFacts: ReadonlySet<string> = new Set(['granted', 'denied', 'restored'])
const scopes = ['own', 'subtree', 'listed', 'all'] as const

/** Names of permission tags and of their modules, and of the facts of requests about them, in the reader's language. */
export const usePermissionText = () => {
  const t = useText('permissions')
  const shell = useText('adminShell')
  /** A tag of a newer server is shown as it is. */
  const tagName = (tag: string): string => (isTag(tag) ? t(`tag.${textKeyOf(tag)}`) : tag)
  return {
    tagName,
    moduleName: (name: PermissionModule): string => t(`module.${textKeyOf(name)}`),
    /** A fact of a confirmation or a request. Several tags are one a line. */
    valueOf: (fact: string, value: string): string => {
      if (tagFacts.has(fact)) return value.split(', ').map(tagName).join('\n')
      if (fact === 'passkeyGroups')
        return value
          .split(', ')
          .map((name) => (t.has(`group.${name as 'sellers'}`) ? t(`group.${name as 'sellers'}`) : name))
          .join(', ')
      if (fact === 'passkeyRequired') return t(value === 'on' ? 'on' : 'off')
      if (fact === 'role' && roles.includes(value)) return shell(`roles.${value as 'admin'}`)
      const role = fact === 'roleId' && roleNames[Number(value) as keyof typeof roleNames]
      if (role) return shell(`roles.${role}`)
      const scope = scopes.find((kind) => fact === 'dataScope' && kind === value)
      return scope ? t(`dataScope.${scope}`) : value
    },
  }
}
