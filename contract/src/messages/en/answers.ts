/** Success messages of the calls of product §7. */
export const messages = {
  passkeyChecked: 'Your passkey was checked',
  passkeyDeleted: 'The passkey was removed',
  passkeysDeleted: 'All passkeys were removed',
  otpSent: 'We sent a code to {to}',
  smsCode: '{code} is your code for {company}. Don’t share it with anyone, not even with us.',
  browserOn: '{browser} on {system}',
  /** Names of factors in mails, for factors without a name of their own. */
  factor: {
    passkey: 'A passkey',
    security_key: 'A security key',
    totp: 'An authenticator app',
    email_otp: 'Codes by e-mail',
    sms: 'Codes by SMS',
    magic_link: 'Links by e-mail',
  },
} as const
