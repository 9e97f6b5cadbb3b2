import { getTerms } from '@cardamom/contract/terms'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { countryName } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useCall } from '../kernel/query.ts'
import { TextButton } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Checkbox } from '../ui/toggles.tsx'
import { useBirthDay } from './birth-day.ts'
import { useCodeOwner } from './code-field.tsx'
import { PasswordPair } from './password-pair.tsx'
import { noTerms } from './registration-draft.ts'
import type { RegistrationForm, Step } from './registration-form.ts'
import { phoneText } from '../ui/calling-codes.ts'
import { EmailText } from '../ui/with-reference.tsx'

type Changing = { onChange: (step: Step) => void }

const Part = ({
  step,
  onChange,
  children,
}: Changing & { step: Exclude<Step, 'review'>; children: ReactNode }) => {
  const t = useText('registration')
  const name = t(`steps.${step}`)
  return (
    <Panel
      title={name}
      action={
        <TextButton aria-label={t('review.changeStep', { step: name })} onClick={() => onChange(step)}>
          {t('review.change')}
        </TextButton>
      }
    >
      <KvRows>{children}</KvRows>
    </Panel>
  )
}

const Typed = ({ form, onChange }: Changing & { form: RegistrationForm }) => {
  const t = useText('registration')
  const person = useText('person')
  const locale = useLocale()
  const birthDay = useBirthDay()
  const typed = form.getValues()
  const { owner } = useCodeOwner(typed.code)
  return (
    <div className="flex flex-col gap-4">
      <Part step="account" onChange={onChange}>
        <KvRow name={person('email')}>
          <EmailText>{typed.email}</EmailText>
        </KvRow>
        {typed.code && (
          <KvRow name={t('review.code')} {...(owner && { below: owner.companyName })}>
            {typed.code.trim().toUpperCase()}
          </KvRow>
        )}
      </Part>
      <Part step="you" onChange={onChange}>
        <KvRow name={person('name')}>{`${typed.firstName} ${typed.lastName}`}</KvRow>
        <KvRow name={person('birthDate')}>{birthDay(typed.birthDate)}</KvRow>
        {typed.gender && <KvRow name={person('gender')}>{person(`genders.${typed.gender}`)}</KvRow>}
        <KvRow name={person('mobile')}>{phoneText(typed.mobile)}</KvRow>
      </Part>
      <Part step="address" onChange={onChange}>
        <KvRow name={person('street')}>{typed.street}</KvRow>
        <KvRow name={person('city')} {...(typed.state && { below: typed.state })}>
          {`${typed.zip} ${typed.city}`}
        </KvRow>
        <KvRow name={person('country')}>{countryName({ code: typed.country, locale })}</KvRow>
      </Part>
    </div>
  )
}

const inNewTab = (to: string) =>
  function NewTabLink(text: ReactNode) {
    return (
      <Link to={to} target="_blank" className="font-medium text-brand-text underline underline-offset-4">
        {text}
      </Link>
    )
  }

const TermsBox = ({ form, version }: { form: RegistrationForm; version: number }) => {
  const t = useText('registration')
  const box = useRef<HTMLInputElement>(null)
  const error = form.errorOf('termsVersion')
  const isOnly = error !== undefined && !form.errorOf('password') && !form.errorOf('confirmation')
  useEffect(() => {
    if (isOnly) box.current?.focus()
  }, [isOnly])
  return (
    <Checkbox
      ref={box}
      checked={form.watch('termsVersion') === version}
      onChange={(event) =>
        form.setValue('termsVersion', event.target.checked ? version : noTerms, {
          shouldValidate: true,
        })
      }
      error={error}
    >
      {t.rich('review.terms', { terms: inNewTab('/terms'), privacy: inNewTab('/privacy') })}
    </Checkbox>
  )
}

const Terms = ({ form }: { form: RegistrationForm }) => {
  const t = useText('registration')
  const terms = useCall(getTerms, { errors: 'none' })
  return (
    <Loaded
      reads={{ terms }}
      waiting={<Skeleton className="h-12 w-full rounded-md" />}
      failed={t('review.termsLater')}
    >
      {({ terms: { version } }) => <TermsBox form={form} version={version} />}
    </Loaded>
  )
}

/** Step 4: all typed values, the password again if it was lost, and the terms. */
export const ReviewStep = ({ form, onChange }: Changing & { form: RegistrationForm }) => {
  const t = useText('registration')
  const [needsPassword] = useState(form.lacksPassword)
  return (
    <div className="flex flex-col gap-5">
      <Typed form={form} onChange={onChange} />
      {needsPassword && (
        <>
          <NoteBox tone="info" title={t('review.passwordGone')}>
            {t('review.passwordGoneHelp')}
          </NoteBox>
          <PasswordPair form={form} known={form.getValues('email').split(/[@.]/)} />
        </>
      )}
      <Terms form={form} />
    </div>
  )
}
