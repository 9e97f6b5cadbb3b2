import { useEnrolmentLink } from '@cardamom/contract/access/factors'
import { Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, usePathParam } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { LoginHere } from '../shell/login-here.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { useSecurityPath } from './security/security-path.ts'

preloadText('security')

const openLink = useEnrolmentLink

const Opening = ({ token }: { token: string }) => {
  const t = useText('security')
  const go = useGo()
  const { security: path } = useSecurityPath()
  const [refused, setRefused] = useState<ApiError | null>(null)
  useEffect(() => {
    let isGone = false
    const open = async () => {
      try {
        await call(openLink, { params: { token }, errors: 'none' })
        if (isGone) return
        toastSuccess(t('add.linkDone'))
        go(path, { replace: true, search: { add: 'factor' } })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isGone) setRefused(error)
      }
    }
    void open()
    return () => {
      isGone = true
    }
  }, [token, go, path, t])
  if (refused === null) return <LoadingIndicator label={t('factorLink.checking')} />
  return (
    <Outcome
      icon={Link2Off}
      tone="warn"
      title={refused.message}
      actions={
        <ButtonLink to={path} variant="primary" fullWidth>
          {t('factorLink.security')}
        </ButtonLink>
      }
    >
      <p>{t('factorLink.expired')}</p>
    </Outcome>
  )
}

/** The link of a mail that lets a signed-in person add their first way to confirm (permissions §3). */
export const AddFactorLinkPage = () => {
  const t = useText('security')
  const token = usePathParam('token')
  const { state } = useSession()
  useTitle(t('factorLink.title'))
  return state === 'signed-in' ? <Opening token={token} /> : <LoginHere becauseOfLink />
}
