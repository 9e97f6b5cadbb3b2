import { endSession, getUserAuths, type SessionUser } from '@cardamom/contract/access'
import { waitsForPermissions } from '@cardamom/contract/roles'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from './api.ts'
import { elapsedMs } from './clock.ts'
import { stopEarlyRequests } from './early-answers.ts'
import { markLocked, markUnlocked } from './lock.ts'
import { forgetPermissions, loadPermissions } from './permissions.ts'
import { signal, store } from './signal.ts'
import { checkDelayMs, startedAtMs } from './start-mark.ts'
import { clearPerson, impersonatedId, readStored, removeStored, storedUser, writeStored } from './storage.ts'
import { readToken } from './token.ts'
import { leaveImpersonation } from './impersonation.ts'
import { isDeadSession, sentenceOf, unauthenticatedMessage } from './transport.ts'
import { toastError } from './toasts.ts'

/** `checking`: a spinner is shown. `failed`: the check got no answer about the token, and can be repeated. */
export type Session =
  | { readonly state: 'checking'; readonly user: SessionUser | null }
  | { readonly state: 'failed'; readonly user: null }
  | { readonly state: 'signed-out'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: SessionUser }

const session = store<Session>({ state: 'checking', user: null })
const left = signal<void>()
/**
 * Called when another person signed in or the person signed out: cached answers and the step-up library's
 * token are cleared.
 */
export const onPersonLeft = left.listen

/**
 * How long the app waits for answers that were requested together with the check, so that it renders only
 * once.
 */
const togetherMs = 300
let isTokenSent = false
const waiting: (() => Promise<unknown> | false)[] = []
const startedWork: (Promise<unknown> | false)[] = []
/** Whether the stored token has been sent to the server to be checked. */
export const hasSentToken = (): boolean => isTokenSent
/**
 * Runs `work` when the stored token is sent to be checked, or at once while the check is running. So the data
 * of the page is requested at the same time.
 */
export const whileTokenIsChecked = (work: () => Promise<unknown> | false): void => {
  if (!isTokenSent) waiting.push(work)
  else if (session.read().state === 'checking') startedWork.push(work())
}

/** Waits also for requests that start meanwhile, such as those of a page whose file has just loaded. */
const allStartedWork = async () => {
  for (const one of startedWork) await one
}

export const useSession = (): Session => useSyncExternalStore(session.listen, session.read)
export const currentSession = session.read
export const onSessionChange = session.listen

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const forgetPerson = () => {
  clearPerson()
  forgetPermissions()
  left.emit()
}

/** Loads `/` again, so that no data of the last person stays in memory. The spinner is shown meanwhile. */
const goToRoot = () => {
  session.write({ state: 'checking', user: null })
  location.assign('/')
}

/** Clears what belongs to the person, because the session has ended. */
const leave = () => {
  forgetPerson()
  if (location.pathname === '/') session.write({ state: 'signed-out', user: null })
  else goToRoot()
}

/** Reads the signed-in user from the server and stores the first record (product §4). Throws `ApiError`. */
const checkToken = async (storage: 'in-storage' | 'in-memory') => {
  const answer = await call(getUserAuths, { errors: 'none', session: 'checked-by-caller' })
  const [user] = answer.user
  if (!user) throw new ApiError({ status: 401, code: 'unauthenticated', message: unauthenticatedMessage })
  const before = session.read().user
  if (before !== null && before.id !== user.id) {
    forgetPermissions()
    left.emit()
  }
  if (storage === 'in-storage') {
    if (readStored('fake_user') === null) writeStored('fake_user', '0')
    writeStored('user', JSON.stringify(user))
    writeStored('ipInfo', JSON.stringify(answer.ip_info))
  }
  if (waitsForPermissions(user.role_id)) await loadPermissions()
  if (user.locked === 1) markLocked()
  else markUnlocked()
  await Promise.race([allStartedWork(), wait(togetherMs)])
  session.write({ state: 'signed-in', user })
}

let renewedMs = 0
/**
 * When the session was opened or last renewed. For a session that existed before the page was loaded: when
 * the page's code started.
 */
export const sessionRenewedMs = (): number => renewedMs

const checkOrSay = async () => {
  try {
    await checkToken('in-storage')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isDeadSession(error)) {
      leave()
      return
    }
    toastError(sentenceOf(error))
    session.write({ state: 'failed', user: null })
  }
}

const clearCaches = async () => {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * Starts the session (product §4). It clears the caches. Without a token the person is signed out at once.
 * Otherwise the token is checked after 600 ms, the first user is stored, and for roles 10 and 11 the
 * permissions are loaded before the app is shown.
 */
export const startSession = async (): Promise<void> => {
  listenToOtherTabs()
  renewedMs = startedAtMs()
  clearCaches().catch(() => undefined)
  if (readToken() === null) {
    removeStored('user')
    session.write({ state: 'signed-out', user: null })
    return
  }
  session.write({ state: 'checking', user: storedUser() })
  stopEarlyRequests()
  await wait(startedAtMs() + checkDelayMs - performance.now())
  isTokenSent = true
  startedWork.push(...waiting.map((work) => work()))
  await checkOrSay()
}

/** Repeats the check after it failed for another reason than an invalid session. */
export const retrySession = async (): Promise<void> => {
  session.write({ state: 'checking', user: storedUser() })
  await checkOrSay()
}

/**
 * Opens the session after a login: stores its token and reads the user. The page stays, so a link to a page
 * still works.
 */
export const openSession = async (token: string): Promise<void> => {
  localStorage.setItem('token', token)
  session.write({ state: 'checking', user: null })
  renewedMs = elapsedMs()
  await checkOrSay()
}

/** Reads the user again after a change of their data: passkey, name, company. */
export const refreshSession = async (): Promise<void> => {
  await checkToken('in-storage')
  renewedMs = elapsedMs()
}

/**
 * Ends the session on the server, clears the storage and goes to `/`, even when the server cannot be reached.
 */
export const logOut = async (): Promise<void> => {
  if (impersonatedId() !== null) return leaveImpersonation()
  try {
    await call(endSession, { errors: 'none', session: 'checked-by-caller' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  forgetPerson()
  goToRoot()
}

/**
 * Another tab changed `user`, or cleared the storage (then the key is null): this tab reads the user again. A
 * change of `token` alone has no effect here (security §1).
 */
const onStorage = (event: StorageEvent) => {
  if (event.storageArea !== localStorage) return
  if (event.key !== null && (event.key !== 'user' || event.oldValue === event.newValue)) return
  if (readToken() === null) {
    leave()
    return
  }
  checkToken('in-memory').catch((error: unknown) => {
    if (error instanceof ApiError && isDeadSession(error)) leave()
  })
}

let isListening = false
const listenToOtherTabs = () => {
  if (isListening) return
  isListening = true
  addEventListener('storage', onStorage)
}
