import { createSession } from '@cardamom/contract/login'
import { useCallback, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useFace } from '../kernel/face.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useLinkState } from '../kernel/router.tsx'
import { beginSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { Button, ButtonLink, textButtonClass } from '../ui/button.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DemoPicker } from './demo-picker.tsx'
import { isPaused, LoginRefusal } from './login-refusal.tsx'

// The words of a refusal are there before somebody mistypes.
preloadText('refusals')

type Credentials = { login: string; password: string }

const Fields = ({ form }: { form: ContractForm<Credentials> }) => {
  const t = useText('login')
  const login = form.watch('login')
  return (
    <>
      <TextField
        label={t('login')}
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        {...form.field('login')}
      />
      <PasswordField
        label={t('password')}
        aside={
          <Link to="/recover" state={login.includes('@') ? { login } : {}} className={textButtonClass()}>
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
  const { name, open } = useFace()
  if (!open) return <NoteBox tone="neutral">{t('closed', { company: name })}</NoteBox>
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <p className="text-center text-mute">{t('or')}</p>
      <ButtonLink to="/register" wide>
        {t('register')}
      </ButtonLink>
    </div>
  )
}

/** Asks for a session; a refusal is kept to be explained at its place. */
const useLogin = (form: ContractForm<Credentials>) => {
  const [refused, setRefused] = useState<{ login: string; refusal: ApiError } | null>(null)
  const logIn = async (input: Credentials) => {
    try {
      const { token } = await call(createSession, { input, errors: 'quiet' })
      setRefused(null)
      if (token !== null) await beginSession(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused({ login: input.login, refusal: error })
      if (error.code === 'wrong_credentials') form.setFocus('password', { shouldSelect: true })
    }
  }
  const forget = useCallback(() => setRefused(null), [])
  // A pause counts for one account: whoever writes another name may try.
  const isOther = isPaused(refused?.refusal ?? null) && form.watch('login') !== refused?.login
  return { refusal: isOther ? null : (refused?.refusal ?? null), logIn, forget }
}

/** Log in by e-mail or username and password, on the host of any company (spec §2). */
export const LoginPage = () => {
  const t = useText('login')
  const { name } = useFace()
  const login = useLinkState().login ?? ''
  const form = useContractForm<Credentials>({
    schema: createSession.input,
    defaultValues: { login, password: '' },
  })
  const { refusal, logIn, forget } = useLogin(form)
  useTitle(t('title'))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-xl font-semibold">{t('heading', { company: name })}</h1>
      {refusal !== null && <LoginRefusal key={refusal.requestId} refusal={refusal} onOver={forget} />}
      <form noValidate onSubmit={form.send(logIn)} className="flex flex-col gap-5">
        <Fields form={form} />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={form.formState.isSubmitting}
          disabled={isPaused(refusal)}
        >
          {t('submit')}
        </Button>
      </form>
      <NewHere />
      <DemoPicker
        onPick={(person) => {
          form.reset(person)
          return logIn(person)
        }}
      />
    </div>
  )
}
