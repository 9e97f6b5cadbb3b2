import { failureOf, type StepUpAnswer } from './step-up-failure.ts'

export type MagicLinkAnswer = { readonly isVerified: true; readonly token: string }

const pollMs = 1000
/** Lifetime of the provider's token. */
const patienceMs = 600_000

type FinalAnswer = {
  readonly isVerified?: boolean
  readonly accessToken?: string
  readonly error?: string
  readonly errorCode?: string
  readonly errorDescription?: string
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pollMs)
    signal.addEventListener('abort', end)
  })

/**
 * Checks once a second whether the link in the mail was opened (product §4), until it was opened, the link's
 * ten minutes are over, or `signal` aborts. The library's own poll never ends, so it is not used.
 */
export const waitForMagicLink = async ({
  baseUrl,
  token,
  onTokenExpired,
  signal,
}: {
  baseUrl: string
  token: string
  onTokenExpired: () => void
  signal: AbortSignal
}): Promise<StepUpAnswer<MagicLinkAnswer>> => {
  const over = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  while (!over.aborted) {
    const answer = await requestOnce({ baseUrl, token, signal: over })
    if (answer?.isVerified === true && answer.accessToken !== undefined) {
      return { data: { isVerified: true, token: answer.accessToken } }
    }
    if (answer?.error !== undefined) {
      if (answer.errorCode === 'expired_token') onTokenExpired()
      return failureOf(answer.errorCode ?? answer.error, answer.errorDescription ?? answer.error)
    }
    await pause(over)
  }
  return signal.aborted
    ? failureOf('ERROR_CEREMONY_ABORTED', 'The wait for the link was cancelled.')
    : failureOf('link_not_opened', 'The link expired before it was opened.')
}

/** One check; a lost answer is requested again after a second. */
const requestOnce = async ({
  baseUrl,
  token,
  signal,
}: {
  baseUrl: string
  token: string
  signal: AbortSignal
}): Promise<FinalAnswer | null> => {
  try {
    const response = await fetch(`${baseUrl}/client/verify/email-magic-link/finalize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: '{}',
      signal,
    })
    return (await response.json()) as FinalAnswer
  } catch {
    return null
  }
}
