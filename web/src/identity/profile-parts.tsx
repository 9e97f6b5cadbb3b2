import { MailQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useProfile, type Profile } from './use-profile.ts'
import { EmailText } from '../ui/with-reference.tsx'

/** Shows what it is given once the record is there; before that its place, or what went wrong and a way on. */
export const WithProfile = ({ children }: { children: (profile: Profile) => ReactNode }) => {
  const t = useText('profile')
  const profile = useProfile()
  return (
    <Loaded reads={{ profile }} waiting={<SkeletonRows rows={4} />} failed={`${t('failed')}.`}>
      {(found) => children(found.profile)}
    </Loaded>
  )
}

/** An address that was asked for and waits for its link to be opened. */
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
