import { ApiError } from './api-error.ts'
import { coreText } from './i18n.tsx'
import { isLoadFailure } from './load-failure.ts'
import { readStored } from './storage.ts'
import { toastError } from './toasts.ts'

/** The exact words of a dead session (product §4, §8); the server says them in both languages. */
export const unauthenticatedMessage = 'User Is Unauthenticated'
const reloadAfterMs = 1000

/** How a failed call is shown: as a toast; a refusal's field by the form alone; everything by the caller. */
export type ErrorsShown = 'toast' | 'fields' | 'quiet'

export const isDeadSession = (error: ApiError): boolean =>
  error.status === 401 || error.message === unauthenticatedMessage

/** What a failure says that came without a message of ours. */
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

/** What to say where something was pressed, of a call or of a file that it needed; what is a bug is thrown again. */
export const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message
  if (isLoadFailure(error)) return coreText('transport')('network')
  throw error
}

let isExpiring = false

/** Says once that the session is over and loads the page again; the start then finds the dead token. */
const expireSession = () => {
  if (isExpiring) return
  isExpiring = true
  toastError(coreText('transport')('sessionExpired'))
  setTimeout(() => location.reload(), reloadAfterMs)
}

type Showing = {
  readonly shown: ErrorsShown
  readonly endsSession: boolean
  /** The call sent what somebody typed or pressed. */
  readonly isAct?: boolean
}

/** Shows a failure as product §8 orders. Without a stored token a 401 is only words: nothing can expire. */
export const showFailure = (error: ApiError, { shown, endsSession, isAct = false }: Showing): void => {
  const isExpired = error.status === 401 && error.message === unauthenticatedMessage
  if (isExpired && endsSession && readStored('token') !== null) {
    expireSession()
    return
  }
  // A 422 is a toast as well (product §8). A refusal that names a field, such as an e-mail that is taken, is not.
  const isAtField = error.status !== 422 && Object.keys(error.errors).length > 0
  // The caller shows a field that it has; the toast tells of those that it has not.
  const isInvalid = isAct && error.status === 422 && error.code === 'validation'
  if ((shown === 'quiet' && !isInvalid) || (shown === 'fields' && isAtField)) return
  toastError(sentenceOf(error))
}
