import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import type { FunctionComponent } from 'react'
import { store } from './signal.ts'

export type ProofStepsProps = {
  readonly request: StepUpRequest
  /** The grant after the last proof. */
  readonly answer: (grant: string) => void
  /** The proof that is needed now; each error stays in its step. */
  readonly onStep: (step: 'factor' | 'passkey' | 'code' | 'password') => void
}

/** The proofs of one operation, for a dialog that has steps of its own. The step-up sets it when the page starts. */
export const proofSteps = store<FunctionComponent<ProofStepsProps> | null>(null)
