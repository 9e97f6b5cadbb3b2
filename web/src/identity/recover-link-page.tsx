import { checkRecovery, completeRecovery, renewRecovery } from '@cardamom/contract/identity'
import { KeyRound, Link2Off, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { call, isRefusal } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { logOut, useSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { LoginButton } from './login-button.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'
import { OldLink } from './old-link.tsx'
import { UncheckedLink } from '../ui/unchecked-link.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { PasswordPair } from './password-pair.tsx'

preloadText('registration')
preloadText('refusals')
preloadText('person')
preloadText('fields')

const Done = ({ email }: { email: string }) => {
  const t = useText('recovery')
  const word = useText('shell')
  const { user } = useSession()
  return (
    <Outcome
      icon={KeyRound}
      tone="good"
      title={t('link.doneTitle')}
      actions={
        user === null ? (
          <LoginButton email={email} variant="primary" />
        ) : (
          <Button variant="primary" fullWidth onClick={() => void logOut()}>
            {word('nav.logIn')}
          </Button>
        )
      }
    >
      <p>{t('link.doneBody')}</p>
    </Outcome>
  )
}

type Values = { password: string; confirmation: string }

const readSchema = async () => (await import('@cardamom/contract/identity')).completeRecovery.input

const Choosing = ({
  token,
  hint,
  onDone,
  onExpired,
}: {
  token: string
  hint: string
  onDone: (email: string) => void
  onExpired: () => void
}) => {
  const t = useText('recovery')
  const form = useContractForm<Values>({
    schema: readSchema,
    defaultValues: { password: '', confirmation: '' },
  })
  const save = async (input: Values) => {
    try {
      const { email } = await call(completeRecovery, { params: { token }, input, errors: 'fields' })
      onDone(email)
    } catch (error) {
      if (isRefusal(error, 'link_expired')) onExpired()
      throw error
    }
  }
  return (
    <div className="mx-auto flex w-full max-w-100 flex-col gap-6">
      <div>
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="mt-1 text-mute wrap-anywhere">{t('link.lead', { hint })}</p>
      </div>
      <form noValidate onSubmit={form.send(save)} className="flex flex-col gap-5">
        <PasswordPair
          form={form}
          labels={{ password: t('link.password'), confirmation: t('link.confirmation') }}
        />
        <Button type="submit" variant="primary" fullWidth busy={form.formState.isSubmitting}>
          {t('link.submit')}
        </Button>
      </form>
    </div>
  )
}

/**
 * The link is expired or used: one press sends a new one to the same address, which is shown only in part.
 */
const Expired = ({ token }: { token: string }) => {
  const t = useText('recovery')
  const refused = useText('refusals')
  const renew = useAction(renewRecovery, { errors: 'none' })
  if (renew.data) {
    return (
      <Outcome
        icon={MailCheck}
        tone="good"
        title={t('link.renewedTitle')}
        actions={<MailboxButton email={null} />}
      >
        <p>{t('link.renewedBody', { hint: renew.data.hint })}</p>
      </Outcome>
    )
  }
  if (isRefusal(renew.error, 'link_expired')) {
    return (
      <Outcome
        icon={Link2Off}
        tone="warn"
        title={refused('link_expired')}
        actions={
          <ButtonLink to="/recover" variant="primary" fullWidth>
            {t('link.requestAnew')}
          </ButtonLink>
        }
      >
        <p>{t('link.goneBody')}</p>
      </Outcome>
    )
  }
  return (
    <OldLink
      body={t('link.expiredBody')}
      renewLabel={t('link.renew')}
      renew={() => renew.mutate({ params: { token } })}
      isRenewing={renew.isPending}
      error={renew.error}
    />
  )
}

/** The link of a recovery mail: a new password with its repetition, or a new link by one press. */
export const RecoverLinkPage = () => {
  const t = useText('recovery')
  const token = usePathParam('token')
  const check = useCall(checkRecovery, { params: { token }, errors: 'none' }, { staleMs: Infinity })
  const [savedFor, setSavedFor] = useState<string | null>(null)
  const [isDead, setDead] = useState(false)
  useTitle(t('title'))
  if (savedFor !== null) return <Done email={savedFor} />
  if (isDead) return <Expired token={token} />
  return (
    <Loaded
      reads={{ check }}
      waiting={<LoadingIndicator label={t('link.checking')} />}
      failed={({ error, again }) =>
        error.code === 'link_expired' ? (
          <Expired token={token} />
        ) : (
          <UncheckedLink error={error} again={again} />
        )
      }
    >
      {({ check: { hint } }) => (
        <Choosing token={token} hint={hint} onDone={setSavedFor} onExpired={() => setDead(true)} />
      )}
    </Loaded>
  )
}
