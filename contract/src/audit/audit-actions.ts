/**
 * Names of what the audit records, by the method and path of a call or the name of another action. The text of each is
 * in the catalogue under `audit.values.action.<name>`. A test fails for a mounted call without a name.
 */
export const auditActions = {
  'session.login': 'login',
  'POST /sessions': 'loginTried',
  'POST /sessions/factor': 'loginFactor',
  'POST /sessions/otp': 'loginCodeSent',
  'POST /sessions/passkey': 'loginPasskey',
  'GET /send/otp': 'codeSent',
  'POST /session/logout': 'logout',
  'POST /session/lock': 'sessionLocked',
  'POST /session/unlock': 'sessionUnlocked',
  'POST /session/unlock/challenge': 'unlockStarted',
  'POST /sessions/:id/revoke': 'sessionRevoked',
  'POST /sessions/revoke-others': 'otherSessionsRevoked',
  'session.token_without_cookie': 'tokenStolen',
  'impersonation.header': 'impersonationRefused',
  'POST /step-up/challenges': 'confirmationStarted',
  'POST /step-up/grants': 'operationConfirmed',
  'POST /authsignal/authenticate': 'passkeyChecked',
  'POST /authsignal/delete/passkey': 'passkeyRemovalWithoutPerson',
  'POST /authsignal/delete/passkey/:userId': 'passkeyRemoved',
  'POST /factor-enrolments': 'factorStarted',
  'POST /factor-enrolments/:id/confirmation': 'factorAdded',
  'PATCH /factors/:id': 'factorRenamed',
  'DELETE /factors/:id': 'factorRemoved',
  'POST /factor-enrolment-links': 'factorLinkSent',
  'POST /factor-enrolment-links/:token': 'factorLinkUsed',
  'POST /factor-recoveries': 'factorRecoveryStarted',
  'POST /factor-recoveries/:token/selfie': 'factorRecoverySelfie',
  'POST /factor-recoveries/:token/completion': 'factorRecoveryCompleted',
  'POST /factor-recoveries/:token/cancellation': 'factorRecoveryCancelled',
  'POST /recovery-codes': 'recoveryCodesMade',
  'PATCH /security': 'securityChanged',
  'POST /users/:id/lockouts/lift': 'lockoutLifted',
  'POST /registrations': 'registered',
  'POST /email-verifications': 'emailLinkSent',
  'POST /email-verifications/:token': 'emailConfirmed',
  'POST /email-verifications/:token/renewal': 'emailLinkRenewed',
  'POST /me/email-changes': 'emailChangeStarted',
  'POST /me/password': 'passwordChanged',
  'POST /recoveries': 'passwordLinkSent',
  'POST /recoveries/:token': 'passwordRecovered',
  'POST /recoveries/:token/renewal': 'passwordLinkRenewed',
  'POST /magic-links': 'magicLinkOpened',
  'PATCH /me': 'profileChanged',
  'POST /device-profiling/consent': 'profilingAllowed',
  'POST /device-profiling/withdrawal': 'profilingWithdrawn',
  'company.device_profiling': 'companyProfiling',
  'PATCH /notifications/settings': 'notificationsChanged',
  'POST /notifications/read': 'notificationsRead',
  'POST /saved-views': 'viewSaved',
  'PATCH /saved-views/:id': 'viewRenamed',
  'DELETE /saved-views/:id': 'viewDeleted',
  'POST /kyc/start': 'kycStarted',
  'POST /kyc/refresh': 'kycRefreshed',
  'POST /kyc/abandon': 'kycAbandoned',
  'GET /kyc-cases/:id': 'kycRead',
  'GET /kyc-cases/:id/images': 'kycPicturesSeen',
  'POST /kyc-cases/:id/approve': 'kycApproved',
  'POST /kyc-cases/:id/reject': 'kycRejected',
  'POST /kyc-cases/:id/reset': 'kycReset',
  'POST /kyc-cases/export': 'kycExported',
  'POST /cards/:id/pause': 'cardPaused',
  'POST /cards/:id/resume': 'cardResumed',
  'PUT /cards/:id/limits': 'cardLimitsChanged',
  'POST /cards/:id/reveal': 'cardRevealed',
  'POST /card-freezes': 'freezeLinkSent',
  'POST /card-freezes/:token': 'cardsFrozen',
  'POST /loads': 'loadQuoted',
  'POST /loads/:id/cancel': 'loadCancelled',
  'POST /loads/:id/credit': 'loadResolved',
  'POST /loads/:id/refund': 'refundStarted',
  'DELETE /loads/:id/refund': 'refundWithdrawn',
  'POST /loads/:id/transfers': 'transferSearched',
  'load.credit_decision_proposed': 'creditProposed',
  'load.credit_decision_confirmed': 'creditConfirmed',
  'load.credit_decision_withdrawn': 'creditWithdrawn',
  'POST /capital-contributions': 'capitalProposed',
  'POST /capital-contributions/:id/confirm': 'capitalConfirmed',
  'POST /transactions/export': 'transactionsExported',
  'POST /wallet/deposits/export': 'depositsExported',
  'POST /downloads': 'fileRequested',
  'GET /audit/:id': 'auditRead',
  'POST /audit/export': 'auditExported',
  'admin.created': 'adminCreated',
  'admin.link_renewed': 'adminLinkRenewed',
} as const

type Names = (typeof auditActions)[keyof typeof auditActions]
export const auditActionNames = [...new Set(Object.values(auditActions))] as [Names, ...Names[]]

/** `read`: a call that only reads. `jobChange`: what a job of the product changed. `other`: a call of an older version. */
const restNames = ['read', 'jobChange', 'other'] as const
export const allActionNames = [...auditActionNames, ...restNames] as const
export type AuditActionName = (typeof allActionNames)[number]

export const actionNameOf = (action: string, actorKind: string): AuditActionName => {
  const name = (auditActions as Readonly<Record<string, Names>>)[action]
  if (name !== undefined) return name
  if (action.startsWith('GET ')) return 'read'
  return actorKind === 'job' ? 'jobChange' : 'other'
}
