import { createOtpSession, createSession } from '@cardamom/contract/access/login'
import { FingerprintPattern } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { part } from '../kernel/deferred.tsx'
import { Link } from '../kernel/link.tsx'
import { whenIdle } from '../kernel/idle.ts'
import { useLinkState } from '../kernel/router.tsx'
import { openSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { Button, ButtonLink, TextButton, textButtonClass } from '../ui/button.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DemoPicker } from './demo-picker.tsx'
import { areAccountsHidden, isPaused, LoginRefusal } from './login-refusal.tsx'
import { usePasskeyLogin } from './passkey-login.ts'
import { goToNewPassword, type PendingLogin, readSavedLogin, remembersCodeLogin } from './pending-login.ts'

/**
 * Fetches what the next press may need while the person types: the rules, the texts of refusals, the second
 * step.
 */
const readSchema = async () => (await import('@cardamom/contract/access/login')).createSession.input
const readSecondFactor = () => import('./second-factor.tsx')
const fetchNext = () => {
  for (const namespace of ['refusals', 'stepUp'] as const) preloadText(namespace)
  for (const read of [readSchema, readSecondFactor]) read().catch(() => undefined)
}

const SecondFactor = part(readSecondFactor, 'SecondFactor', { fallback: <LoadingIndicator /> })

type Credentials = { login: string; password: string }

/** Passes the typed address on, so that the person does not type it again. */
const mailState = (login: string) => (login.includes('@') ? { login } : {})

const Fields = ({ form }: { form: ContractForm<Credentials> }) => {
  const t = useText('login')
  const login = form.watch('login')
  return (
    <>
      <TextField
        label={t('login')}
        // Browsers offer passkeys in a field whose `autocomplete` ends with this word.
        autoComplete="username webauthn"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        {...form.field('login')}
      />
      <PasswordField
        label={t('password')}
        aside={
          <Link to="/recover" state={mailState(login)} className={textButtonClass()}>
            {t('forgot')}
          </Link>
        }
        autoComplete="current-password"
        {...form.field('password')}
      />
    </>
  )
}

const NewHere = () => {
  const t = useText('login')
  const { name, open } = useBranding()
  if (!open) return <NoteBox tone="neutral">{t('closed', { company: name })}</NoteBox>
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <p className="text-center text-mute">{t('or')}</p>
      <ButtonLink to="/register" fullWidth>
        {t('register')}
      </ButtonLink>
    </div>
  )
}

/**
 * Creates a session, or starts the second factor. A refusal is stored, so that it can be explained at its
 * field.
 */
const useLogin = (form: ContractForm<Credentials>) => {
  const [refused, setRefused] = useState<{ login: string; refusal: ApiError } | null>(null)
  const [pending, setPending] = useState<PendingLogin | null>(null)
  const attempt = async (login: string, call: () => Promise<PendingLogin | null>) => {
    try {
      setPending(await call())
      setRefused(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused({ login, refusal: error })
      if (error.code === 'wrong_credentials') form.setFocus('password', { shouldSelect: true })
    }
  }
  const logIn = (input: Credentials) =>
    attempt(input.login, async () => {
      const { token, factor, newPasswordToken } = await call(createSession, { input, errors: 'none' })
      if (token !== null) await openSession(token)
      if (newPasswordToken !== null) goToNewPassword(newPasswordToken)
      return factor
    })
  const sendCode = (login: string) =>
    attempt(login, () => call(createOtpSession, { input: { login }, errors: 'none' }))
  const forget = useCallback(() => setRefused(null), [])
  // A pause is for one account: a different name may try at once.
  const isOther = isPaused(refused?.refusal ?? null) && form.watch('login') !== refused?.login
  const refusal = isOther ? null : (refused?.refusal ?? null)
  return { refusal, pending, logIn, sendCode, forget, goTo: setPending }
}

/** Login methods without typing a password. */
const OtherWays = ({
  form,
  offersCode,
  sendCode,
}: {
  form: ContractForm<Credentials>
  /** The code login may work: this browser's user has used it before, or the password was wrong. */
  offersCode: boolean
  sendCode: (login: string) => Promise<void>
}) => {
  const t = useText('login')
  const { isSupported, isBusy, problem, press } = usePasskeyLogin()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    const login = form.getValues('login').trim()
    if (login === '') {
      await form.showRefusals({ login: [t('otpNeedsLogin')] })
      return
    }
    setSending(true)
    await sendCode(login)
    setSending(false)
  }
  return (
    <div className="flex flex-col gap-3">
      {problem !== null && (
        <NoteBox tone="bad" role="alert">
          {problem}
        </NoteBox>
      )}
      {isSupported && (
        <Button icon={FingerprintPattern} fullWidth busy={isBusy} onClick={() => void press()}>
          {t('passkey')}
        </Button>
      )}
      {offersCode && (
        <div className="flex justify-center pt-1">
          <TextButton disabled={isSending} onClick={() => void send()}>
            {t('otp')}
          </TextButton>
        </div>
      )}
    </div>
  )
}

const Typed = ({ form, login }: { form: ContractForm<Credentials>; login: ReturnType<typeof useLogin> }) => {
  const t = useText('login')
  const { name } = useBranding()
  const { refusal, logIn, sendCode, forget } = login
  useTitle(t('title'))
  const isHidden = refusal !== null && areAccountsHidden(refusal)
  const offersCode = !isHidden && (remembersCodeLogin() || refusal?.code === 'wrong_credentials')
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-xl font-semibold">{t('heading', { company: name })}</h1>
      {refusal !== null && <LoginRefusal key={refusal.requestId} refusal={refusal} onOver={forget} />}
      <form noValidate onSubmit={form.send(logIn)} className="flex flex-col gap-5">
        <Fields form={form} />
        <Button
          type="submit"
          variant="primary"
          fullWidth
          busy={form.formState.isSubmitting}
          disabled={isPaused(refusal)}
        >
          {t('submit')}
        </Button>
      </form>
      <OtherWays form={form} offersCode={offersCode} sendCode={sendCode} />
      <NewHere />
      <div className="flex justify-center">
        <Link to="/freeze" state={mailState(form.watch('login'))} className={textButtonClass()}>
          {t('freeze')}
        </Link>
      </div>
      <DemoPicker
        onPick={(person) => {
          form.reset(person)
          return logIn(person)
        }}
      />
    </div>
  )
}

/** Log in by e-mail or username and password, or by a passkey, on the host of any company (product §2). */
export const LoginPage = () => {
  const known = useLinkState().login ?? ''
  const form = useContractForm<Credentials>({
    schema: readSchema,
    defaultValues: { login: known, password: '' },
    confirmsLeaving: false,
  })
  const login = useLogin(form)
  const [returned, setReturned] = useState(readSavedLogin)
  useEffect(() => whenIdle(fetchNext), [])
  const pending = returned?.pending ?? login.pending
  if (pending !== null) {
    const goTo = (next: PendingLogin | null) => {
      setReturned(null)
      login.goTo(next)
    }
    return (
      <SecondFactor
        key={pending.loginId}
        pending={pending}
        returned={returned}
        onNext={goTo}
        onBack={() => goTo(null)}
      />
    )
  }
  return <Typed form={form} login={login} />
}
