/** The dialog that confirms one operation, and every other screen of a proof (web/src/access/step-up). */
export const messages = {
  title: 'Confirm that it’s you',
  lead: 'You confirm only this change, once.',
  notNow: 'Not now',
  failed: 'We couldn’t check that. Try again in a moment.',
  start: 'Getting ready',
  /** Labels of the facts to confirm, by name (contract, step-up-operations). */
  fact: {
    card: 'Card',
    payment: 'Limit per payment',
    day: 'Limit per day',
    month: 'Limit per month',
    load: 'Load',
    address: 'Refund to',
    mobileFrom: 'Number now',
    mobileTo: 'New number',
    emailFrom: 'E-mail now',
    emailTo: 'New e-mail',
    otpLogin: 'Log in with a code by e-mail',
    lockAfterSeconds: 'Lock the screen after',
    method: 'Kind',
    factor: 'Name',
    passkey: 'Passkey',
    person: 'Person',
    company: 'Company',
    cardType: 'Card type',
    plan: 'Plan',
    amount: 'Amount',
    role: 'Role',
    granted: 'Also allowed',
    denied: 'No longer allowed',
    restored: 'As the role has it',
    dataScope: 'Sees',
    passkeyRequired: 'Passkey required',
    tierRestrictions: 'Switched off',
    adminPasswordMinimum: 'Shortest password of administrators',
    hideAccountExistence: 'Hide whether an account exists',
    credentialChangeWaitHours: 'Hours without withdrawals after new credentials',
    factorRecoveryWaitHours: 'Hours until lost factors are removed',
    lockRedirectSeconds: 'Seconds from lock to login',
    renewalWarningSeconds: 'Seconds until the renewal warning',
    sellerCode: 'Seller code',
    note: 'Note',
    maker: 'Requested by',
    reason: 'Reason',
  },
  on: 'On',
  off: 'Off',
  noLimit: 'No limit',
  seconds: '{count, plural, one {# second} other {# seconds}}',
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  /** Operations by name (contract, step-up-operations). */
  operation: {
    reveal: {
      title: 'Show card details',
      lead: 'The card issuer shows the number, expiry date and CVV here for 30 seconds.',
    },
    raiseLimits: {
      title: 'Raise your spending limits',
      lead: 'The card can spend more than before. You don’t need to confirm a lower limit.',
    },
    refundLoad: {
      title: 'Request a refund',
      lead: 'Everything that arrived for this load goes to this address. Compare it: a wrong one cannot be undone.',
    },
    changeMobile: {
      title: 'Change your mobile number',
      lead: 'We sign out your other devices. Withdrawals wait 24 hours.',
    },
    changeEmail: {
      title: 'Change your e-mail',
      lead: 'We change it once you open the link that we send to the new address.',
    },
    updateSecurity: {
      title: 'Change your security settings',
      lead: 'Confirm it with a method that you already have.',
    },
    addFactor: {
      title: 'Add a verification method',
      lead: 'Confirm it with a method that you already have.',
    },
    removeFactor: {
      title: 'Remove a verification method',
      lead: 'It stops working at once. Withdrawals wait 24 hours.',
    },
    makeRecoveryCodes: {
      title: 'Create new recovery codes',
      lead: 'Your old codes stop working.',
    },
    deletePasskey: {
      title: 'Remove a passkey',
      lead: 'It stops working at once. Withdrawals wait 24 hours.',
    },
    liftLockouts: {
      title: 'Let this person try again',
      lead: 'Their failed attempts no longer count. They are told by e-mail.',
    },
    createAdmin: {
      title: 'Invite an administrator',
      lead: 'They get a link by e-mail and choose their own password.',
    },
    updateAdmin: {
      title: 'Change an administrator',
      lead: 'Another role logs them out everywhere.',
    },
    changePermissions: {
      title: 'Change permissions',
      lead: 'The change counts from their next click on.',
    },
    grantTopRole: {
      title: 'Grant a top role',
      lead: 'A second super admin approves it. Then the person is logged out everywhere.',
    },
    exportAdmins: {
      title: 'Export administrators',
      lead: 'The file has names and e-mail addresses. The audit log records that you exported it.',
    },
    exportUsers: {
      title: 'Export users',
      lead: 'The file has names and e-mail addresses. The audit log records that you exported it.',
    },
    seePersonalData: {
      title: 'Show personal data',
      lead: 'Birth date, mobile number and address of this person. The audit log records that you saw them.',
    },
    resetPassword: {
      title: 'Reset this password',
      lead: 'The present password stops working, and the person is logged out everywhere. They choose a new one by the link in their mail.',
    },
    verifyUserEmail: {
      title: 'Send the e-mail link again',
      lead: 'The person confirms their address by the newest link only.',
    },
    updateUser: {
      title: 'Change this person',
      lead: 'A test account is in no total, and its mail goes to the log only.',
    },
    assignSellerCode: {
      title: 'Assign a seller code',
      lead: 'Later loads of this person pay the sellers of this code.',
    },
    endSessions: {
      title: 'Log this person out everywhere',
      lead: 'They have to log in again on every device.',
    },
    impersonate: {
      title: 'See the product as this person',
      lead: 'For 30 minutes, without changes. Your name and your reason are recorded.',
    },
    deactivateUser: {
      title: 'Deactivate this person',
      lead: 'They are logged out at once and can’t log in. Their cards stay as they are.',
    },
    activateUser: {
      title: 'Activate this person',
      lead: 'They can log in again.',
    },
    seeKycImages: {
      title: 'See identity documents',
      lead: 'The audit log records that you opened them.',
    },
    exportKycCases: {
      title: 'Export identity checks',
      lead: 'The file has names and e-mail addresses. The audit log records that you exported it.',
    },
    createCompany: {
      title: 'Create a company',
      lead: 'Its pages open under its short name at once.',
    },
    updateCompany: {
      title: 'Change this company',
      lead: 'The change applies at once.',
    },
    changeCompanySettings: {
      title: 'Change the company’s settings',
      lead: 'The change applies at once to its people, and to companies below that inherit.',
    },
    changeCardCreation: {
      title: 'Change whether new cards are made',
      lead: 'The change applies at once. Existing cards stay.',
    },
    changeCompanyBranding: {
      title: 'Change the company’s branding',
      lead: 'Its pages and mails show it at once.',
    },
    changeCompanyLogo: {
      title: 'Change the company’s logo',
      lead: 'Its pages and mails show it at once.',
    },
    changeCompanyParent: {
      title: 'Move this company',
      lead: 'All companies below it move along. Loads that exist keep their fees.',
    },
    deactivateCompany: {
      title: 'Close this company',
      lead: 'No new people, loads or cards. Its administrators are signed out.',
    },
    activateCompany: {
      title: 'Open this company again',
      lead: 'It accepts new people, loads and cards again.',
    },
    createCardPlan: { title: 'Create a plan', lead: 'It can be chosen for types of cards at once.' },
    updateCardPlan: { title: 'Change this plan', lead: 'Cards that were requested before keep their price.' },
    archiveCardPlan: {
      title: 'Archive this plan',
      lead: 'It cannot be chosen any more. You can restore it.',
    },
    restoreCardPlan: { title: 'Restore this plan', lead: 'It can be chosen for types of cards again.' },
    deleteCardPlan: { title: 'Delete this plan', lead: 'This cannot be undone.' },
    createCardType: { title: 'Create a type of cards', lead: 'Cardholders see it at once.' },
    updateCardType: { title: 'Change this type of cards', lead: 'Cards that exist stay as they are.' },
    changeCardTypeImage: { title: 'Change the picture of this type', lead: 'Cardholders see it at once.' },
    archiveCardType: {
      title: 'Archive this type of cards',
      lead: 'It cannot be requested any more. Cards that exist stay as they are.',
    },
    restoreCardType: { title: 'Restore this type of cards', lead: 'Cardholders see it again at once.' },
    deleteCardType: { title: 'Delete this type of cards', lead: 'This cannot be undone.' },
    changeGeneralSettings: { title: 'Change general settings', lead: 'They apply at once, to everybody.' },
    changeAuthenticationSettings: {
      title: 'Change authentication settings',
      lead: 'A second person approves it. Then it applies to everybody.',
    },
    changeTierRestrictions: {
      title: 'Change tier restrictions',
      lead: 'A second person approves it. Then it applies at once to every company of the tier.',
    },
    exportAudit: {
      title: 'Export the audit',
      lead: 'The file has names, addresses and devices. The audit log records that you exported it.',
    },
    approveKyc: { title: 'Approve this identity check', lead: 'Your note is kept with the decision.' },
    rejectKyc: { title: 'Reject this identity check', lead: 'Your note is kept with the decision.' },
    resetKyc: {
      title: 'Let this person start again',
      lead: 'All attempts are available again. The history stays.',
    },
    recordCapital: {
      title: 'Record capital',
      lead: 'Another administrator approves it before it is booked.',
    },
    creditCompanyLoad: {
      title: 'Credit what came for this load',
      lead: 'Another administrator approves it before the card is credited.',
    },
    refundCompanyLoad: {
      title: 'Refund this payment',
      lead: 'Another administrator approves it. It is sent to the address that the payer confirmed.',
    },
    requestRest: {
      title: 'Request the rest of this payment',
      lead: 'The payer gets a notification and a mail.',
    },
    approveRequest: { title: 'Approve this request', lead: 'It is done at once, as shown here.' },
  },
  passkey: {
    name: 'Passkey',
    lead: 'Your device asks for your face, fingerprint or PIN.',
    go: 'Continue with a passkey',
  },
  securityKey: {
    name: 'Security key',
    lead: 'Plug it in or hold it to your phone, then touch it.',
    go: 'Use the security key',
  },
  totp: {
    name: 'Authenticator app',
    lead: 'Open your authenticator app and enter the six-digit code that it shows.',
    label: 'Code from the app',
  },
  emailOtp: {
    name: 'Code by e-mail',
    lead: 'We sent a six-digit code to <b>{where}</b>.',
    request: 'We’ll send a six-digit code to <b>{where}</b>.',
    label: 'Code from the e-mail',
  },
  sms: {
    name: 'Code by SMS',
    lead: 'We sent a six-digit code to <b>{where}</b>.',
    request: 'We’ll send a six-digit code to <b>{where}</b>.',
    label: 'Code from the SMS',
  },
  magicLink: {
    name: 'Link by e-mail',
    request: 'We’ll send a link to <b>{where}</b>. Open it on any device, and this page continues.',
    lead: 'Open the link in the e-mail to <b>{where}</b>. This page continues by itself.',
    waiting: 'Waiting for the link',
    send: 'Send the link',
    stop: 'Stop waiting',
  },
  password: {
    name: 'Password',
    label: 'Password',
    lead: 'Last, your password.',
    go: 'Confirm',
    missing: 'Enter your password.',
    wrong: 'That isn’t your password. Try again.',
    once: 'Used once for this, and not stored.',
  },
  recoveryCode: {
    name: 'Recovery code',
    lead: 'One of the ten codes that you saved. Each works once.',
    label: 'Recovery code',
    go: 'Continue',
  },
  providerPage: {
    name: 'On the confirmation page',
    popup: 'The page of our security provider opens over this one. Confirm there, and this page continues.',
    window:
      'The page of our security provider opens in a small window beside this one. Confirm there, and this page continues.',
    redirect: 'You go to the page of our security provider. Confirm there, and it brings you back.',
    go: 'Open the confirmation page',
    waiting: 'Waiting for the other window',
    stop: 'Stop waiting',
    abandoned: 'Nothing was confirmed there. Open it again, or choose another way.',
  },
  code: {
    send: 'Send the code',
    again: 'Send a new code',
    againIn: 'A new code in {time}',
    go: 'Continue',
    missing: 'Enter the six-digit code.',
  },
  others: 'Another way',
  expired: 'This confirmation has expired. Start again.',
  again: 'Start again',
  none: {
    title: 'Set up two-step verification first',
    lead: 'This needs more than a password: a passkey or an authenticator app. It takes a minute.',
    go: 'Add one now',
  },
} as const
