/** Pausing all cards by a link in a mail, without a login (web/src/cards). */
export const messages = {
  logIn: 'Log in',
  title: 'Pause my cards',
  lead: 'Lost your card or your phone? We send a link to your e-mail that pauses all your cards at once.',
  email: 'E-mail',
  send: 'Send the link',
  sentTitle: 'Check your e-mail',
  sentBody: 'We sent a link to <b>{email}</b>. Open it within an hour.',
  confirmLead:
    'Enter your date of birth to pause all your cards at once. You can resume them after you log in.',
  birthDate: 'Date of birth',
  go: 'Pause my cards',
  wrong: 'That is not the date of birth of this account.',
  doneTitle:
    '{cards, plural, =0 {You have no card to pause} one {Your card is paused} other {Your # cards are paused}}',
  doneBody:
    '{cards, plural, =0 {Nobody can pay with a card of yours.} one {Nobody can pay with it until you log in and resume it.} other {Nobody can pay with them until you log in and resume them.}}',
  expired: 'A link works once, for an hour.',
  again: 'Send a new link',
} as const
