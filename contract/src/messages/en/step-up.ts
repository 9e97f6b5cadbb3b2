/** The dialog that confirms one act, and every place where somebody proves that it is them (web/src/access/stepup). */
export const messages = {
  title: 'Confirm that it is you',
  lead: 'Only this is confirmed, once.',
  giveUp: 'Not now',
  failed: 'It could not be checked. Try again in a moment.',
  begin: 'Getting ready',
  /** What is signed, by the name of its fact. */
  fact: {
    address: 'Address',
    amount: 'Amount',
    cardId: 'Card',
    id: 'Record',
    name: 'Name',
    userId: 'Person',
    level: 'Level',
  },
  reveal: {
    title: 'Show the card details',
    lead: 'The card issuer then shows number, expiry and CVV here for 30 seconds.',
  },
  removeFactor: {
    title: 'Remove a way to sign in',
    lead: 'It cannot be used any more. Withdrawals wait for a day after it.',
  },
  makeRecoveryCodes: {
    title: 'Make new recovery codes',
    lead: 'The old ones stop working.',
  },
  addFactor: {
    title: 'Add a way to sign in',
    lead: 'Confirm it by one that you have.',
  },
  updateSecurity: {
    title: 'Change how you sign in',
    lead: 'Confirm it by a way that you have.',
  },
  passkey: {
    name: 'Passkey',
    lead: 'Your device asks for your face, finger or PIN.',
    go: 'Continue with a passkey',
  },
  securityKey: {
    name: 'Security key',
    lead: 'Plug it in or hold it to the phone, then touch it.',
    go: 'Use the security key',
  },
  totp: {
    name: 'Authenticator app',
    lead: 'Open your authenticator app and type the six digits that it shows now.',
    label: 'Code from the app',
  },
  emailOtp: {
    name: 'Code by e-mail',
    lead: 'We sent six digits to <b>{where}</b>.',
    ask: 'We send six digits to <b>{where}</b>.',
    label: 'Code from the mail',
  },
  sms: {
    name: 'Code by SMS',
    lead: 'We sent six digits to <b>{where}</b>.',
    ask: 'We send six digits to <b>{where}</b>.',
    label: 'Code from the SMS',
  },
  magicLink: {
    name: 'Link by e-mail',
    ask: 'We send a link to <b>{where}</b>. Open it on any device, and this page goes on.',
    lead: 'Open the link in the mail to <b>{where}</b>. This page goes on by itself.',
    waiting: 'Waiting for the link',
    send: 'Send the link',
    stop: 'Stop waiting',
  },
  password: {
    name: 'Password',
    label: 'Password',
    lead: 'Last, your password.',
    go: 'Confirm',
    missing: 'Type your password.',
    wrong: 'That is not your password. Try again.',
    once: 'It counts for this one time and is kept nowhere.',
  },
  recoveryCode: {
    name: 'Recovery code',
    lead: 'One of the ten that you wrote down. Each works once.',
    label: 'Recovery code',
    go: 'Continue',
  },
  providerPage: {
    name: 'On the confirmation page',
    popup: 'The page of our security provider opens over this one. Confirm there, and this page goes on.',
    window:
      'The page of our security provider opens in a small window beside this one. Confirm there, and this page goes on.',
    redirect: 'You go to the page of our security provider. Confirm there, and it brings you back.',
    go: 'Open the confirmation page',
    waiting: 'Waiting for the other window',
    stop: 'Stop waiting',
    givenUp: 'Nothing was confirmed there. Open it again, or choose another way.',
  },
  code: {
    send: 'Send the code',
    again: 'Send a new code',
    againIn: 'A new code in {time}',
    go: 'Continue',
    missing: 'Type the six digits.',
  },
  others: 'Another way',
  expired: 'The time for this is over. Begin again.',
  again: 'Begin again',
  none: {
    title: 'Add a second way to sign in first',
    lead: 'This needs more than a password: a passkey of this device, or an authenticator app. It takes a minute.',
    go: 'Add one now',
  },
} as const
