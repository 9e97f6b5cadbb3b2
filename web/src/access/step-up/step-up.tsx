import { useSyncExternalStore } from 'react'
import { registerStepUp } from '../../kernel/api.ts'
import { part } from '../../kernel/deferred.tsx'
import { proofSteps } from '../../kernel/proof-steps.ts'
import { store } from '../../kernel/signal.ts'
import type { OpenStepUp } from './step-up-dialog.tsx'

const ProofSteps = part(() => import('./proof-steps.tsx'), 'ProofSteps')

const pending = store<OpenStepUp | null>(null)
const factorNeeded = store(false)

/** Connects calls to the step-up dialog, whose code loads at first use. */
export const startStepUp = (): void => {
  proofSteps.write(ProofSteps)
  registerStepUp({
    confirm: (request) =>
      new Promise((resolve) => {
        // One operation is confirmed at a time: a newer one cancels the waiting one.
        pending.read()?.answer(null)
        pending.write({
          request,
          answer: (grant) => {
            pending.write(null)
            resolve(grant)
          },
        })
      }),
    tellFactorNeeded: () => factorNeeded.write(true),
  })
}

const StepUpDialog = part(() => import('./step-up-dialog.tsx'), 'StepUpDialog')
const FactorNeeded = part(() => import('./factor-needed.tsx'), 'FactorNeeded')

/** Shows the dialogs over any page; mounted once. */
export const StepUp = () => {
  const open = useSyncExternalStore(pending.listen, pending.read)
  const isNeeded = useSyncExternalStore(factorNeeded.listen, factorNeeded.read)
  return (
    <>
      {open !== null && <StepUpDialog key={open.request.objectHash} request={open} />}
      {isNeeded && <FactorNeeded onClose={() => factorNeeded.write(false)} />}
    </>
  )
}
