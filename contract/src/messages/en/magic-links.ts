/** The page of a link that confirms a person at the provider (web/src/access/step-up). */
export const messages = {
  checking: 'Checking the link',
  logIn: 'Log in',
  title: 'Is it you?',
  lead: 'At {at}, someone asked to confirm that it’s you. Press the button only if that was you; the page where you started then continues.',
  go: 'Yes, it’s me',
  no: 'It wasn’t me',
  notTitle: 'Nothing was confirmed',
  notBody:
    'Close this page. Whoever asked may know your password: choose a new one now. That signs out every device.',
  password: 'Choose a new password',
  expired: 'A link works once, for ten minutes. The page where you started can send a new one.',
  closed: 'Did you close that page? Log in again and choose the link once more.',
  closedSignedIn: 'Did you close that page? Start again what you wanted to confirm.',
  start: 'Go to the start page',
} as const
