import { areaOf } from '../../kernel/area.ts'
import { useSession } from '../../kernel/session.ts'

/** Paths of the person's security page and profile, which exist in both areas. */
export const useSecurityPath = (): { readonly security: string; readonly profile: string } => {
  const { user } = useSession()
  const root = areaOf(user) === 'admin' ? '/admin' : ''
  return { security: `${root}/security`, profile: `${root}/profile` }
}
