import { Eye, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/dialog.tsx'

const ImpersonateDialog = dialogPart(
  async () => (await import('../../ui/people/impersonate-dialog.tsx')).ImpersonateDialog,
)
const ChangesDialog = dialogPart(async () => (await import('./changes-dialog.tsx')).ChangesDialog)

/** Buttons that lead to the person's account, and that request changes in it. Their dialogs load at the first press. */
export const ImpersonateButton = (person: { userId: string; name: string }) => {
  const t = useText('impersonation')
  const can = useCan()
  const [opened, setOpened] = useState<'view' | 'changes' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button icon={Eye} onClick={() => setOpened('view')}>
        {t('start.button')}
      </Button>
      {can('users.impersonate_write') && (
        <Button icon={PencilLine} onClick={() => setOpened('changes')}>
          {t('changes.button')}
        </Button>
      )}
      <ImpersonateDialog {...person} open={opened === 'view'} onClose={close} />
      <ChangesDialog {...person} open={opened === 'changes'} onClose={close} />
    </>
  )
}
