import { MailCheck } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { countdownText } from '../kernel/date-text.ts'
import { useText } from '../kernel/i18n.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { useCountdown } from '../ui/ring.tsx'
import { MailboxButton } from './mailbox-button.tsx'
import { Outcome } from './outcome.tsx'

/** A mail takes a while: nobody sends the next one at once. */
const pauseMs = 60_000

const PausedButton = ({ onOver }: { onOver: () => void }) => {
  const t = useText('registration')
  const leftMs = useCountdown({ wholeMs: pauseMs, onEnd: onOver })
  return (
    <Button wide disabled>
      <span className="num">{t('sent.againIn', { time: countdownText(leftMs) })}</span>
    </Button>
  )
}

/** Sends the mail again: not twice within a minute. `send` resolves to whether it was sent. */
const AgainButton = ({ email, send }: { email: string; send: () => Promise<boolean> }) => {
  const t = useText('registration')
  const [state, setState] = useState<'paused' | 'ready' | 'busy'>('paused')
  const ready = useCallback(() => setState('ready'), [])
  if (state === 'paused') return <PausedButton onOver={ready} />
  const press = async () => {
    setState('busy')
    const isSent = await send()
    setState(isSent ? 'paused' : 'ready')
    if (isSent) toastSuccess(t('sent.sentAgain', { email }))
  }
  return (
    <Button wide busy={state === 'busy'} onClick={() => void press()}>
      {t('sent.again')}
    </Button>
  )
}

/** The page after a mail with a link was sent: what to do, once more, or to another address. */
export const MailSent = ({
  email,
  children,
  send,
  onChange,
  action,
}: {
  email: string
  /** Where it went and how long the link works. */
  children: ReactNode
  send: () => Promise<boolean>
  /** Back to the form, to write another address. */
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
