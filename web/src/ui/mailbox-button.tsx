import { MailOpen } from 'lucide-react'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { buttonClass } from './button.tsx'

/** Opens the sandbox's mailbox of one person; renders nothing in production. */
export const MailboxButton = ({ email }: { email: string | null }) => {
  const t = useText('registration')
  const config = useConfig()
  const mailboxUrl = config?.mailboxUrl ?? null
  if (mailboxUrl === null || !isSandbox(config)) return null
  const search = email === null ? '' : `?to=${encodeURIComponent(email)}`
  return (
    <a
      href={`${mailboxUrl}/${search}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: 'soft', fullWidth: true })}
    >
      <MailOpen aria-hidden size={20} className="md:size-4.5" />
      {t('sent.mailbox')}
    </a>
  )
}
