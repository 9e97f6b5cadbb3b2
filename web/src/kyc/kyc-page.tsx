import { documentTypes, getKyc } from '@cardamom/contract/kyc'
import { countryCodes } from '@cardamom/contract/countries'
import { Hourglass, IdCard, Lock, Sun } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { countryNames } from '../kernel/country-names.ts'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useLocale, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Navigate, useGo, useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ChoiceCard } from '../ui/choice.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { useContractForm } from '../ui/form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { Status } from '../ui/status.tsx'
import { TextField } from '../ui/text-field.tsx'
import { KycFrame } from './kyc-frame.tsx'
import {
  filledForm,
  useKycRefresh,
  useKycStart,
  type Kyc,
  type KycStart,
  type StartTrouble,
} from './kyc-start.ts'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('fields')

const tips = [
  { word: 'document', icon: IdCard },
  { word: 'light', icon: Sun },
  { word: 'leave', icon: Hourglass },
] as const

const Tips = () => {
  const t = useText('kyc')
  return (
    <Panel>
      <ul className="flex flex-col gap-3">
        {tips.map(({ word, icon: Icon }) => (
          <li key={word} className="flex items-center gap-3 md:text-base">
            <Icon aria-hidden size={20} className="shrink-0 text-brand-text" />
            {t(`form.tips.${word}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Trouble = ({ trouble }: { trouble: Exclude<StartTrouble, 'down'> }) => {
  const t = useText('kyc')
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={t(`form.${trouble}`)}
      action={trouble === 'birthDate' && <ButtonLink to="/profile/edit">{t('form.openProfile')}</ButtonLink>}
    >
      {t(`form.${trouble}Fix`)}
    </NoteBox>
  )
}

/** FL001 has its own state of the page. Typed values stay below it, and the form's button tries again. */
const Down = () => {
  const t = useText('kyc')
  return (
    <Panel>
      <div role="alert" className="flex flex-col items-start gap-3">
        <Status tone="warn">{t('state.down.pill')}</Status>
        <div>
          <h2 className="text-xl font-semibold text-balance">{t('state.down.title')}</h2>
          <p className="mt-1 text-mute">{t('state.down.body')}</p>
        </div>
        <p className="text-sm text-mute">{t('code', { code: 'FL001' })}</p>
      </div>
    </Panel>
  )
}

const readSchema = async () => (await import('@cardamom/contract/kyc')).KycForm

const useForm = ({ form: { firstName, lastName, country, documentType } }: Kyc) =>
  useContractForm({
    schema: readSchema,
    defaultValues: { firstName, lastName, country: country ?? '', ...(documentType && { documentType }) },
  })

const DocumentChoice = ({ form }: { form: ReturnType<typeof useForm> }) => {
  const t = useText('kyc')
  return (
    <FieldGroup
      label={t('form.documentType')}
      error={form.errorOf('documentType') === undefined ? undefined : t('form.documentMissing')}
    >
      <div className="grid gap-2 md:grid-cols-2">
        {documentTypes.map((type) => (
          <ChoiceCard
            key={type}
            {...form.register('documentType')}
            value={type}
            title={t(`document.${type}`)}
            detail={t(`documentPhotos.${type}`)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

const Fields = ({ form }: { form: ReturnType<typeof useForm> }) => {
  const t = useText('kyc')
  const locale = useLocale()
  const options = useMemo(
    () =>
      countryNames({ codes: countryCodes, locale }).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  )
  return (
    <div className="flex flex-col gap-5">
      <DocumentChoice form={form} />
      <SelectField
        label={t('form.country')}
        placeholder
        options={options}
        autoComplete="country"
        {...form.field('country')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={t('form.firstName')} autoComplete="given-name" {...form.field('firstName')} />
        <TextField
          label={t('form.lastName')}
          hint={t('form.asWritten')}
          autoComplete="family-name"
          {...form.field('lastName')}
        />
      </div>
    </div>
  )
}

const attemptsNote = (t: ReturnType<typeof useText<'kyc'>>, { attempts }: Kyc): string =>
  `${t('attempts.left', { left: String(attempts.left), limit: String(attempts.limit) })} ${t('attempts.note')}`

const StartPanel = ({ kyc, start }: { kyc: Kyc; start: KycStart }) => {
  const t = useText('kyc')
  const { name } = useBranding()
  const form = useForm(kyc)
  const send = form.send((values) => start.start(values))
  const isDown = start.trouble === 'down'
  return (
    <Page>
      <form noValidate onSubmit={send}>
        <PageHeader title={t('form.title')} back="/" />
        {isDown && <Down />}
        <div hidden={isDown} className="flex flex-col gap-5 [[hidden]]:hidden">
          <p className="text-mute">{t('form.lead')}</p>
          {start.trouble !== null && start.trouble !== 'down' && <Trouble trouble={start.trouble} />}
          <Tips />
          <Fields form={form} />
          <p className="flex gap-2.5 text-base text-mute md:text-sm">
            <Lock aria-hidden size={18} className="mt-px shrink-0" />
            {t('form.privacy', { company: name })}
          </p>
        </div>
        <ActionBar note={attemptsNote(t, kyc)}>
          <Button type="submit" variant="primary" busy={start.busy}>
            {t(isDown ? 'actions.tryAgain' : 'form.send')}
          </Button>
          {isDown && <Button onClick={start.forgetTrouble}>{t('actions.backToForm')}</Button>}
        </ActionBar>
      </form>
    </Page>
  )
}

/** Opens a check that was started before; the page then has no form. */
const GoOn = ({ kyc, start }: { kyc: Kyc; start: KycStart }) => {
  const t = useText('kyc')
  const hasStarted = useRef(false)
  const form = filledForm(kyc)
  const startCheck = () => {
    if (form) void start.start(form)
  }
  const first = useEffectEvent(startCheck)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    first()
  }, [])
  if (!form || start.isStopped) return <Navigate to="/kyc/status" />
  if (start.trouble !== 'down') return <LoadingIndicator />
  return (
    <>
      <PageHeader title={t('title')} back="/kyc/status" />
      <Down />
      <ActionBar>
        <Button variant="primary" busy={start.busy} onClick={startCheck}>
          {t('actions.tryAgain')}
        </Button>
      </ActionBar>
    </>
  )
}

/**
 * The form before the photos. A person whose check is open, decided or under review goes to its state
 * instead.
 */
export const KycPage = () => {
  const go = useGo()
  const [{ open }] = useQueryParams()
  const toState = useCallback(() => go('/kyc/status', { replace: true }), [go])
  const start = useKycStart(toState)
  const { createSession: refresh } = useKycRefresh('none')
  const t = useText('kyc')
  const read = useCall(getKyc, {}, { live: ['kyc.'] })
  if (start.frameUrl !== null) {
    return <KycFrame url={start.frameUrl} onSubmitted={refresh} onLeave={toState} />
  }
  return (
    <Loaded
      reads={{ read }}
      waiting={<LoadingIndicator />}
      failed={({ note }) => (
        <>
          <PageHeader title={t('form.title')} back="/" />
          {note(t('failed'))}
        </>
      )}
    >
      {({ read: kyc }) => {
        const isForm = kyc.nextAction === 'start' || kyc.nextAction === 'try_again'
        if (open !== undefined && (kyc.nextAction === 'continue' || kyc.nextAction === 'retake')) {
          return <GoOn kyc={kyc} start={start} />
        }
        // While the browser leaves for the provider, the check is already open and the form stays.
        return isForm || start.busy ? <StartPanel kyc={kyc} start={start} /> : <Navigate to="/kyc/status" />
      }}
    </Loaded>
  )
}
