import { getMe } from '@cardamom/contract/identity'
import { changeEmail } from '@cardamom/contract/identity/email-changes'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { useId, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { EmailField } from '../ui/text-field.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'

type Change = SentInputOf<typeof changeEmail>

const readSchema = async () => (await import('@cardamom/contract/identity/email-changes')).changeEmail.input

type ChangeRefusal = { readonly code: string; readonly email: string } | null

/** The message of a refusal, and what to do next. */
const Explained = ({ fact, children }: { fact: string; children: string }) => (
  <>
    <b className="font-semibold">{fact}.</b> {children}
  </>
)

const Fields = ({ form, refused }: { form: ContractForm<Change>; refused: ChangeRefusal }) => {
  const t = useText('profile')
  const refusal = useText('refusals')
  const email = form.field('email')
  const password = form.field('password')
  const isInUse = refused?.code === 'email_taken' && refused.email === form.watch('email')
  const isWrong = refused?.code === 'wrong_credentials' && password.error !== undefined
  return (
    <>
      <EmailField
        label={t('email.email')}
        {...email}
        error={
          isInUse ? <Explained fact={refusal('email_taken')}>{t('email.inUse')}</Explained> : email.error
        }
      />
      <PasswordField
        label={t('email.password')}
        autoComplete="current-password"
        {...password}
        error={
          isWrong ? (
            <Explained fact={refusal('wrong_credentials')}>{t('email.help')}</Explained>
          ) : (
            password.error
          )
        }
      />
      <NoteBox tone="neutral">{t('email.how')}</NoteBox>
    </>
  )
}

const SentBody = ({ email, old }: { email: string; old: string }) => {
  const t = useText('profile')
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-mute wrap-anywhere">{t('email.sentBody', { email, old })}</p>
      <MailboxButton email={email} />
    </div>
  )
}

/** Requests another e-mail, with the password; it changes once the links to both addresses are opened. */
export const EmailChangeDialog = ({
  email,
  open,
  onClose,
}: {
  /** The present address. */
  email: string
  open: boolean
  onClose: () => void
}) => {
  const t = useText('profile')
  const id = useId()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [refused, setRefused] = useState<ChangeRefusal>(null)
  const form = useContractForm<Change>({
    schema: readSchema,
    defaultValues: { email: '', password: '' },
  })
  const close = () => {
    onClose()
    setSentTo(null)
    setRefused(null)
    form.reset()
  }
  const request = async (change: Change) => {
    try {
      const { email: sent } = await call(changeEmail, { input: change, errors: 'fields' })
      setSentTo(sent)
    } catch (error) {
      if (error instanceof ApiError) setRefused({ code: error.code, email: change.email })
      throw error
    }
    form.reset()
    await queryClient.invalidateQueries({ queryKey: [getMe.path] })
  }
  const isBusy = form.formState.isSubmitting
  if (sentTo !== null) {
    return (
      <Dialog
        open={open}
        onClose={close}
        size="small"
        title={t('email.sentTitle')}
        actions={
          <Button variant="primary" onClick={close}>
            {t('email.close')}
          </Button>
        }
      >
        <SentBody email={sentTo} old={email} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      busy={isBusy}
      title={t('email.title')}
      lead={t('email.lead', { email })}
      cancel={t('email.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isBusy}>
          {t('email.submit')}
        </Button>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          // The dialog may have been opened from within another form.
          event.stopPropagation()
          form.send(request)(event)
        }}
        className="flex flex-col gap-5"
      >
        <Fields form={form} refused={refused} />
      </form>
    </Dialog>
  )
}
