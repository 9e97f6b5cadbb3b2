import type { Answer } from '../../kernel/answer.ts'

/** The check of a face at the identity provider, which a higher module makes: who is this person's face? */
export type SelfieCheck = {
  /** `kyc_required`: they were never verified, so there is nothing to compare with. */
  readonly begin: (of: {
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
