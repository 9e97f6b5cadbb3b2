/** The login and the links on it. */
export const messages = {
  title: 'Log in',
  heading: 'Log in to {company}',
  login: 'E-mail or username',
  password: 'Password',
  forgot: 'Forgot it?',
  submit: 'Log in',
  or: 'No account yet?',
  register: 'Create an account',
  closed: '{company} isn’t opening new accounts at the moment.',
  wrongHelp: 'Check your e-mail or username and your password. Capital letters matter.',
  wrongHidden:
    'New here? Open the link in our e-mail first. We have just sent it again to accounts that still need it.',
  pausedHelp: 'You can try again in {time}.',
  deactivatedHelp: 'This account or its company is deactivated. Your company can tell you why.',
  deactivatedContact: 'This account or its company is deactivated. Write to {email} to find out why.',
  forSupport: 'For support: {id}',
  unverified: {
    help: 'Open the link in the e-mail that we sent to {email}.',
    send: 'Send the link again',
    sentTitle: 'We sent a new link.',
    sentHelp: 'Open the e-mail to {email} within 24 hours, then log in here.',
    mailbox: 'Open the mailbox',
  },
  passkey: 'Log in with a passkey',
  otp: 'Get a code by e-mail instead',
  otpNeedsLogin: 'Enter your e-mail or username first.',
  freeze: 'Lost your card? Pause it',
  second: {
    title: 'One more step',
    lead: 'Your password is right. Now confirm that it’s you.',
    leadAfterCode: 'The code is right. Now confirm with your second step.',
    codeTitle: 'Check your e-mail',
    trust: 'Don’t ask again on this browser for 30 days',
    back: 'Back to the login',
    lost: 'I can’t use any of these',
    lostSent:
      'We sent an e-mail to {hint}. Its link starts the recovery: a selfie check, then 24 hours of waiting.',
    codesLeft:
      '{count, plural, one {One recovery code is left.} other {# recovery codes are left.}} Create new ones in Security.',
  },
  demo: {
    title: 'Look around as',
    lead: 'Fictional people, with every role there is. Choose one to log in.',
  },
} as const
