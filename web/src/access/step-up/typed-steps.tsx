import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { useContractForm } from '../../ui/form.tsx'
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

type OneField = {
  readonly missing: string
  /** Resolves to a sentence when the typed text is not accepted. */
  readonly send: (typed: string) => Promise<string | null>
}

/** One field and a button, shared by the password and the recovery code. */
const useOneField = (name: 'password' | 'code', { missing, send }: OneField) => {
  const form = useContractForm<{ password?: string; code?: string }>({ defaultValues: { [name]: '' } })
  const onSubmit = form.send(async ({ [name]: typed = '' }) => {
    const problem = typed.trim() === '' ? missing : await send(typed)
    if (problem !== null) await form.showRefusals({ [name]: [problem] })
  })
  return { field: form.field(name), isBusy: form.formState.isSubmitting, onSubmit }
}

export const PasswordStep = ({ handIn }: StepProps) => {
  const t = useText('stepUp')
  const { field, isBusy, onSubmit } = useOneField('password', {
    missing: t('password.missing'),
    send: (password) => handIn({ kind: 'password', password }),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        label={t('password.label')}
        hint={t('password.once')}
        autoComplete="current-password"
        autoFocus
        {...field}
      />
      <Button type="submit" variant="primary" fullWidth busy={isBusy}>
        {t('password.go')}
      </Button>
    </form>
  )
}

export const RecoveryCodeStep = ({ handIn }: StepProps) => {
  const t = useText('stepUp')
  const { field, isBusy, onSubmit } = useOneField('code', {
    missing: t('recoveryCode.lead'),
    send: (code) => handIn({ kind: 'recovery_code', code }),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={t('recoveryCode.label')}
        hint={t('recoveryCode.lead')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        {...field}
      />
      <Button type="submit" variant="primary" fullWidth busy={isBusy}>
        {t('recoveryCode.go')}
      </Button>
    </form>
  )
}
