import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { StepUpAsked } from './step-up-asked.ts'
import { registerStepUp } from '../kernel/api.ts'
import { store } from '../kernel/signal.ts'

const asked = store<StepUpAsked | null>(null)

/** Lets calls that need a step-up ask for it; the dialog comes with the first of them. */
export const startStepUp = (): void =>
  registerStepUp(
    (request) =>
      new Promise((resolve) => {
        // One act is confirmed at a time: a newer one takes the place of the one that waits.
        asked.read()?.answer(null)
        asked.write({
          request,
          answer: (grant) => {
            asked.write(null)
            resolve(grant)
          },
        })
      }),
  )

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Where the dialog appears, over any page: mounted once. */
export const StepUp = () => {
  const open = useSyncExternalStore(asked.listen, asked.read)
  if (open === null) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog key={open.request.objectHash} asked={open} />
    </Suspense>
  )
}
