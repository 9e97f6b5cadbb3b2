import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'

const FactorResetDialog = dialogPart(
  async () => (await import('./factor-reset-dialog.tsx')).FactorResetDialog,
)

/** The button that requests to remove all second steps of a person, with its dialog. */
export const FactorReset = ({ person }: { person: { readonly id: string; readonly name: string } }) => {
  const t = useText('users')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={ShieldOff} onClick={() => setIsOpen(true)}>
        {t('factors.reset.action')}
      </Button>
      <FactorResetDialog open={isOpen} person={person} onClose={() => setIsOpen(false)} />
    </>
  )
}
