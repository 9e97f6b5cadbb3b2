import { MailX } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'

const OldAddressDialog = dialogPart(async () => (await import('./old-address-dialog.tsx')).OldAddressDialog)

/** The button that requests the confirmation of a change in place of its old address, with its dialog. */
export const OldAddressButton = ({ change }: { change: { readonly id: string; readonly name: string } }) => {
  const t = useText('emailChanges')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button fullWidth icon={MailX} onClick={() => setIsOpen(true)}>
        {t('oldAddress.button')}
      </Button>
      <OldAddressDialog open={isOpen} change={change} onClose={() => setIsOpen(false)} />
    </>
  )
}
