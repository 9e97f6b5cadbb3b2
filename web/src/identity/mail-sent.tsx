import { MailCheck } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { ApiError, retryAfterMs } from '../kernel/api-error.ts'
import { countdownText } from '../kernel/date-text.ts'
import { useText } from '../kernel/i18n.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { useCountdown } from '../ui/ring.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'
import { Outcome } from '../ui/outcome.tsx'

/** A mail takes some time, so the next one cannot be sent at once. */
const usualPauseMs = 60_000

type Send = () => Promise<unknown>

const PausedButton = ({ wholeMs, onOver }: { wholeMs: number; onOver: () => void }) => {
  const t = useText('registration')
  const leftMs = useCountdown({ wholeMs, onEnd: onOver })
  return (
    <Button fullWidth disabled>
      <span className="num">{t('sent.againIn', { time: countdownText(leftMs) })}</span>
    </Button>
  )
}

/** Sends the mail again, after a minute or as soon as the server accepts it. */
const AgainButton = ({ email, send }: { email: string; send: Send }) => {
  const t = useText('registration')
  const [pauseMs, setPauseMs] = useState(usualPauseMs)
  const [isBusy, setBusy] = useState(false)
  const ready = useCallback(() => setPauseMs(0), [])
  if (pauseMs > 0) return <PausedButton wholeMs={pauseMs} onOver={ready} />
  const press = async () => {
    setBusy(true)
    try {
      await send()
      toastSuccess(t('sent.sentAgain', { email }))
      setPauseMs(usualPauseMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPauseMs(retryAfterMs(error))
    }
    setBusy(false)
  }
  return (
    <Button fullWidth busy={isBusy} onClick={() => void press()}>
      {t('sent.again')}
    </Button>
  )
}

/**
 * The page after a mail with a link was sent: what to do, and buttons to send it again or to another address.
 */
export const MailSent = ({
  email,
  children,
  send,
  onChange,
  action,
}: {
  email: string
  /** Where the mail was sent, and how long the link works. */
  children: ReactNode
  send: Send
  /** Goes back to the form, to type another address. */
  onChange: () => void
  action?: ReactNode
}) => {
  const t = useText('registration')
  return (
    <Outcome
      icon={MailCheck}
      title={t('sent.title')}
      actions={
        <>
          <MailboxButton email={email} />
          <AgainButton email={email} send={send} />
          {action}
          <div className="flex flex-col gap-2 border-t border-line pt-4 text-base text-mute">
            <p>{t('sent.spam')}</p>
            <p>
              {t('sent.wrong')} <TextButton onClick={onChange}>{t('sent.change')}</TextButton>
            </p>
          </div>
        </>
      }
    >
      <p>{children}</p>
    </Outcome>
  )
}
