import { getUserPermissions } from '@cardamom/contract/access'
import { superRole, type PermissionTag } from '@cardamom/contract/roles'
import { useEffect, useSyncExternalStore } from 'react'
import { call, registerDenial } from './api.ts'
import { store } from './signal.ts'
import { storedUser } from './storage.ts'

type PermissionSet = ReadonlySet<string>
const loaded = store<PermissionSet | null>(null)
let loading: Promise<void> | null = null

/** Loads the list; calls at the same time share one request. A missing list counts as empty (product §7). */
export const loadPermissions = (): Promise<void> => {
  loading ??= (async () => {
    try {
      const { data } = await call(getUserPermissions, { errors: 'none' })
      loaded.write(new Set((data?.data ?? []).map(({ tag }) => tag)))
    } finally {
      loading = null
    }
  })()
  return loading
}

/** Clears the list: another person signed in. */
export const forgetPermissions = (): void => loaded.write(null)

/** Role 6 passes every check; any other role only with the tag in the loaded list (product §6). */
export const can = (tag: PermissionTag): boolean =>
  storedUser()?.role_id === superRole || (loaded.read()?.has(tag) ?? false)

/**
 * The same check for components; it loads the list when needed. `undefined` while it is loading, so that a
 * page can wait instead of refusing.
 */
export const useCan = (): ((tag: PermissionTag) => boolean | undefined) => {
  const list = useSyncExternalStore(loaded.listen, loaded.read)
  const roleId = storedUser()?.role_id
  const isSuper = roleId === superRole
  useEffect(() => {
    if (list === null && roleId !== undefined && !isSuper)
      loadPermissions().catch(() => loaded.write(new Set()))
  }, [list, roleId, isSuper])
  return (tag) => (isSuper ? true : list === null ? undefined : list.has(tag))
}

// A role, a grant or a restriction of the tier has changed since the list was loaded.
registerDenial(() => {
  if (loaded.read() !== null) void loadPermissions().catch(() => undefined)
})
