import { useState, type FormEvent } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refusalOf, useCeremonyText } from './ceremony-text.ts'
import { CodeForm } from './code-form.tsx'
import type { StepProps } from './proof-task.ts'
import { stepUpClient } from './provider.ts'

/** The six digits of an authenticator app. */
export const TotpStep = ({ task, handIn }: StepProps) => {
  const t = useText('stepUp')
  const ceremonyText = useCeremonyText()
  const check = async (code: string) => {
    const client = await stepUpClient()
    client.setToken(task.token ?? '')
    const answer = await client.totp.verify({ code })
    if (answer.error !== undefined) return ceremonyText(answer)
    const { isVerified, token, failureReason } = answer.data
    if (isVerified && token !== undefined) return handIn({ kind: 'token', token })
    return ceremonyText({ errorCode: refusalOf(failureReason, true) })
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t('totp.lead')}</p>
      <CodeForm label={t('totp.label')} check={check} />
    </div>
  )
}

/** One line to type and a button: what the password and the recovery code have in common. */
const useTyped = (send: (typed: string) => Promise<string | null>, missing: string) => {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (typed.trim() === '') {
      setProblem(missing)
      return
    }
    setBusy(true)
    setProblem(await send(typed))
    setBusy(false)
  }
  return {
    typed,
    problem,
    isBusy,
    type: (text: string) => {
      setTyped(text)
      setProblem(null)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
  }
}

export const PasswordStep = ({ handIn }: StepProps) => {
  const t = useText('stepUp')
  const { typed, problem, isBusy, type, onSubmit } = useTyped(
    (password) => handIn({ kind: 'password', password }),
    t('password.missing'),
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        label={t('password.label')}
        hint={t('password.once')}
        error={problem}
        autoComplete="current-password"
        autoFocus
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {t('password.go')}
      </Button>
    </form>
  )
}

export const RecoveryCodeStep = ({ handIn }: StepProps) => {
  const t = useText('stepUp')
  const { typed, problem, isBusy, type, onSubmit } = useTyped(
    (code) => handIn({ kind: 'recovery_code', code }),
    t('recoveryCode.lead'),
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={t('recoveryCode.label')}
        hint={t('recoveryCode.lead')}
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {t('recoveryCode.go')}
      </Button>
    </form>
  )
}
