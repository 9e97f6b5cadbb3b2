import { getMe, renewEmailVerification, type confirmEmail } from '@cardamom/contract/identity'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Link2Off, MailCheck, MailQuestion, MailX } from 'lucide-react'
import { useEffect } from 'react'
import { isRefusal, type ApiError } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { refreshSession, useSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { UncheckedLink } from '../ui/unchecked-link.tsx'
import { LoginButton } from './login-button.tsx'
import { OldLink } from './old-link.tsx'

export type Confirmation = WireOf<typeof confirmEmail>

/** People who are signed in already continue at once. */
const useStraightOn = (confirmed: Confirmation) => {
  const t = useText('registration')
  const go = useGo()
  const isIn = useSession().state === 'signed-in'
  const { email, purpose } = confirmed
  useEffect(() => {
    if (!isIn || purpose === 'email_change_waits') return
    const isChange = purpose === 'email_change'
    toastSuccess(isChange ? t('confirm.changedHere', { email }) : t('confirm.doneHere'))
    refreshSession().catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: [getMe.path] })
    go('/', { replace: true })
  }, [isIn, purpose, email, go, t])
  return isIn && purpose !== 'email_change_waits'
}

const Waits = () => {
  const t = useText('registration')
  return (
    <Outcome
      icon={MailQuestion}
      tone="warn"
      title={t('confirm.waitsTitle')}
      actions={<MailboxButton email={null} />}
    >
      <p>{t('confirm.waitsBody')}</p>
    </Outcome>
  )
}

/** The address is confirmed; a change of e-mail may wait for the other address. */
export const ConfirmedEmail = ({ confirmed }: { confirmed: Confirmation }) => {
  const t = useText('registration')
  const { email, purpose } = confirmed
  if (useStraightOn(confirmed)) return <LoadingIndicator />
  if (purpose === 'email_change_waits') return <Waits />
  const isChange = purpose === 'email_change'
  return (
    <Outcome
      icon={MailCheck}
      tone="good"
      title={isChange ? t('confirm.changedTitle') : t('confirm.doneTitle')}
      actions={<LoginButton email={email} variant="primary" />}
    >
      <p>{isChange ? t('confirm.changedBody', { email }) : t('confirm.doneBody', { email })}</p>
    </Outcome>
  )
}

const Renewed = ({ hint }: { hint: string }) => {
  const t = useText('registration')
  return (
    <Outcome
      icon={MailCheck}
      tone="good"
      title={t('confirm.renewedTitle')}
      actions={
        <>
          <MailboxButton email={null} />
          <LoginButton />
        </>
      }
    >
      <p>{t('confirm.renewedBody', { hint })}</p>
    </Outcome>
  )
}

/** The link is expired or used: one press sends a new one, unless nothing is left to confirm. */
const Expired = ({ token }: { token: string }) => {
  const t = useText('registration')
  const renew = useAction(renewEmailVerification, { errors: 'none' })
  if (renew.data) return <Renewed hint={renew.data.hint} />
  if (isRefusal(renew.error, 'link_expired')) {
    return (
      <Outcome icon={Link2Off} tone="warn" title={t('confirm.usedTitle')} actions={<LoginButton />}>
        <p>{t('confirm.usedBody')}</p>
      </Outcome>
    )
  }
  return (
    <OldLink
      body={t('confirm.expiredBody')}
      renewLabel={t('confirm.renew')}
      renew={() => renew.mutate({ params: { token } })}
      isRenewing={renew.isPending}
      error={renew.error}
    />
  )
}

/** Why a link confirmed nothing, with the next step. */
export const RefusedEmailLink = ({
  error,
  token,
  again,
}: {
  error: ApiError
  token: string
  again: () => void
}) => {
  const t = useText('registration')
  const refused = useText('refusals')
  if (error.code === 'link_expired') return <Expired token={token} />
  if (error.code === 'email_taken') {
    return (
      <Outcome icon={MailX} tone="warn" title={refused('email_taken')} actions={<LoginButton />}>
        <p>{t('confirm.inUseBody')}</p>
      </Outcome>
    )
  }
  return <UncheckedLink error={error} again={again} />
}
