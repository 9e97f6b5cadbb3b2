/** The part of Veriff's decision vocabulary that this service uses. */
export const reasonTexts = {
  102: 'Suspected document tampering',
  104: 'Name entered does not match name on document',
  110: 'Velocity/abuse duplicated ID',
  201: 'Video and/or photos missing',
  202: 'Face not clearly visible',
  204: 'Poor image quality',
  207: 'Document expired',
  533: 'Person is under 18 years old',
  539: 'Resubmission limit exceeded',
} as const

export type ReasonCode = keyof typeof reasonTexts

export const decisionCodes = {
  approved: 9001,
  declined: 9102,
  resubmission_requested: 9103,
  expired: 9104,
  abandoned: 9104,
  review: 9121,
} as const

export type DecisionStatus = keyof typeof decisionCodes

export const eventCodes = { started: 7001, submitted: 7002 } as const

export const isDecisionStatus = (value: unknown): value is DecisionStatus =>
  typeof value === 'string' && value in decisionCodes
