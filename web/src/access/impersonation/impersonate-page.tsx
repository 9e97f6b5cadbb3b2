import { openImpersonation } from '@cardamom/contract/access/impersonations'
import { Link2Off } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { usePathParam } from '../../kernel/router.tsx'
import { useSession } from '../../kernel/session.ts'
import { startImpersonating, stopImpersonating } from '../../kernel/storage.ts'
import { useTitle } from '../../kernel/title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { UncheckedLink } from '../../ui/unchecked-link.tsx'

preloadText('refusals')

/** Opens the link once, and shows the person's account in this tab. */
const useOpened = (token: string) => {
  const [error, setError] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  // A second run of the effect would use the link twice.
  const triedFor = useRef(-1)
  useEffect(() => {
    if (triedFor.current === tries) return
    triedFor.current = tries
    setError(null)
    // The tab may have been copied from one that shows another account.
    stopImpersonating()
    call(openImpersonation, { input: { token }, errors: 'none' }).then(
      ({ userId }) => {
        startImpersonating(userId)
        location.replace('/')
      },
      (failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        setError(failure)
      },
    )
  }, [token, tries])
  return { error, again: () => setTries(tries + 1) }
}

const Opening = () => {
  const t = useText('impersonation')
  const { error, again } = useOpened(usePathParam('token'))
  if (error === null) return <LoadingIndicator label={t('opening')} />
  // Without a status no answer came; anything else is an answer about the link.
  if (error.status === 0 || error.status >= 500) return <UncheckedLink error={error} again={again} />
  return (
    <Outcome
      icon={Link2Off}
      tone="warn"
      title={error.code === 'link_expired' ? t('closedTitle') : error.message}
      actions={
        <ButtonLink to="/" variant="primary" fullWidth>
          {t('back')}
        </ButtonLink>
      }
    >
      <p>{t('closed')}</p>
    </Outcome>
  )
}

/** The one-time link of an impersonation (ux §1). */
export const ImpersonatePage = () => {
  const t = useText('impersonation')
  const { state } = useSession()
  useTitle(t('title'))
  if (state === 'signed-in') return <Opening />
  return (
    <Outcome
      icon={Link2Off}
      tone="warn"
      title={t('closedTitle')}
      actions={
        <ButtonLink to="/login" variant="primary" fullWidth>
          {t('back')}
        </ButtonLink>
      }
    >
      <p>{t('logIn')}</p>
    </Outcome>
  )
}
