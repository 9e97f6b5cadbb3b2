import { useEffect, useEffectEvent } from 'react'
import type { ProofStepsProps } from '../../kernel/proof-steps.ts'
import { ChallengeBody, useChallenge } from './use-challenge.tsx'

/** The proofs of one operation inside of another dialog, which shows what is confirmed and the steps. */
export const ProofSteps = ({ request, answer, onStep }: ProofStepsProps) => {
  const challenge = useChallenge({ request, answer })
  const { now } = challenge
  const step = now.state === 'confirming' ? now.challenge.step : null
  const tell = useEffectEvent(onStep)
  useEffect(() => {
    if (step !== null) tell(step)
  }, [step])
  return <ChallengeBody {...challenge} />
}
