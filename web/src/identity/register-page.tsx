import { register } from '@cardamom/contract/identity'
import { getTerms } from '@cardamom/contract/terms'
import { UserRoundX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { part } from '../kernel/deferred.tsx'
import { queryClient } from '../kernel/query.ts'
import { whenIdle } from '../kernel/idle.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { Button } from '../ui/button.tsx'
import { ActionBar } from '../ui/page-parts.tsx'
import { AccountStep } from './account-step.tsx'
import { mayUseCode } from './code-field.tsx'
import { LoginButton } from './login-button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { AddressFields, CountryField, GenderField, IdentityFields, MobileField } from './person-controls.tsx'
import {
  noTerms,
  recordRegistered,
  readRegistered,
  type RegisteredPerson,
  type Registration,
} from './registration-draft.ts'
import {
  fieldsOf,
  personPart,
  steps,
  useRegistrationForm,
  type RegistrationForm,
} from './registration-form.ts'
import { useSteps, type Steps } from './registration-steps.ts'
import { StepHead } from './step-head.tsx'

preloadText('person')
preloadText('fields')
preloadText('refusals')

const Closed = () => {
  const t = useText('registration')
  const { name } = useBranding()
  return (
    <Outcome
      icon={UserRoundX}
      tone="warn"
      title={t('closed.title', { company: name })}
      actions={<LoginButton variant="primary" />}
    >
      <p>{t('closed.body')}</p>
    </Outcome>
  )
}

/** The last step loads while the person fills in the others. */
const ReviewStep = part(() => import('./review-step.tsx'), 'ReviewStep')
/** The page after the last press loads with the last step. */
const Sent = part(() => import('./registration-sent.tsx'), 'RegistrationSent')

const Fields = ({
  form,
  steps,
  usedEmail,
}: {
  form: RegistrationForm
  steps: Steps
  usedEmail: string | null
}) => {
  if (steps.step === 'account') return <AccountStep form={form} usedEmail={usedEmail} />
  if (steps.step === 'review') {
    return <ReviewStep form={form} onChange={(step) => steps.goTo(step, { thenReview: true })} />
  }
  const person = personPart(form)
  return (
    <div className="flex flex-col gap-5">
      {steps.step === 'you' ? (
        <>
          <IdentityFields form={person} />
          <GenderField form={person} />
          <CountryField form={person} />
          <MobileField form={person} />
        </>
      ) : (
        <AddressFields form={person} />
      )}
    </div>
  )
}

/** Creates the account. A refusal is shown at its step and field. */
const useCreate = (form: RegistrationForm, stepping: Steps) => {
  const [usedEmail, setUsedEmail] = useState<string | null>(null)
  const create = async (values: Registration): Promise<RegisteredPerson | null> => {
    try {
      const registered = await call(register, { input: values, errors: 'fields' })
      recordRegistered(registered)
      return registered
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'email_taken') setUsedEmail(values.email)
      if ('termsVersion' in error.errors) {
        form.setValue('termsVersion', noTerms)
        await queryClient.invalidateQueries({ queryKey: [getTerms.path] })
      }
      const wrong = steps.find((step) => fieldsOf[step].some((field) => field in error.errors))
      if (wrong !== undefined && wrong !== stepping.step) stepping.goTo(wrong, { thenReview: true })
      throw error
    }
  }
  return { usedEmail, create }
}

const StepForm = ({
  form,
  steps,
  onDone,
}: {
  form: RegistrationForm
  steps: Steps
  onDone: (registered: RegisteredPerson) => void
}) => {
  const t = useText('registration')
  const { usedEmail, create } = useCreate(form, steps)
  const [isChecking, setChecking] = useState(false)
  const { step } = steps
  const next = async () => {
    setChecking(true)
    const isRight = await form.trigger([...fieldsOf[step]], { shouldFocus: true })
    const isCodeRight = step !== 'account' || (await mayUseCode((form.getValues('code') ?? '').trim()))
    setChecking(false)
    if (isRight && !isCodeRight) form.setFocus('code')
    if (isRight && isCodeRight) steps.goOn()
  }
  const send = form.send(async (values) => {
    const registered = await create(values)
    if (registered !== null) onDone(registered)
  })
  const isLast = step === 'review'
  return (
    <form
      noValidate
      className="flex min-h-[calc(100dvh-4.5rem)] flex-col max-md:[&_:is(input,select,button)]:scroll-mb-36 md:min-h-0"
      onSubmit={(event) => {
        if (isLast) return send(event)
        event.preventDefault()
        if (!isChecking) void next()
      }}
    >
      <div className="grow">
        <StepHead
          step={step}
          title={t(`${step}.title`)}
          lead={t(`${step}.lead`, { email: form.getValues('email') })}
        />
        <Fields form={form} steps={steps} usedEmail={usedEmail} />
      </div>
      <ActionBar note={isLast ? undefined : t('saved')}>
        <Button type="submit" variant="primary" busy={isLast ? form.formState.isSubmitting : isChecking}>
          {isLast ? t('review.submit') : t('continue')}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Four short steps to an account, then the mail that confirms it (ux §2). `?code=` or `?ref=` fills in the code. */
export const RegisterPage = () => {
  const t = useText('registration')
  const { open } = useBranding()
  const [{ ref = '', code = ref, step }] = useQueryParams()
  const go = useGo()
  const form = useRegistrationForm(code)
  const steps = useSteps(form)
  const [registered, setRegistered] = useState(readRegistered)
  useTitle(t('title'))
  useEffect(() => whenIdle(() => void ReviewStep.preload()), [])
  const isSent = step === 'sent' && registered !== null
  if (isSent) {
    return <Sent registered={registered} onChange={() => steps.goTo('account')} />
  }
  if (!open) return <Closed />
  return (
    <StepForm
      form={form}
      steps={steps}
      onDone={(done) => {
        setRegistered(done)
        go('/register', { replace: true, search: { step: 'sent' } })
      }}
    />
  )
}
