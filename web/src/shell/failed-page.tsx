import { CloudOff, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { retrySession } from '../kernel/session.ts'
import { useText } from '../kernel/i18n.tsx'
import { useOnline } from '../kernel/online.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown when little else works, so all that it needs is in the first file. */
const Trouble = (of: { icon: LucideIcon; title: string; children: ReactNode; action: ReactNode }) => (
  <div role="alert" className="flex min-h-[50dvh] flex-col justify-center">
    <EmptyState icon={of.icon} title={of.title} titleAs="h1" action={of.action}>
      {of.children}
    </EmptyState>
  </div>
)

/** The session could not be checked: the person stays signed in and may try again. */
export const CheckFailed = () => {
  const t = useText('shell')
  return (
    <Trouble
      icon={CloudOff}
      title={t('checkFailed.title')}
      action={
        <Button variant="primary" onClick={() => void retrySession()}>
          {t('checkFailed.retry')}
        </Button>
      }
    >
      {t('checkFailed.body')}
    </Trouble>
  )
}

/** The page's file cannot be fetched; the page is shown as soon as it can be. */
export const UnreachablePage = ({ onRetry }: { onRetry: () => void }) => {
  const t = useText('shell')
  const again = useText('ui')
  const word = useOnline() ? 'unreachable' : 'offlinePage'
  return (
    <Trouble
      icon={CloudOff}
      title={t(`${word}.title`)}
      action={
        <Button variant="primary" onClick={onRetry}>
          {again('tryAgain')}
        </Button>
      }
    >
      {t(`${word}.body`)}
    </Trouble>
  )
}

/** A page failed: says so inside the frame, and shows the error's text for support. */
export const FailedPage = ({ error }: { error: unknown }) => {
  const t = useText('shell')
  return (
    <Trouble
      icon={TriangleAlert}
      title={t('failed.title')}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      }
    >
      <p>{t('failed.body')}</p>
      <p className="mt-3 font-mono text-xs wrap-anywhere">
        {t('failed.details')}: {error instanceof Error ? error.message : String(error)}
      </p>
    </Trouble>
  )
}
