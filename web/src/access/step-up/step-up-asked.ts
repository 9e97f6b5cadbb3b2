import type { StepUpRequest } from '@cardamom/contract/access/step-up'

export type StepUpAsked = {
  readonly request: StepUpRequest
  /** The grant, or null when the person gave up. */
  readonly answer: (grant: string | null) => void
}
