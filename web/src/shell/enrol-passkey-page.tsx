import { Fingerprint, LogOut } from 'lucide-react'
import { useFace } from '../kernel/face.ts'
import { useText } from '../kernel/i18n.tsx'
import { logOut } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'

/** The only page of a person whose company asks for a passkey, until they have one (spec §2). */
export const EnrolPasskeyPage = () => {
  const t = useText('shell')
  const { name } = useFace()
  useTitle(t('enrol.title'))
  return (
    <div className="flex flex-col gap-5">
      <span className="flex size-14 items-center justify-center rounded-xl bg-soft text-brand-text">
        <Fingerprint aria-hidden size={28} />
      </span>
      <div>
        <h1 className="text-xl font-semibold">{t('enrol.title')}</h1>
        <p className="mt-1 text-mute">{t('enrol.lead', { company: name })}</p>
      </div>
      <NoteBox tone="neutral" title={t('enrol.fact')}>
        {t('enrol.how')}
      </NoteBox>
      <NoteBox tone="warn" title={t('enrol.unavailable')}>
        {t('enrol.unavailableHelp')}
      </NoteBox>
      <Button icon={LogOut} wide onClick={() => void logOut()}>
        {t('nav.logOut')}
      </Button>
    </div>
  )
}
