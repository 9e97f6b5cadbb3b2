import { areaOf } from '../../kernel/area.ts'
import { useSession } from '../../kernel/session.ts'

/** Where one's own security and profile are: both areas have them. */
export const useSecurityPath = (): { readonly security: string; readonly profile: string } => {
  const { user } = useSession()
  const root = areaOf(user) === 'admin' ? '/admin' : ''
  return { security: `${root}/security`, profile: `${root}/profile` }
}
