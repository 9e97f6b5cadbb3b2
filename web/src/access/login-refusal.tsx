import { sendEmailVerification } from '@cardamom/contract/identity'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import type { ApiError } from '../kernel/api-error.ts'
import { countdownText } from '../kernel/date-text.ts'
import { isSandbox, useConfig, useBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { useCountdown } from '../ui/ring.tsx'

const valueOf = (refusal: ApiError, name: string): unknown =>
  typeof refusal.data === 'object' && refusal.data !== null
    ? (refusal.data as Record<string, unknown>)[name]
    : undefined

const pauseMsOf = (refusal: ApiError): number | null => {
  const seconds = valueOf(refusal, 'retryAfterSeconds')
  return refusal.code === 'rate_limited' && typeof seconds === 'number' ? seconds * 1000 : null
}

/** True while the server accepts no further attempt. */
export const isPaused = (refusal: ApiError | null): boolean => refusal !== null && pauseMsOf(refusal) !== null

/** Where accounts are hidden, only a mail tells that an address still needs confirmation. */
export const areAccountsHidden = (refusal: ApiError): boolean => valueOf(refusal, 'accountsHidden') === true

const Paused = ({ wholeMs, onOver }: { wholeMs: number; onOver: () => void }) => {
  const t = useText('login')
  const refused = useText('refusals')
  const leftMs = useCountdown({ wholeMs, onEnd: onOver })
  return (
    <NoteBox tone="warn" role="alert" title={`${refused('rate_limited')}.`}>
      <span className="num" aria-live="off">
        {t('pausedHelp', { time: countdownText(leftMs) })}
      </span>
    </NoteBox>
  )
}

/** Link to one person's mail in the sandbox; nothing in production. */
const MailboxLink = ({ email }: { email: string }) => {
  const t = useText('login')
  const config = useConfig()
  const mailboxUrl = config?.mailboxUrl ?? null
  if (mailboxUrl === null || !isSandbox(config)) return null
  return (
    <a
      href={`${mailboxUrl}/?to=${encodeURIComponent(email)}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 font-semibold underline underline-offset-4"
    >
      <MailOpen aria-hidden size={18} />
      {t('unverified.mailbox')}
    </a>
  )
}

const Unverified = ({ email }: { email: string }) => {
  const t = useText('login')
  const refused = useText('refusals')
  const [isSent, setSent] = useState(false)
  const again = useAction(sendEmailVerification, { onDone: () => setSent(true) })
  if (isSent) {
    return (
      <NoteBox
        tone="good"
        role="status"
        title={t('unverified.sentTitle')}
        action={<MailboxLink email={email} />}
      >
        {t('unverified.sentHelp', { email })}
      </NoteBox>
    )
  }
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={`${refused('email_not_verified')}.`}
      action={
        <Button size="small" busy={again.isPending} onClick={() => again.mutate({ input: { email } })}>
          {t('unverified.send')}
        </Button>
      }
    >
      {t('unverified.help', { email })}
    </NoteBox>
  )
}

const Deactivated = () => {
  const t = useText('login')
  const refused = useText('refusals')
  const { contactEmail } = useBranding()
  return (
    <NoteBox tone="bad" role="alert" title={`${refused('unauthorized_access')}.`}>
      {contactEmail === null ? t('deactivatedHelp') : t('deactivatedContact', { email: contactEmail })}
    </NoteBox>
  )
}

/** Why the login was refused, and what to do next. */
export const LoginRefusal = ({ refusal, onOver }: { refusal: ApiError; onOver: () => void }) => {
  const t = useText('login')
  const refused = useText('refusals')
  const pauseMs = pauseMsOf(refusal)
  const email = valueOf(refusal, 'email')
  if (pauseMs !== null) return <Paused wholeMs={pauseMs} onOver={onOver} />
  if (refusal.code === 'email_not_verified' && typeof email === 'string') return <Unverified email={email} />
  if (refusal.code === 'unauthorized_access') return <Deactivated />
  if (refusal.code === 'wrong_credentials') {
    return (
      <NoteBox tone="bad" role="alert" title={`${refused('wrong_credentials')}.`}>
        {t('wrongHelp')}
        {areAccountsHidden(refusal) && <span className="block pt-1">{t('wrongHidden')}</span>}
      </NoteBox>
    )
  }
  return (
    <NoteBox tone="bad" role="alert">
      {sentenceOf(refusal)}
      {refusal.status >= 500 && refusal.requestId !== null && (
        <span className="block pt-1 font-mono text-xs break-all">
          {t('forSupport', { id: refusal.requestId })}
        </span>
      )}
    </NoteBox>
  )
}
