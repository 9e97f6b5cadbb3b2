import { useEffect, useRef, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { ProgressSteps } from '../ui/stepper.tsx'
import { steps, type Step } from './registration-form.ts'

/**
 * Progress, title and lead of a step. The keyboard and the screen reader start at the title when the step
 * changes.
 */
export const StepHead = ({ step, title, lead }: { step: Step; title: string; lead: ReactNode }) => {
  const t = useText('registration')
  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <>
      <ProgressSteps names={steps.map((name) => t(`steps.${name}`))} current={steps.indexOf(step)} />
      <div className="pt-6 pb-5 md:pt-5">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h1>
        <p className="mt-1 text-mute wrap-anywhere">{lead}</p>
      </div>
    </>
  )
}
