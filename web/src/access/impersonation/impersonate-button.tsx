import { Eye } from 'lucide-react'
import { useState } from 'react'
import { part } from '../../kernel/deferred.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'

const ImpersonateDialog = part(() => import('./impersonate-dialog.tsx'), 'ImpersonateDialog')

/** Opens the dialog that leads to the person's account. Its code loads at the first press. */
export const ImpersonateButton = ({ userId, name }: { userId: string; name: string }) => {
  const t = useText('impersonation')
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setOpen(true)
    setWasOpen(true)
  }
  return (
    <>
      <Button icon={Eye} onClick={open}>
        {t('start.button')}
      </Button>
      {wasOpen && (
        <ImpersonateDialog userId={userId} name={name} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
