import type { Answer } from '../../kernel/answer.ts'

/** The selfie check at the identity provider; a higher module provides it. */
export type SelfieCheck = {
  /** `kyc_required`: the person was never verified, so there is nothing to compare with. */
  readonly start: (of: {
    recoveryId: string
    userId: string
    callbackUrl: string
    lang: 'en' | 'es'
  }) => Promise<Answer<{ sessionId: string; url: string }, 'kyc_required' | 'FL001'>>
  readonly read: (of: {
    sessionId: string
    userId: string
  }) => Promise<'waiting' | 'passed' | 'failed' | 'unavailable'>
}
