/** A forgotten password: requesting the link, and using it. */
export const messages = {
  title: 'Choose a new password',
  lead: 'Enter your e-mail and we’ll send you a link.',
  email: 'E-mail',
  notFoundHelp: 'Check how it is written, or create an account.',
  submit: 'Send the link',
  remembered: 'Remember your password?',
  logIn: 'Log in',
  sent: {
    title: 'Check your e-mail',
    lead: 'We sent a link to <b>{email}</b>. Open it within an hour and choose a new password.',
  },
  link: {
    checking: 'Checking the link',
    lead: 'For the account of {hint}. Saving it signs out all your devices.',
    password: 'New password',
    confirmation: 'New password again',
    submit: 'Save the password',
    expiredBody: 'A link works once, for an hour.',
    renew: 'Send a new link',
    renewedTitle: 'A new link was sent',
    renewedBody: 'Open the e-mail to {hint} within an hour.',
    requestAnew: 'Ask for a link again',
    goneBody: 'We can no longer renew it. Ask for a new link with your e-mail.',
    doneTitle: 'Your new password is saved',
    doneBody: 'We signed out all your devices. Log in with the new password.',
  },
} as const
