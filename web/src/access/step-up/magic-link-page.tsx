import { openMagicLink } from '@cardamom/contract/access/magic-links'
import { Link2Off, MailQuestion, ShieldX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useRealDates } from '../../kernel/dates.tsx'
import { preloadText, useText, useLocale } from '../../kernel/i18n.tsx'
import { usePathParam } from '../../kernel/router.tsx'
import { useSession } from '../../kernel/session.ts'
import { useTitle } from '../../kernel/title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { UncheckedLink } from '../../ui/unchecked-link.tsx'

preloadText('refusals')

type OpenedLink = { readonly url: string; readonly requestedAt: string }

const useLink = (token: string) => {
  const [link, setLink] = useState<OpenedLink | ApiError | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    setLink(null)
    call(openMagicLink, { input: { token }, errors: 'none' }).then(
      (opened) => isHere && setLink(opened),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (isHere) setLink(error)
      },
    )
    return () => {
      isHere = false
    }
  }, [token, tries])
  return { link, again: () => setTries(tries + 1) }
}

/** The page that requested the link may be on another device, so the person starts the operation again. */
const Over = ({ title }: { title: string }) => {
  const t = useText('magicLinks')
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Outcome
      icon={Link2Off}
      tone="warn"
      title={title}
      actions={
        <ButtonLink to={isSignedIn ? '/' : '/login'} variant="primary" fullWidth>
          {t(isSignedIn ? 'start' : 'logIn')}
        </ButtonLink>
      }
    >
      <p>{t('expired')}</p>
      <p>{t(isSignedIn ? 'closedSignedIn' : 'closed')}</p>
    </Outcome>
  )
}

/**
 * The provider's page, in the language of our page. The part after # tells it that the person has
 * already pressed a button on our page.
 */
const confirmationUrl = (link: string, locale: string): string => {
  const url = new URL(link)
  url.searchParams.set('lang', locale)
  url.hash = 'confirmed'
  return url.href
}

const Confirm = ({ link, onDeny }: { link: OpenedLink; onDeny: () => void }) => {
  const t = useText('magicLinks')
  const date = useRealDates()
  const locale = useLocale()
  return (
    <Outcome
      icon={MailQuestion}
      title={t('title')}
      actions={
        <>
          <Button
            variant="primary"
            fullWidth
            onClick={() => location.assign(confirmationUrl(link.url, locale))}
          >
            {t('go')}
          </Button>
          <Button fullWidth onClick={onDeny}>
            {t('no')}
          </Button>
        </>
      }
    >
      <p>{t('lead', { at: date(link.requestedAt, 'time') })}</p>
    </Outcome>
  )
}

/** The link of a mail that confirms a person (ux §1). Opening the page does nothing; the press confirms. */
export const MagicLinkPage = () => {
  const t = useText('magicLinks')
  const { link, again } = useLink(usePathParam('token'))
  const [isDenied, setDenied] = useState(false)
  useTitle(t('title'))
  if (link === null) return <LoadingIndicator label={t('checking')} />
  if (link instanceof ApiError) {
    if (link.code === 'link_expired') return <Over title={link.message} />
    return <UncheckedLink error={link} again={again} />
  }
  if (!isDenied) return <Confirm link={link} onDeny={() => setDenied(true)} />
  const toPassword = (
    <ButtonLink to="/recover" variant="primary" fullWidth>
      {t('password')}
    </ButtonLink>
  )
  return (
    <Outcome icon={ShieldX} tone="warn" title={t('notTitle')} actions={toPassword}>
      <p>{t('notBody')}</p>
    </Outcome>
  )
}
