import { useText } from '../../kernel/i18n.tsx'
import type { StepUpFailure } from './step-up-failure.ts'

const codes = [
  'ERROR_CEREMONY_ABORTED',
  'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT',
  'ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE',
  'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT',
  'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
  'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY',
  'ERROR_MALFORMED_PUBKEYCREDPARAMS',
  'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG',
  'ERROR_INVALID_DOMAIN',
  'ERROR_INVALID_RP_ID',
  'ERROR_INVALID_USER_ID_LENGTH',
  'ERROR_AUTHENTICATOR_GENERAL_ERROR',
  'TOKEN_NOT_SET',
  'expired_token',
  'network_error',
  'too_many_requests',
  'invalid_credential',
  'CODE_INVALID_OR_EXPIRED',
  'totp_mismatch',
  'MAX_ATTEMPTS_EXCEEDED',
  'link_not_opened',
] as const
const sentences = [
  'webauthnNotSupported',
  'registrationNotCompleted',
  'authenticationNotCompleted',
  'autofillNotSupported',
  'windowNotInitialized',
  'popupNotInitialized',
  'oneInstanceOnly',
  'tenantIdRequired',
  'actionRequired',
  'tokenNotSet',
] as const

const among = <const T extends string>(known: readonly T[], code: string): T | undefined =>
  known.find((each) => each === code)

/** Why a code was refused. The code of an app is never sent, so its text does not offer a new one. */
export const refusalOf = (failureReason: string | undefined, isOfApp: boolean): string => {
  const reason = failureReason ?? 'CODE_INVALID_OR_EXPIRED'
  return isOfApp && reason === 'CODE_INVALID_OR_EXPIRED' ? 'totp_mismatch' : reason
}

/** What to tell a person about a failed ceremony: what happened and what to do, in their language (product §8). */
export const useCeremonyText = (): ((failure: Pick<StepUpFailure, 'errorCode'>) => string) => {
  const t = useText('authClient')
  return ({ errorCode }) => {
    const code = among(codes, errorCode)
    if (code !== undefined) return t(`ceremony.${code}`)
    return t(among(sentences, errorCode) ?? 'somethingWentWrong')
  }
}
