import { confirmEmail, getMe, renewEmailVerification } from '@cardamom/contract/identity'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Link2Off, MailCheck, MailX } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call, isRefusal } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { useGo, usePathParam } from '../kernel/router.tsx'
import { refreshSession, useSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { LoginButton } from './login-button.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'
import { OldLink } from './old-link.tsx'
import { UncheckedLink } from '../ui/unchecked-link.tsx'
import { Outcome } from '../ui/outcome.tsx'

preloadText('refusals')

type ConfirmedEmail = WireOf<typeof confirmEmail>
type Answer = { readonly confirmed: ConfirmedEmail } | { readonly refused: ApiError }

/**
 * One request for each link, however often the page renders: a second request would answer that the link is
 * used.
 */
const requests = new Map<string, Promise<Answer>>()

/** The link that this tab has used, so that a reload shows the same result again. */
const usedKey = 'cardamom-used-link'

const readUsed = (token: string): ConfirmedEmail | null => {
  const [used, purpose, email] = (sessionStorage.getItem(usedKey) ?? '').split(' ')
  if (used !== token || email === undefined) return null
  return { email, purpose: purpose === 'email_change' ? 'email_change' : 'registration' }
}

const verify = async (token: string): Promise<Answer> => {
  const used = readUsed(token)
  if (used !== null) return { confirmed: used }
  try {
    const confirmed = await call(confirmEmail, { params: { token }, errors: 'none' })
    sessionStorage.setItem(usedKey, `${token} ${confirmed.purpose} ${confirmed.email}`)
    return { confirmed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    requests.delete(token)
    return { refused: error }
  }
}

const requestOnce = (token: string): Promise<Answer> => {
  const known = requests.get(token) ?? verify(token)
  requests.set(token, known)
  return known
}

const useConfirmation = (token: string) => {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    const saveAnswer = (next: Answer) => {
      if (!isGone) setAnswer(next)
    }
    void requestOnce(token).then(saveAnswer)
    return () => {
      isGone = true
    }
  }, [token, tries])
  const again = useCallback(() => {
    setAnswer(null)
    setTries((count) => count + 1)
  }, [])
  return { answer, again }
}

/** People who are signed in already continue at once. */
const useStraightOn = (confirmed: ConfirmedEmail) => {
  const t = useText('registration')
  const go = useGo()
  const isIn = useSession().state === 'signed-in'
  const { email, purpose } = confirmed
  useEffect(() => {
    if (!isIn) return
    const isChange = purpose === 'email_change'
    toastSuccess(isChange ? t('confirm.changedHere', { email }) : t('confirm.doneHere'))
    refreshSession().catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: [getMe.path] })
    go('/', { replace: true })
  }, [isIn, purpose, email, go, t])
  return isIn
}

const Done = ({ confirmed }: { confirmed: ConfirmedEmail }) => {
  const t = useText('registration')
  const { email, purpose } = confirmed
  if (useStraightOn(confirmed)) return <LoadingIndicator />
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

const Refused = ({ error, token, again }: { error: ApiError; token: string; again: () => void }) => {
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

/** The link of a mail: confirms the e-mail of a new account, or a changed e-mail. */
export const VerifyEmailPage = () => {
  const t = useText('registration')
  const token = usePathParam('token')
  const { answer, again } = useConfirmation(token)
  useTitle(t('confirm.title'))
  if (answer === null) return <LoadingIndicator label={t('confirm.waiting')} />
  return 'confirmed' in answer ? (
    <Done confirmed={answer.confirmed} />
  ) : (
    <Refused error={answer.refused} token={token} again={again} />
  )
}
