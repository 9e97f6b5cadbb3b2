import { MailQuestion, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useProfile, type Profile } from './use-profile.ts'

/** Shows what it is given once the record is there; before that its place, or what went wrong and a way on. */
export const WithProfile = ({ children }: { children: (profile: Profile) => ReactNode }) => {
  const t = useText('profile')
  const read = useProfile()
  if (read.data) return children(read.data)
  if (!read.isError) return <SkeletonRows rows={4} />
  return (
    <NoteBox
      tone="bad"
      role="alert"
      title={`${t('failed')}.`}
      action={
        <Button icon={RotateCw} busy={read.isFetching} onClick={() => void read.refetch()}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('failedHelp')}
    </NoteBox>
  )
}

/** An address that was asked for and waits for its link to be opened. */
export const PendingEmail = ({ email, pendingEmail }: Pick<Profile, 'email' | 'pendingEmail'>) => {
  const t = useText('profile')
  if (pendingEmail === null) return null
  return (
    <div className="wrap-anywhere">
      <NoteBox tone="warn" icon={MailQuestion} title={t('pending.title', { email: pendingEmail })}>
        {t('pending.help', { old: email })}
      </NoteBox>
    </div>
  )
}
