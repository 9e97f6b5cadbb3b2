import type { StepUpDescribers } from '../kernel/step-up-facts.ts'

/** Facts of operations on people of the cardholders' area. */
export const userStepUps = {
  'POST /users/export': async () => ({}),
} satisfies Partial<StepUpDescribers>
