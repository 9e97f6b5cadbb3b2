/**
 * Operations that need a step-up, by method and path. The title of each is in the catalogue under
 * `stepUp.operation.<name>`, its facts come from the server. A test compares this list with the calls that
 * need a step-up.
 */
export const stepUpOperations = {
  'POST /cards/:id/reveal': 'reveal',
  'PUT /cards/:id/limits': 'raiseLimits',
  'POST /loads/:id/refund': 'refundLoad',
  'PATCH /me': 'changeMobile',
  'POST /me/email-changes': 'changeEmail',
  'PATCH /security': 'updateSecurity',
  'POST /factor-enrolments': 'addFactor',
  'DELETE /factors/:id': 'removeFactor',
  'POST /recovery-codes': 'makeRecoveryCodes',
  'POST /authsignal/delete/passkey/:userId': 'deletePasskey',
  'POST /users/:id/lockouts/lift': 'liftLockouts',
  'POST /admins': 'createAdmin',
  'PATCH /admins/:id': 'updateAdmin',
  'POST /admins/:id/permissions': 'changePermissions',
  'POST /admins/export': 'exportAdmins',
  'POST /users/:id/sessions/end': 'endSessions',
  'POST /users/:id/deactivate': 'deactivateUser',
  'POST /users/:id/activate': 'activateUser',
  'POST /users/:id/impersonations': 'impersonate',
  'GET /kyc-cases/:id/images': 'seeKycImages',
  'POST /kyc-cases/export': 'exportKycCases',
  'POST /kyc-cases/:id/approve': 'approveKyc',
  'POST /kyc-cases/:id/reject': 'rejectKyc',
  'POST /kyc-cases/:id/reset': 'resetKyc',
  'POST /capital-contributions': 'recordCapital',
  'POST /approvals/:id/approve': 'approveRequest',
  'POST /companies': 'createCompany',
  'PATCH /companies/:id': 'updateCompany',
  'PATCH /companies/:id/settings': 'changeCompanySettings',
  'PATCH /companies/:id/card-creation': 'changeCardCreation',
  'PATCH /companies/:id/branding': 'changeCompanyBranding',
  'POST /companies/:id/logo': 'changeCompanyLogo',
  'POST /companies/:id/parent': 'changeCompanyParent',
  'POST /companies/:id/deactivate': 'deactivateCompany',
  'POST /companies/:id/activate': 'activateCompany',
  'POST /audit/export': 'exportAudit',
} as const

export type StepUpOperation = keyof typeof stepUpOperations

/**
 * Facts of an operation that the person sees, by name. The web translates `method` (a factor method),
 * `otpLogin` (`on`, `off`), `lockAfterSeconds`, and the limits `payment`, `day` and `month` (a USD amount or
 * `none`), `amount` (a USD amount), `role` (a role's name), `granted`, `denied` and `restored` (tags with commas),
 * `dataScope` (its kind) and `passkeyRequired` (`on`, `off`). All other facts are shown as they are.
 */
export const stepUpFacts = [
  'card',
  'payment',
  'day',
  'month',
  'load',
  'address',
  'mobileFrom',
  'mobileTo',
  'emailFrom',
  'emailTo',
  'otpLogin',
  'lockAfterSeconds',
  'method',
  'factor',
  'passkey',
  'person',
  'company',
  'amount',
  'role',
  'granted',
  'denied',
  'restored',
  'dataScope',
  'passkeyRequired',
  'note',
  'maker',
  'reason',
] as const
export type StepUpFact = (typeof stepUpFacts)[number]
