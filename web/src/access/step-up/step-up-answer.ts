import { WebAuthnError } from '@authsignal/browser'
import { failureOf, type StepUpAnswer, type StepUpFailure } from './step-up-failure.ts'

/** What the official library answers. */
type LibraryAnswer<T> = {
  readonly data?: T | undefined
  readonly error?: string | undefined
  readonly errorCode?: string | undefined
  readonly errorDescription?: string | undefined
}

/** Only passkey ceremonies work before a token is set (product §5). */
export const tokenNotSet = failureOf('TOKEN_NOT_SET', "A token has not been set. Call 'setToken' first.")

/** Sentences that the library throws, by the key of our catalogue `authClient`. */
const thrownSentences: Readonly<Record<string, string>> = {
  'WebAuthn is not supported in this browser': 'webauthnNotSupported',
  'Registration was not completed': 'registrationNotCompleted',
  'Authentication was not completed': 'authenticationNotCompleted',
  'Browser does not support WebAuthn autofill': 'autofillNotSupported',
  'Window is not initialized': 'windowNotInitialized',
  'Popup is not initialized': 'popupNotInitialized',
  'Multiple instances of Authsignal popup is not supported.': 'oneInstanceOnly',
  'tenantId is required': 'tenantIdRequired',
  'action is required': 'actionRequired',
  "A token has not been set. Call 'setToken' first.": 'tokenNotSet',
}

/** The library does not catch a lost connection or an answer that is not JSON. */
const isLostAnswer = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError

/** Errors that the browser itself throws: it cannot store passkeys, or does not allow them here. */
const browserFailure = ({ name }: DOMException): StepUpFailure =>
  name === 'NotSupportedError'
    ? failureOf('webauthnNotSupported', 'WebAuthn is not supported in this browser')
    : failureOf('authenticationNotCompleted', 'Authentication was not completed')

const thrownFailure = (error: unknown): StepUpFailure => {
  if (error instanceof WebAuthnError) return failureOf(error.code, error.message)
  if (error instanceof DOMException) return browserFailure(error)
  if (isLostAnswer(error)) return failureOf('network_error', 'Network error. Please try again later.')
  const sentence = error instanceof Error ? error.message : ''
  const code = thrownSentences[sentence]
  if (code === undefined) throw error
  return failureOf(code, sentence)
}

/** Converts every failure of the library into one shape. */
export const answerOf = async <T>(call: () => Promise<LibraryAnswer<T>>): Promise<StepUpAnswer<T>> => {
  try {
    const { data, error, errorCode, errorDescription } = await call()
    if (error === undefined && data !== undefined) return { data }
    const code = errorCode === 'token_not_set' ? tokenNotSet.errorCode : (errorCode ?? error ?? 'unknown')
    return failureOf(code, errorDescription ?? error ?? '')
  } catch (error) {
    return thrownFailure(error)
  }
}
