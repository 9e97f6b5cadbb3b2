import { ApiError } from './api-error.ts'
import { coreText } from './i18n.tsx'
import { isLoadFailure } from './load-failure.ts'
import { goToOwnAccount } from './own-account.ts'
import { impersonatedId, readStored } from './storage.ts'
import { toastError } from './toasts.ts'

/** The exact message of an invalid session (product §4, §8); the server sends it in both languages. */
export const unauthenticatedMessage = 'User Is Unauthenticated'
const reloadAfterMs = 1000

/**
 * How a failed call is shown. `toast`: as a toast. `fields`: a refusal of a field only by the form. `none`:
 * only by the caller.
 */
export type ErrorsShown = 'toast' | 'fields' | 'none'

export const isDeadSession = (error: ApiError): boolean =>
  error.status === 401 || error.message === unauthenticatedMessage

/** The message of a failure that has none from our server. */
export const messageFor = ({ status, errors }: ApiError): string => {
  const t = coreText('transport')
  if (status === 422) return Object.values(errors).flat().join('\n') || t('tryAgain')
  return t([404, 403, 500].includes(status) ? 'unexpected' : 'tryAgain')
}

/** The one sentence of a failure (product §8). */
export const sentenceOf = (error: ApiError): string => {
  const t = coreText('transport')
  if (error.status === 0) return t('network')
  if (error.status === 422) {
    const messages = Object.values(error.errors).flat()
    return [t('validation'), ...(messages.length > 0 ? messages : [error.message])].join('\n')
  }
  return error.message || messageFor(error)
}

/**
 * The message to show at a pressed button, for a failed call or a file that could not be loaded. Any other
 * error is a bug and is thrown again.
 */
export const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message
  if (isLoadFailure(error)) return coreText('transport')('network')
  throw error
}

let isExpiring = false

/**
 * Shows once that the session has ended, and reloads the page; the start of the page then finds the invalid
 * token.
 */
const expireSession = () => {
  if (isExpiring) return
  isExpiring = true
  toastError(coreText('transport')('sessionExpired'))
  setTimeout(() => location.reload(), reloadAfterMs)
}

type Showing = {
  readonly shown: ErrorsShown
  readonly endsSession: boolean
  /** The call sent something that the person typed or pressed. */
  readonly isChange?: boolean
}

/**
 * Shows a failure as product §8 orders. Without a stored token a 401 is only a message, because there is no
 * session to end.
 */
export const showFailure = (error: ApiError, { shown, endsSession, isChange = false }: Showing): void => {
  const isExpired = error.status === 401 && error.message === unauthenticatedMessage
  if (isExpired && endsSession && readStored('token') !== null) {
    expireSession()
    return
  }
  // The second code: the administrator logged in again, so this tab belongs to a session that is over.
  const isOver = error.code === 'impersonation_ended' || error.code === 'unauthorized_access'
  if (isOver && impersonatedId() !== null) {
    goToOwnAccount()
    return
  }
  // A 422 is shown as a toast too (product §8). A refusal that names a field, such as a registered e-mail, is
  // not.
  const isAtField = error.status !== 422 && Object.keys(error.errors).length > 0
  // The caller shows the errors of its own fields; the toast shows those of other fields.
  const isInvalid = isChange && error.status === 422 && error.code === 'validation'
  if ((shown === 'none' && !isInvalid) || (shown === 'fields' && isAtField)) return
  toastError(sentenceOf(error))
}
