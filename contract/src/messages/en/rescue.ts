/** Links of security mails: a first factor, lost factors, frozen cards (web/src/access/rescue). */
export const messages = {
  checking: 'Checking the link',
  failed: 'The link could not be checked',
  tryAgain: 'Try again',
  logIn: 'Log in',
  addFactor: {
    title: 'Add a way to confirm',
    expired: 'Ask for a new one under Security.',
    security: 'Open Security',
  },
  magic: {
    title: 'Is it you?',
    lead: 'Somebody asked at {at} to confirm that it is you. Press the button only if that was you; the page where you began then goes on.',
    go: 'Yes, it is me',
    no: 'It was not me',
    notTitle: 'Nothing was confirmed',
    notBody:
      'Close this page. Whoever asked may know your password: choose a new one now, that ends every session.',
    password: 'Choose a new password',
    expired: 'It works once and for ten minutes. Go back to the page where you began and send a new one.',
  },
  freeze: {
    title: 'Freeze my cards',
    lead: 'Lost your card or your phone? We send a link to your e-mail that pauses every card of yours at once.',
    email: 'E-mail',
    send: 'Send the link',
    sentTitle: 'Check your e-mail',
    sentBody: 'Open the link in the mail to <b>{email}</b> within an hour.',
    confirmLead:
      'Type your birth date. Every card of yours is then paused at once; you resume them when you are signed in.',
    birthDate: 'Birth date',
    birthDateMissing: 'Type your birth date.',
    go: 'Freeze my cards',
    wrong: 'That is not the birth date of this account.',
    doneTitle:
      '{cards, plural, =0 {You have no card to freeze} one {Your card is frozen} other {Your # cards are frozen}}',
    doneBody: 'Nothing can be paid with them until you log in and resume them.',
    expired: 'A link works once, for an hour.',
    again: 'Send a new link',
  },
  recovery: {
    title: 'Get back into your account',
    for: 'For the account of {hint}.',
    mailed:
      'You lost every way to confirm. We compare your face with your document, wait a day and tell every address of the account; then the lost ways are removed and you add new ones.',
    begin: 'Check my face',
    selfieTitle: 'Show your face',
    selfieBody: 'The check opens on the page of our identity provider. Come back here when it is done.',
    selfieGo: 'Open the check',
    selfieAgain: 'I have done it',
    waitingTitle: 'One day to wait',
    waitingBody:
      'Your face matched. Open this page again after {at} to finish. We told every address of your account.',
    readyTitle: 'You can finish now',
    readyBody:
      'The lost ways are removed, and every session ends. Log in with your password and add a new way within ten minutes.',
    finish: 'Remove the lost ways',
    doneTitle: 'The lost ways are gone',
    doneBody: 'Log in with your password, then add a new way to confirm. Withdrawals wait 24 hours.',
    cancelledTitle: 'The recovery is stopped',
    cancelledBody: 'Nothing changed. If you did not begin it, change your password now: somebody knows it.',
    failedTitle: 'The face did not match',
    failedBody: 'Nothing changed. Log in and begin again, or write to us.',
    stop: 'It was not me: stop it',
    expired: 'This recovery is over, or its link is too old. Log in and begin again.',
  },
} as const
