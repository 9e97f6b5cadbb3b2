import { useCallback, useEffect } from 'react'
import { useBack } from '../kernel/back.ts'
import { canGoBack, useGo, useQueryParams } from '../kernel/router.tsx'
import { steps, type RegistrationForm, type Step } from './registration-form.ts'

const isStep = (text: string | undefined): text is Step => steps.some((step) => step === text)

export type Steps = {
  readonly step: Step
  readonly goTo: (step: Step, options?: { thenReview?: boolean }) => void
  /** Goes to the next step, or back to the review when the person came from there. */
  readonly goOn: () => void
}

/**
 * The present step of the registration. It is in the address, so back, reload and a shared link work as
 * expected; a step with an error cannot be skipped.
 */
export const useSteps = (form: Pick<RegistrationForm, 'openStep'>): Steps => {
  const [params] = useQueryParams()
  const go = useGo()
  const wanted = isStep(params['step']) ? params['step'] : 'account'
  const open = form.openStep()
  const step = steps.indexOf(wanted) > steps.indexOf(open) ? open : wanted
  const { ref } = params

  const goTo: Steps['goTo'] = useCallback(
    (to, { thenReview = false } = {}) =>
      go('/register', {
        search: { ...(ref && { ref }), step: to, ...(thenReview && { after: 'review' }) },
      }),
    [go, ref],
  )
  const goBack = useCallback(() => {
    if (canGoBack()) history.back()
    else if (step === 'account') go('/login')
    else goTo(steps[steps.indexOf(step) - 1] ?? 'account')
  }, [step, go, goTo])
  useBack(goBack)

  const isAstray = wanted !== step
  useEffect(() => {
    if (isAstray) go('/register', { replace: true, search: { ...(ref && { ref }), step } })
  }, [isAstray, go, ref, step])

  const goOn = () =>
    goTo(params['after'] === 'review' ? 'review' : (steps[steps.indexOf(step) + 1] ?? 'review'))
  return { step, goTo, goOn }
}
