import { getMe } from '@cardamom/contract/identity'
import { cancelEmailChange } from '@cardamom/contract/identity/email-changes'
import { MailQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { useProfile, useProfilePath, type Profile } from './use-profile.ts'
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

/** A requested address that both addresses have to confirm, with what is left to do. */
export const PendingEmail = ({ profile }: { profile: Profile }) => {
  const t = useText('profile')
  const { email: old, pendingEmail, pendingEmailWaits } = profile
  const cancel = useAction(cancelEmailChange, {
    changes: [getMe],
    onDone: () => toastSuccess(t('pending.cancelled')),
  })
  const isCardholder = useProfilePath() === '/profile'
  if (pendingEmail === null) return null
  const mail = () => <EmailText>{pendingEmail}</EmailText>
  return (
    <NoteBox
      tone="warn"
      icon={MailQuestion}
      title={t.rich('pending.title', { email: pendingEmail, mail })}
      action={
        <Button busy={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('pending.cancel')}
        </Button>
      }
    >
      {t('pending.help', { old, waits: pendingEmailWaits ?? 'both' })}{' '}
      {isCardholder &&
        pendingEmailWaits !== 'new' &&
        t.rich('pending.lost', { old, support: (text) => <TextLink to="/support">{text}</TextLink> })}
    </NoteBox>
  )
}
