import type { ApiError } from './api-error.ts'
import { coreText } from './i18n.tsx'
import { readStored } from './storage.ts'
import { toastError } from './toasts.ts'

/** The exact words of a dead session (spec §4, §8); the server says them in both languages. */
export const unauthenticatedMessage = 'User Is Unauthenticated'
const reloadAfterMs = 1000

/** How a failed call is shown: as a toast; a refusal's field by the form alone; everything by the caller. */
export type ErrorsShown = 'toast' | 'fields' | 'quiet'

export const isDeadSession = (error: ApiError): boolean =>
  error.status === 401 || error.message === unauthenticatedMessage

/** The one sentence of a failure (spec §8). */
export const sentenceOf = (error: ApiError): string => {
  const t = coreText('transport')
  if (error.status === 0) return t('network')
  if (error.status === 422) {
    const messages = Object.values(error.errors).flat()
    return [t('validation'), ...(messages.length > 0 ? messages : [error.message])].join('\n')
  }
  if ([404, 403, 500].includes(error.status)) return error.message || t('unexpected')
  return error.message || t('tryAgain')
}

let isExpiring = false

/** Says once that the session is over and loads the page again; the start then finds the dead token. */
const expireSession = () => {
  if (isExpiring) return
  isExpiring = true
  toastError(coreText('transport')('sessionExpired'))
  setTimeout(() => location.reload(), reloadAfterMs)
}

/** Shows a failure as spec §8 orders. Without a stored token a 401 is only words: nothing can expire. */
export const showFailure = (
  error: ApiError,
  { shown, endsSession }: { shown: ErrorsShown; endsSession: boolean },
): void => {
  const isExpired = error.status === 401 && error.message === unauthenticatedMessage
  if (isExpired && endsSession && readStored('token') !== null) {
    expireSession()
    return
  }
  // A 422 is a toast as well (spec §8). A refusal that names a field, such as an e-mail that is taken, is not.
  const isAtField = error.status !== 422 && Object.keys(error.errors).length > 0
  if (shown === 'quiet' || (shown === 'fields' && isAtField)) return
  toastError(sentenceOf(error))
}
