import { confirmByPassword } from '@cardamom/contract/access'
import { useId, useState, type FormEvent } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import type { StepUpAsked } from './step-up-asked.ts'

/** Acts that have words of their own; of the others the facts are shown as the server names them. */
const named = { 'POST /cards/:id/reveal': 'reveal' } as const
const nameOf = (action: string) => named[action as keyof typeof named] ?? null

/** Asks for a grant by the password; a refusal becomes a sentence at the field. */
const useConfirm = ({ request, answer }: StepUpAsked) => {
  const t = useText('stepUp')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { level, action, objectHash } = request
      const input = { password, level, action, objectHash }
      const { grant } = await call(confirmByPassword, { input, errors: 'quiet' })
      answer(grant)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.code === 'wrong_credentials' ? t('wrong') : error.message || t('failed'))
      setBusy(false)
    }
  }
  return {
    password,
    problem,
    isBusy,
    type: (typed: string) => {
      setPassword(typed)
      setProblem(null)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (password === '') setProblem(t('missing'))
      else void confirm()
    },
  }
}

/** What is signed: the facts of the act as the server names them. */
const Facts = ({ show }: { show: Readonly<Record<string, string>> }) => (
  <KvRows>
    {Object.entries(show).map(([fact, value]) => (
      <KvRow key={fact} name={fact}>
        {value}
      </KvRow>
    ))}
  </KvRows>
)

/**
 * Confirms one act by the password (api, step-up): what is confirmed, and the password. Giving up answers null,
 * and the call that asked says nothing.
 */
export const StepUpDialog = ({ asked }: { asked: StepUpAsked }) => {
  const t = useText('stepUp')
  const formId = useId()
  const { password, problem, isBusy, type, submit } = useConfirm(asked)
  const { action, show } = asked.request
  const name = nameOf(action)
  return (
    <Dialog
      open
      size="small"
      busy={isBusy}
      onClose={() => asked.answer(null)}
      title={name === null ? t('title') : t(`${name}.title`)}
      lead={name === null ? t('lead') : t(`${name}.lead`)}
      actions={
        <>
          <Button onClick={() => asked.answer(null)}>{t('giveUp')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {name === null ? t('confirm') : t(`${name}.confirm`)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {name === null && Object.keys(show).length > 0 && <Facts show={show} />}
        <PasswordField
          label={t('password')}
          hint={t('once')}
          error={problem}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => type(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
