/** The login, and the ways on from it. */
export const messages = {
  title: 'Log in',
  heading: 'Log in to {company}',
  login: 'E-mail or username',
  password: 'Password',
  forgot: 'Forgot it?',
  submit: 'Log in',
  or: 'No account yet?',
  register: 'Create an account',
  closed: '{company} takes no new people at the moment.',
  wrongHelp: 'Check the e-mail or username, and the password: capital letters count.',
  pausedHelp: 'You can try again in {time}.',
  deactivatedHelp: 'This account is deactivated, or its company is. Your company can tell you why.',
  deactivatedContact: 'This account is deactivated, or its company is. Write to {email} to hear why.',
  forSupport: 'For support: {id}',
  unverified: {
    help: 'Open the link in the mail that we sent to {email}.',
    send: 'Send the link again',
    sentTitle: 'A new link was sent.',
    sentHelp: 'Open the mail to {email} within 24 hours, then log in here.',
    mailbox: 'Open the mailbox',
  },
  passkey: 'Log in with a passkey',
  otp: 'Get a code by e-mail instead',
  otpNeedsLogin: 'Type your e-mail or username first.',
  freeze: 'Lost your card? Freeze it',
  second: {
    title: 'One more step',
    lead: 'Your password is right. Now show that it is you.',
    codeTitle: 'Check your e-mail',
    trust: 'Do not ask again on this browser for 30 days',
    back: 'Back to the login',
    lost: 'I have lost all of these',
    lostSent:
      'We sent a mail to {hint}. Its link begins the recovery: your face is compared, and it takes a day.',
    codesLeft:
      '{count, plural, one {One recovery code is left.} other {# recovery codes are left.}} Make new ones under Security.',
  },
  demo: {
    title: 'Look around as',
    lead: 'Made-up people of the sandbox, one for each role. A press signs you in.',
  },
} as const
