import { sendEnrolmentLink } from '@cardamom/contract/access/factors'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { logOut } from '../../kernel/session.ts'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'

/** The first factor is active at once, so adding it needs a recent login or a mail link (permissions §3). */
export const MailLinkNeeded = () => {
  const t = useText('security')
  const [hint, setHint] = useState<string | null>(null)
  const send = useAction(sendEnrolmentLink, { onDone: (answer) => setHint(answer.hint) })
  if (hint !== null) {
    return (
      <NoteBox tone="good" role="status">
        {t('add.mailLink.sent', { hint })}
      </NoteBox>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <NoteBox tone="neutral" title={t('add.mailLink.title')}>
        {t('add.mailLink.lead')}
      </NoteBox>
      <Button variant="primary" fullWidth busy={send.isPending} onClick={() => send.mutate({})}>
        {t('add.mailLink.send')}
      </Button>
      <Button fullWidth onClick={() => void logOut()}>
        {t('add.mailLink.logIn')}
      </Button>
    </div>
  )
}
