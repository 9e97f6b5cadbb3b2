/** Messages of the passkey flow and of the authentication client (product §5, §8). */
export const messages = {
  somethingWentWrong: 'Something went wrong',
  webauthnNotSupported: 'WebAuthn is not supported in this browser',
  registrationNotCompleted: 'Registration was not completed',
  authenticationNotCompleted: 'Authentication was not completed',
  autofillNotSupported: 'Browser does not support WebAuthn autofill',
  windowNotInitialized: 'Window is not initialized',
  popupNotInitialized: 'Popup is not initialized',
  oneInstanceOnly: 'Multiple instances of Authsignal popup is not supported.',
  tenantIdRequired: 'tenantId is required',
  actionRequired: 'action is required',
  tokenNotSet: "A token has not been set. Call 'setToken' first.",
  /** Each text says what happened and what to do, by the code of the ceremony (product §8). */
  ceremony: {
    ERROR_CEREMONY_ABORTED:
      'It was interrupted because another request started or you left the page. Try again.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'This device or key can’t store passkeys. Use another one, or an authenticator app.',
    ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE:
      'Your device couldn’t confirm that it’s you. Unlock it with your PIN, face or fingerprint, then try again.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'This device or key can’t confirm that it’s you. Set a screen lock or a PIN on it, or use another one.',
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'You already have a passkey on this device. Use that one.',
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY:
      'It was cancelled or took too long. Try again, and confirm when your browser asks.',
    ERROR_MALFORMED_PUBKEYCREDPARAMS: 'We couldn’t prepare the request. Reload the page and try again.',
    ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG:
      'This device or key doesn’t support the passkeys that we accept. Use another one.',
    ERROR_INVALID_DOMAIN:
      'Passkeys do not work at this address. Open the site by its own name, not by a number.',
    ERROR_INVALID_RP_ID: 'Passkeys of this site do not work at this address. Open the site by its own name.',
    ERROR_INVALID_USER_ID_LENGTH: 'Your account can’t have a passkey yet. Write to us.',
    ERROR_AUTHENTICATOR_GENERAL_ERROR: 'Your device couldn’t do it. Restart it, or use another one.',
    TOKEN_NOT_SET: 'This confirmation couldn’t start. Try again.',
    expired_token: 'This confirmation expired after ten minutes. Start again.',
    network_error: 'Network error. Please try again later.',
    too_many_requests: 'Too many attempts. Wait a few minutes and try again.',
    invalid_credential: 'This passkey is no longer registered here. Use another one.',
    CODE_INVALID_OR_EXPIRED: 'The code is wrong or has expired. Check it, or send a new one.',
    totp_mismatch: 'Authenticator code does not match. Enter the one that your app shows now.',
    MAX_ATTEMPTS_EXCEEDED: 'Too many wrong codes. Wait a few minutes, or choose another way.',
    link_not_opened: 'The link expired before it was opened. Send a new one.',
  },
} as const
