/** What the passkey flow and the authentication client say (spec §5, §8). */
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
  /** By the code of the ceremony, each says what happened and what to do (spec §8). */
  ceremony: {
    ERROR_CEREMONY_ABORTED:
      'It was stopped before it was done, because another one began or you left it. Try again.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'This device or key cannot keep passkeys. Use another one, or an authenticator app.',
    ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE:
      'The device could not check that it is you. Unlock it by PIN, face or finger, then try again.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'This device or key cannot check that it is you. Set a screen lock or a PIN on it, or use another one.',
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
      'There is a passkey of yours on this device already. Use that one.',
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY:
      'It was cancelled, or took too long. Try again, and confirm when the browser asks.',
    ERROR_MALFORMED_PUBKEYCREDPARAMS: 'The request was not made well. Reload the page and try again.',
    ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG:
      'This device or key knows no kind of passkey that we accept. Use another one.',
    ERROR_INVALID_DOMAIN:
      'Passkeys do not work at this address. Open the site by its own name, not by a number.',
    ERROR_INVALID_RP_ID: 'Passkeys of this site do not work at this address. Open the site by its own name.',
    ERROR_INVALID_USER_ID_LENGTH: 'Your account cannot have a passkey yet. Write to us.',
    ERROR_AUTHENTICATOR_GENERAL_ERROR: 'The device could not make it. Restart it or use another one.',
    TOKEN_NOT_SET: 'Begin again: what you confirm was not said.',
    expired_token: 'Ten minutes are over. Begin again.',
    network_error: 'Network error. Please try again later.',
    too_many_requests: 'Too many tries. Wait some minutes and try again.',
    invalid_credential: 'This passkey is not known here any more. Use another one.',
    CODE_INVALID_OR_EXPIRED: 'The code is wrong or too old. Look again, or send a new one.',
    MAX_ATTEMPTS_EXCEEDED: 'Too many wrong codes. Wait some minutes, or choose another way.',
    link_not_opened: 'The link was not opened in time. Send a new one.',
  },
} as const
