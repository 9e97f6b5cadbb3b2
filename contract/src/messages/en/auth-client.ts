/** What the passkey flow and the authentication client say (spec §5, §8). */
export const messages = {
  somethingWentWrong: 'Something went wrong',
  passkeyRequired: 'Passkey is required',
  passkeyNotEnabled: 'Passkey is not enabled',
  passkeyNotDeleted: 'Failed to delete passkey',
  userIdRequired: 'User ID is required to delete passkey',
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
} as const
