/** Seeing the product as a person does: the page of the link and the banner (web/src/access/impersonation). */
export const messages = {
  title: 'See an account as its owner',
  opening: 'Opening the account',
  closedTitle: 'This link does not work any more',
  closed:
    'It works once, for a minute, and only in the browser that made it. Start again from the person’s page.',
  logIn: 'Log in as an administrator to see an account as its owner does.',
  back: 'Back to my account',
  banner: 'You see the account of {name} ({email}) as they do, and can’t change anything.',
  bannerShort: 'Account of {name}, read only',
  region: 'Impersonation',
  left: '{time} left',
  reason: 'Your reason: {reason}',
  lockedTitle: 'Your session is locked',
  locked: 'Unlock it in the tab of your own account, then come back here.',
  start: {
    button: 'See as this person',
    title: 'See the account of {name}',
    lead: 'You see what they see, for 30 minutes, and can’t change anything. Your name and your reason are recorded.',
    reason: 'Reason',
    action: 'Continue',
    cancel: 'Cancel',
    open: 'Open the account in a new tab',
    expires: 'The link works once, for {time}',
  },
  unlocked: 'I have unlocked it',
} as const
