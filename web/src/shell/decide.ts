import type { Area } from '../kernel/area.ts'
import type { RouteLine } from '../kernel/route-line.ts'

/** What an address shows to this person. */
export type Decision =
  | { readonly show: 'page' }
  | { readonly show: 'waiting' }
  | { readonly show: 'login'; readonly becauseOfLink: boolean }
  | { readonly show: 'elsewhere'; readonly to: '/' | '/admin' | '/enrol-passkey' }
  /** The terms that the person has to accept; the address stays. */
  | { readonly show: 'terms' }
  | { readonly show: 'not-found'; readonly reason: 'signed-out' | 'no-permission' | 'gone' }

/** Paths that only sellers have. */
const ofSellers = /^\/(?:clients|sellers|codes)(?:\/|$)/i
/** Everybody earns with their referral code, whatever their role. */
const ofEarners = /^\/earnings(?:\/|$)/i
const ofAdmins = /^\/admin(?:\/|$)/i

type PageRequest = {
  readonly line: Pick<RouteLine, 'area' | 'tag'> | null
  readonly path: string
  readonly area: Area
  readonly isSeller?: boolean
  /** Whether the person has the line's tag; undefined while the permissions are loaded. */
  readonly isAllowed: boolean | undefined
}

const homeOf = (area: Area) => (area === 'admin' ? '/admin' : '/')

const decideSignedOut = ({ line, path }: PageRequest): Decision => {
  if (path === '/') return { show: 'login', becauseOfLink: false }
  // Admin pages are known only to a signed-in admin.
  if (line === null && !ofAdmins.test(path)) return { show: 'not-found', reason: 'signed-out' }
  return line?.area === 'signed-out' ? { show: 'page' } : { show: 'login', becauseOfLink: true }
}

/** Reason for a path without a page: no permission where only others have such paths, else gone. */
const reasonOf = ({ path, area, isSeller = false }: PageRequest): 'no-permission' | 'gone' => {
  if (area === 'cardholder' && ofAdmins.test(path)) return 'no-permission'
  if (ofEarners.test(path) && area !== 'cardholder') return 'no-permission'
  if (ofSellers.test(path) && !(area === 'cardholder' && isSeller)) return 'no-permission'
  return 'gone'
}

/**
 * Chooses what to show (ux §1): the page, the login instead of it, a redirect, or "page not found" with its
 * reason. The address stays during the login, so that a deep link works.
 */
export const decide = (request: PageRequest): Decision => {
  const { line, path, area, isAllowed } = request
  if (line?.area === 'everyone') return { show: 'page' }
  if (area === 'signed-out') return decideSignedOut(request)
  if (area === 'enrolment') {
    return line?.area === 'enrolment' ? { show: 'page' } : { show: 'elsewhere', to: '/enrol-passkey' }
  }
  if (area === 'terms') return { show: 'terms' }
  if (path === '/' && area === 'admin') return { show: 'elsewhere', to: '/admin' }
  if (line === null) return { show: 'not-found', reason: reasonOf(request) }
  if (line.area === 'signed-out' || line.area === 'enrolment') return { show: 'elsewhere', to: homeOf(area) }
  if (line.area !== area) return { show: 'not-found', reason: 'no-permission' }
  if (line.tag === undefined || isAllowed === true) return { show: 'page' }
  return isAllowed === undefined ? { show: 'waiting' } : { show: 'not-found', reason: 'no-permission' }
}
