import { confirmEmail } from '@cardamom/contract/identity'
import { checkEmailChange, declineEmailChange } from '@cardamom/contract/identity/email-changes'
import { MailQuestion, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { isRefusal, type ApiError } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { ConfirmedEmail, RefusedEmailLink, type Confirmation } from './confirmed-email.tsx'

preloadText('refusals')

type Decision =
  | { readonly kind: 'confirmed'; readonly confirmed: Confirmation }
  | { readonly kind: 'declined' }

const Declined = () => {
  const t = useText('registration')
  return (
    <Outcome
      icon={ShieldCheck}
      tone="good"
      title={t('confirm.change.declinedTitle')}
      actions={
        <ButtonLink to="/recover" variant="primary" fullWidth>
          {t('confirm.change.newPassword')}
        </ButtonLink>
      }
    >
      <p>{t('confirm.change.declinedBody')}</p>
    </Outcome>
  )
}

const Deciding = ({
  token,
  fromEmail,
  toEmail,
  onDecided,
  onDead,
}: {
  token: string
  fromEmail: string
  toEmail: string
  onDecided: (decision: Decision) => void
  onDead: (error: ApiError) => void
}) => {
  const t = useText('registration')
  const confirm = useAction(confirmEmail, {
    errors: 'none',
    onDone: (confirmed) => onDecided({ kind: 'confirmed', confirmed }),
  })
  const decline = useAction(declineEmailChange, {
    errors: 'none',
    onDone: () => onDecided({ kind: 'declined' }),
  })
  const isBusy = confirm.isPending || decline.isPending
  const whenDead = (error: ApiError) => {
    if (isRefusal(error, 'link_expired') || isRefusal(error, 'email_taken')) onDead(error)
  }
  const failed = confirm.error ?? decline.error
  return (
    <Outcome
      icon={MailQuestion}
      title={t('confirm.change.title')}
      actions={
        <>
          <Button
            variant="primary"
            fullWidth
            busy={confirm.isPending}
            disabled={isBusy}
            onClick={() => confirm.mutate({ params: { token } }, { onError: whenDead })}
          >
            {t('confirm.change.confirm')}
          </Button>
          <Button
            variant="danger"
            fullWidth
            busy={decline.isPending}
            disabled={isBusy}
            onClick={() => decline.mutate({ params: { token } }, { onError: whenDead })}
          >
            {t('confirm.change.decline')}
          </Button>
        </>
      }
    >
      <p>{t('confirm.change.lead', { from: fromEmail, to: toEmail })}</p>
      {failed && (
        <p role="alert" className="text-bad">
          {sentenceOf(failed)}
        </p>
      )}
    </Outcome>
  )
}

/** The link to the old address of a change of e-mail: confirms the change, or stops it. */
export const EmailChangePage = () => {
  const t = useText('registration')
  const token = usePathParam('token')
  const check = useCall(checkEmailChange, { params: { token }, errors: 'none' }, { staleMs: Infinity })
  const [decision, setDecision] = useState<Decision | null>(null)
  const [dead, setDead] = useState<ApiError | null>(null)
  useTitle(t('confirm.change.title'))
  if (decision?.kind === 'declined') return <Declined />
  if (decision !== null) return <ConfirmedEmail confirmed={decision.confirmed} />
  const again = () => void check.refetch().then(() => setDead(null))
  if (dead !== null) return <RefusedEmailLink error={dead} token={token} again={again} />
  return (
    <Loaded
      reads={{ check }}
      waiting={<LoadingIndicator label={t('confirm.change.checking')} />}
      failed={({ error, again: retry }) => <RefusedEmailLink error={error} token={token} again={retry} />}
    >
      {({ check: change }) => <Deciding token={token} {...change} onDecided={setDecision} onDead={setDead} />}
    </Loaded>
  )
}
