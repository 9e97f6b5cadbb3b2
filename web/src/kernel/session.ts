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
import { clearPerson, readStored, removeStored, storedUser, writeStored } from './storage.ts'
import { readToken } from './token.ts'
import { isDeadSession, sentenceOf, unauthenticatedMessage } from './transport.ts'
import { toastError } from './toasts.ts'

/** `checking`: a spinner is shown. `failed`: the check had no verdict, and can be tried again. */
export type Session =
  | { readonly state: 'checking'; readonly user: SessionUser | null }
  | { readonly state: 'failed'; readonly user: null }
  | { readonly state: 'signed-out'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: SessionUser }

const session = store<Session>({ state: 'checking', user: null })
const left = signal<void>()
/**
 * Heard when another person, or nobody, sits here now: queries and the auth library's token are forgotten.
 */
export const onPersonLeft = left.listen

/** How long the app waits for what was asked for together with the check: it is drawn once then. */
const togetherMs = 300
let isTokenSent = false
const waiting: (() => Promise<unknown> | false)[] = []
const begun: (Promise<unknown> | false)[] = []
/** Whether the stored token is on its way to the server, or its answer is here. */
export const hasSentToken = (): boolean => isTokenSent
/**
 * Does something in the moment when the stored token is sent to be checked, or at once while its answer is waited for:
 * what the page shows may be asked for at the same time.
 */
export const whileTokenIsChecked = (work: () => Promise<unknown> | false): void => {
  if (!isTokenSent) waiting.push(work)
  else if (session.read().state === 'checking') begun.push(work())
}

/** A page's file that comes meanwhile may ask for more. */
const allBegun = async () => {
  for (const one of begun) await one
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

/** Loads `/` anew, so that nothing of the last person stays in memory; the spinner stands meanwhile. */
const goToRoot = () => {
  session.write({ state: 'checking', user: null })
  location.assign('/')
}

/** Nobody is signed in any more. */
const leave = () => {
  forgetPerson()
  if (location.pathname === '/') session.write({ state: 'signed-out', user: null })
  else goToRoot()
}

/** Asks the server who this is, and keeps the first record (product §4). Throws `ApiError`. */
const checkToken = async (keep: 'in-storage' | 'in-memory') => {
  const answer = await call(getUserAuths, { errors: 'quiet', session: 'checked-by-caller' })
  const [user] = answer.user
  if (!user) throw new ApiError({ status: 401, code: 'unauthenticated', message: unauthenticatedMessage })
  const before = session.read().user
  if (before !== null && before.id !== user.id) {
    forgetPermissions()
    left.emit()
  }
  if (keep === 'in-storage') {
    if (readStored('fake_user') === null) writeStored('fake_user', '0')
    writeStored('user', JSON.stringify(user))
    writeStored('ipInfo', JSON.stringify(answer.ip_info))
  }
  if (waitsForPermissions(user.role_id)) await loadPermissions()
  if (user.locked === 1) markLocked()
  else markUnlocked()
  await Promise.race([allBegun(), wait(togetherMs)])
  session.write({ state: 'signed-in', user })
}

let renewedMs = 0
/** When the session began here or was renewed last: of what the page was opened with, when its code began to run. */
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
 * Start of the session (product §4): caches cleared; no token: signed out at once; else, after 600 ms, the token
 * is checked, the first user kept, and for roles 10 and 11 the permissions loaded before the app is shown.
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
  begun.push(...waiting.map((work) => work()))
  await checkOrSay()
}

/** Tries the check again after it failed for another reason than a dead session. */
export const retrySession = async (): Promise<void> => {
  session.write({ state: 'checking', user: storedUser() })
  await checkOrSay()
}

/** A login succeeded: keeps its token and reads who it is. The page stays, so a deep link survives. */
export const openSession = async (token: string): Promise<void> => {
  localStorage.setItem('token', token)
  session.write({ state: 'checking', user: null })
  renewedMs = elapsedMs()
  await checkOrSay()
}

/** Reads the user again after something about them changed: passkey, name, company. */
export const refreshSession = async (): Promise<void> => {
  await checkToken('in-storage')
  renewedMs = elapsedMs()
}

/**
 * Ends the session on the server, clears what was stored, and goes to `/`, also when the server cannot be
 * reached.
 */
export const logOut = async (): Promise<void> => {
  try {
    await call(endSession, { errors: 'quiet', session: 'checked-by-caller' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  forgetPerson()
  goToRoot()
}

/**
 * `user` changed in another tab, or all of the storage was cleared there (its key is null): this one reads anew. `token`
 * alone changes nothing here (security §1).
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
