import { acceptSellerInvitation, openSellerInvitation } from '@cardamom/contract/sellers/seller-invitations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { BadgeCheck, Link2Off, Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useRealDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { LoginHere } from '../shell/login-here.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { UncheckedLink } from '../ui/unchecked-link.tsx'

preloadText('sellerInvitations')

type Invitation = WireOf<typeof openSellerInvitation>

/** Reads what the link is about. Nothing is accepted by it. */
const useOpened = (token: string) => {
  const [found, setFound] = useState<Invitation | ApiError | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    setFound(null)
    call(openSellerInvitation, { input: { token }, errors: 'none' }).then(
      (answer) => !isGone && setFound(answer),
      (failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        if (!isGone) setFound(failure)
      },
    )
    return () => {
      isGone = true
    }
  }, [token, tries])
  return { found, again: () => setTries(tries + 1) }
}

const Home = () => {
  const t = useText('sellerInvitations')
  return (
    <ButtonLink to="/" variant="primary" fullWidth>
      {t('page.home')}
    </ButtonLink>
  )
}

const Missing = () => {
  const t = useText('sellerInvitations')
  return (
    <Outcome icon={Link2Off} tone="warn" title={t('page.missing')} actions={<Home />}>
      <p>{t('page.missingBody')}</p>
    </Outcome>
  )
}

const Open = ({ opened, token }: { opened: Invitation; token: string }) => {
  const t = useText('sellerInvitations')
  const date = useRealDates()
  const { state } = useSession()
  const [logsIn, setLogsIn] = useState(false)
  const { sellerName: seller, companyName: company, emailHint: email, expiresAt } = opened
  const accept = useAction(acceptSellerInvitation)
  if (accept.data)
    return (
      <Outcome
        icon={BadgeCheck}
        tone="good"
        title={t('page.done', { seller })}
        actions={
          <ButtonLink to="/login" variant="primary" fullWidth>
            {t('page.logIn')}
          </ButtonLink>
        }
      >
        <p>{t('page.doneBody', { code: accept.data.code })}</p>
      </Outcome>
    )
  const isSignedIn = state === 'signed-in'
  if (logsIn && !isSignedIn) return <LoginHere becauseOfLink />
  return (
    <Outcome
      icon={Store}
      title={t('page.title', { company })}
      actions={
        isSignedIn ? (
          <Button
            variant="primary"
            fullWidth
            busy={accept.isPending}
            onClick={() => accept.mutate({ input: { token } })}
          >
            {t('page.accept')}
          </Button>
        ) : (
          <>
            <Button variant="primary" fullWidth onClick={() => setLogsIn(true)}>
              {t('page.logIn')}
            </Button>
            <ButtonLink to="/register" fullWidth>
              {t('page.register')}
            </ButtonLink>
          </>
        )
      }
    >
      <p>{t('page.body', { seller, company, email })}</p>
      <p>{t('page.until', { at: date(expiresAt, 'dayTime') })}</p>
      <p>{t(isSignedIn ? 'page.logsOut' : 'page.first')}</p>
    </Outcome>
  )
}

/** The link of an invitation to sell, for everybody: `/seller-invitation/:token`. */
export const SellerInvitationPage = () => {
  const t = useText('sellerInvitations')
  const token = usePathParam('token')
  const { found, again } = useOpened(token)
  if (found === null) return <LoadingIndicator label={t('title')} />
  if (found instanceof ApiError)
    return found.code === 'link_expired' ? <Missing /> : <UncheckedLink error={found} again={again} />
  if (found.state === 'invited') return <Open opened={found} token={token} />
  const { sellerName: seller, companyName: company } = found
  return (
    <Outcome icon={Link2Off} tone="warn" title={t(`page.over.${found.state}`)} actions={<Home />}>
      <p>{t('page.overBody', { seller, company })}</p>
    </Outcome>
  )
}
