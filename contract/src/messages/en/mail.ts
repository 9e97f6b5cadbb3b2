/** The product's mail, by kind; `company` is the name of the person's company in every text. */
export const messages = {
  greeting: 'Hello {name},',
  greetingNobody: 'Hello,',
  linkFallback: 'If the button does not open, copy this address into your browser:',
  footer: 'You have this mail from {company} because of your account. You can answer it.',
  footerNoReply: 'You have this mail from {company} because of your account. Nobody reads answers to it.',
  kinds: {
    verify_email: {
      subject: 'Confirm your e-mail',
      preview: 'One tap and your account is ready.',
      body: 'Welcome to {company}. Confirm this address, and you can log in and go on to verify your identity.',
      action: 'Confirm my e-mail',
      note: 'The link works once and for 24 hours. If you did not open an account, do nothing: nothing happens.',
    },
    account_exists: {
      subject: 'You already have an account',
      preview: 'Someone tried to register with your address.',
      body: 'Someone tried to open an account at {company} with this address, which already has one. If it was you, log in, or choose a new password if you forgot it.',
      action: 'Log in',
      note: 'If it was not you, do nothing: nobody learned anything about your account.',
    },
    recover_password: {
      subject: 'Choose a new password',
      preview: 'The link works for one hour.',
      body: 'Someone asked for a new password for your account. If it was you, choose one now. You will be logged out everywhere.',
      action: 'Choose a new password',
      note: 'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
    },
    password_changed: {
      subject: 'Your password was changed',
      preview: 'Tell us at once if it was not you.',
      body: 'The password of your account was changed just now, and your other sessions were ended. Withdrawals wait 24 hours after such a change.',
      action: 'It was not me',
      note: 'If it was you, there is nothing to do.',
    },
    change_email: {
      subject: 'Confirm your new address',
      preview: 'One tap and mail comes here.',
      body: 'You asked to use this address for your account. Confirm it, and you log in with it from then on.',
      action: 'Confirm this address',
      note: 'The link works once and for 24 hours. If you did not ask for it, do nothing: nothing changes.',
    },
    email_change_asked: {
      subject: 'A new address was asked for',
      preview: 'Tell us at once if it was not you.',
      body: 'Someone who knows your password asked to change the e-mail of your account to {newEmail}. It changes when the link sent there is opened.',
      action: 'It was not me',
      note: 'If it was you, there is nothing to do here.',
    },
    email_changed: {
      subject: 'Your e-mail was changed',
      preview: 'Mail of your account goes to the new address.',
      body: 'The e-mail of your account is {newEmail} now. Withdrawals wait 24 hours after such a change.',
      action: 'It was not me',
      note: 'If it was you, there is nothing to do.',
    },
  },
} as const
