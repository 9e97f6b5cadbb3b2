import { MailQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useProfile, type Profile } from './use-profile.ts'
import { EmailText } from '../ui/with-reference.tsx'

/** Shows its content once the record is loaded; until then a placeholder, or the error with a next step. */
export const WithProfile = ({ children }: { children: (profile: Profile) => ReactNode }) => {
  const t = useText('profile')
  const profile = useProfile()
  return (
    <Loaded reads={{ profile }} waiting={<SkeletonRows rows={4} />} failed={`${t('failed')}.`}>
      {(found) => children(found.profile)}
    </Loaded>
  )
}

/** A requested address whose link was not opened yet. */
export const PendingEmail = ({ email, pendingEmail }: Pick<Profile, 'email' | 'pendingEmail'>) => {
  const t = useText('profile')
  if (pendingEmail === null) return null
  const mail = () => <EmailText>{pendingEmail}</EmailText>
  return (
    <NoteBox tone="warn" icon={MailQuestion} title={t.rich('pending.title', { email: pendingEmail, mail })}>
      {t('pending.help', { old: email })}
    </NoteBox>
  )
}
