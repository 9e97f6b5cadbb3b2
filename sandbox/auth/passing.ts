import { succeedAction } from './actions.ts'
import {
  authenticatorJson,
  completeAuthenticator,
  findAuthenticator,
  refuseToAdd,
  touchAuthenticator,
  type Authenticator,
} from './authenticators.ts'
import { present, type ActionRef, type Parts } from './parts.ts'
import { resultToken, type Caller } from './tokens.ts'

/**
 * Records that the user has proved this authenticator, and completes its enrolment when the user may still
 * add one. It must run in the transaction that redeemed the proof.
 */
export const passWith = (parts: Parts, caller: Caller, authenticator: Authenticator): void => {
  if (authenticator.verified_at === null) {
    refuseToAdd(parts, caller)
    completeAuthenticator(parts, authenticator)
  } else {
    touchAuthenticator(parts, authenticator.id)
  }
  succeedAction(parts, caller, { method: authenticator.method, authenticatorId: authenticator.id })
}

/** The answer after a passed challenge; `before` shows whether it completed an enrolment. */
export const passedAnswer = async (parts: Parts, ref: ActionRef, before: Authenticator) => {
  const now = findAuthenticator(parts, before.id)
  return present({
    isVerified: true,
    accessToken: await resultToken(parts, ref),
    userAuthenticator: before.verified_at === null && now ? authenticatorJson(parts, now) : undefined,
  })
}

export type FailureReason = 'CODE_INVALID_OR_EXPIRED' | 'MAX_ATTEMPTS_EXCEEDED'

export const failed = (failureReason: FailureReason) => ({ isVerified: false, failureReason })
