import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { dialogPart } from '../dialog.tsx'
import { useRowKeys } from './use-open-row.ts'

const KeysDialog = dialogPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

type KeysButtonProps = { readonly hasSelection: boolean; readonly hasFile: boolean }

/** Shows the keys of the list and the height of its rows, on a desktop. The key ? does the same. */
export const KeysButton = (props: KeysButtonProps) => {
  const t = useText('lists')
  const isDesktop = useIsDesktop()
  const [isOpen, setIsOpen] = useState(false)
  useRowKeys(isDesktop ? { '?': () => setIsOpen(true) } : {})
  if (!isDesktop) return null
  return (
    <>
      <Button variant="ghost" icon={Keyboard} iconOnly onClick={() => setIsOpen(true)}>
        {t('keys.title')}
      </Button>
      <KeysDialog {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
