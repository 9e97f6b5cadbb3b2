/** Recovery of lost verification methods (web/src/access/recovery). */
export const messages = {
  checking: 'Checking the link',
  logIn: 'Log in',
  title: 'Get back into your account',
  for: 'For the account of {hint}.',
  mailed:
    'You lost all your verification methods. We compare a selfie with your document, wait 24 hours and tell every address of the account. Then we remove the lost methods and you add new ones.',
  start: 'Start the selfie check',
  selfieTitle: 'Take a selfie',
  selfieBody: 'The check opens on the page of our identity provider. Come back here when it is done.',
  selfieGo: 'Open the check',
  selfieAgain: 'I’ve done it',
  waitingTitle: '24 hours to wait',
  waitingBody:
    'Your face matched. Open this page again after {at} to finish. We told every address of your account.',
  readyTitle: 'You can finish now',
  readyBody:
    'We remove the lost methods and sign out all your devices. Log in with your password and add a new method within ten minutes.',
  finish: 'Remove the lost methods',
  doneTitle: 'The lost methods are removed',
  doneBody: 'Log in with your password, then add a new verification method. Withdrawals wait 24 hours.',
  cancelledTitle: 'The recovery is stopped',
  cancelledBody: 'Nothing changed. If you didn’t start it, someone knows your password: change it now.',
  failedTitle: 'Your selfie didn’t match',
  failedBody: 'Nothing changed. Log in and start again, or write to us.',
  stop: 'It wasn’t me: stop it',
  expired: 'This recovery has ended, or its link has expired. Log in and start again.',
} as const
