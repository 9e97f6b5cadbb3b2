import { FingerprintPattern, LogOut } from 'lucide-react'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { logOut } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { useEnrolment } from './security/add-factor-dialog.tsx'
import { Enrolment } from './step-up/enrolment.tsx'
import { MailLinkNeeded } from './step-up/mail-link-needed.tsx'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'

preloadText('stepUp')
preloadText('security')

const Adding = () => {
  const t = useText('security')
  const { now, start, back } = useEnrolment()
  if (now.state === 'starting') return <LoadingIndicator label={t('add.start')} />
  if (now.state === 'mail-link') return <MailLinkNeeded />
  if (now.state === 'adding') {
    // After the passkey is added, the session is read again and the area changes.
    return <Enrolment enrolment={now.enrolment} startsAtOnce onDone={() => undefined} onExpired={back} />
  }
  return (
    <div className="flex flex-col gap-4">
      {now.problem !== null && (
        <NoteBox tone="bad" role="alert">
          {now.problem}
        </NoteBox>
      )}
      <Button variant="primary" icon={FingerprintPattern} fullWidth onClick={() => void start('passkey')}>
        {t('enrol.go')}
      </Button>
    </div>
  )
}

/** The only page for a person whose company requires a passkey, until they have one (product §2). */
export const EnrolPasskeyPage = () => {
  const t = useText('security')
  const shell = useText('shell')
  const { name } = useBranding()
  useTitle(t('enrol.title'))
  return (
    <div className="flex flex-col gap-5">
      <span className="flex size-14 items-center justify-center rounded-xl bg-soft text-brand-text">
        <FingerprintPattern aria-hidden size={28} />
      </span>
      <div>
        <h1 className="text-xl font-semibold">{t('enrol.title')}</h1>
        <p className="mt-1 text-mute">{t('enrol.lead', { company: name })}</p>
      </div>
      <NoteBox tone="neutral" title={t('enrol.fact')}>
        {t('enrol.how')}
      </NoteBox>
      <Adding />
      <Button icon={LogOut} fullWidth onClick={() => void logOut()}>
        {shell('nav.logOut')}
      </Button>
    </div>
  )
}
