/** The dialog that confirms one act (web/src/access). */
export const messages = {
  title: 'Confirm that it is you',
  lead: 'Only this is confirmed, once.',
  password: 'Password',
  once: 'It counts for this one time and is kept nowhere.',
  missing: 'Type your password.',
  wrong: 'That is not your password. Try again.',
  failed: 'It could not be checked. Try again in a moment.',
  giveUp: 'Not now',
  confirm: 'Confirm',
  reveal: {
    title: 'Show the card details',
    lead: 'Confirm that it is you. The card issuer then shows number, expiry and CVV here for 30 seconds.',
    confirm: 'Show the details',
  },
} as const
